"""Reads the lines of an event log as bytes, starting at the event with a given number. Lines are sent exactly
as they were written.

A log numbers its events from 0 without gaps, so a reader that has event n continues with event n + 1. A
line is left out if it is not an event, is too long, or has a smaller number than the line before. An
incomplete last line is read later. Memory use stays small even for large logs and long lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from minecrew.runlog import CHUNK, LARGEST_LINE, Summary, next_data, open_file, read_event

TRIED = 100
"""Number of lines at the end of a log among which the last event is sought."""


@dataclass(frozen=True)
class LogLine:
    seq: int
    text: bytes
    """One JSON object, without the line break."""


@dataclass(frozen=True)
class LogPlace:
    """A reader's position: the next byte to read, and the number of the last event that was read."""

    offset: int = 0
    seq: int = -1
    within: bool = False
    """Whether the position is inside a line that is too long, whose rest is skipped."""


@dataclass(frozen=True)
class LogLines:
    """A piece of a log, and the place at which it ends."""

    lines: tuple[LogLine, ...]
    end: LogPlace


def read_lines(path: Path, place: LogPlace) -> LogLines:
    """Returns the next complete lines after `place`, about CHUNK bytes at most; none if there are none yet.

    A longer line is returned alone. If no line is returned but the place has changed, the reader
    continues there.
    """
    try:
        with open_file(path, within=path.parent) as file:
            begin = next_data(file, place.offset)
            if begin - place.offset > LARGEST_LINE:  # zeros, and therefore a line that is too long
                return LogLines((), LogPlace(begin, place.seq, within=True))
            raw = _piece(file, place.offset)
    except OSError:  # it is gone, or no file at all
        return LogLines((), place)
    offset = place.offset
    if place.within:
        end = raw.find(b"\n") + 1
        if not end:
            return LogLines((), LogPlace(offset + len(raw), place.seq, within=True))
        offset, raw = offset + end, raw[end:]
    whole = raw.rfind(b"\n") + 1
    if not whole and len(raw) > LARGEST_LINE:
        return LogLines((), LogPlace(offset + len(raw), place.seq, within=True))
    lines = tuple(_events(raw[:whole], place.seq))
    return LogLines(lines, LogPlace(offset + whole, lines[-1].seq if lines else place.seq))


def _piece(file: BinaryIO, offset: int) -> bytes:
    """CHUNK bytes from `offset` on, or more if no line ends in them, up to the size of the largest line."""
    raw = os.pread(file.fileno(), CHUNK, offset)
    if len(raw) < CHUNK or b"\n" in raw:
        return raw
    more = os.pread(file.fileno(), LARGEST_LINE + 1 - CHUNK, offset + CHUNK)
    return raw + more[: more.find(b"\n") + 1 or None]


def place_behind(path: Path, seq: int) -> LogPlace:
    """The place at which the events after number `seq` begin; -1 means all events."""
    if seq < 0:
        return LogPlace()
    following, own = (b'\n{"seq":%d,' % number for number in (seq + 1, seq))  # as our own logs have it
    last = end = 0
    kept = b""
    try:
        with open_file(path, within=path.parent) as file:
            while chunk := os.pread(file.fileno(), CHUNK, begin := next_data(file, end)):
                piece = kept + chunk if begin == end else chunk
                begin, end = begin + len(chunk) - len(piece), begin + len(chunk)
                if (found := piece.find(following)) >= 0:
                    return LogPlace(begin + found + 1, seq)
                if (found := piece.rfind(own)) >= 0:
                    last = begin + found + 1
                kept = piece[-len(following) :]
    except OSError:
        return LogPlace(seq=seq)
    # Behind the end, or of a log that somebody else wrote: what has a lower number is left out on the way.
    return LogPlace(last, seq)


def count_events(path: Path) -> int:
    """The number of events in a log of any size, computed from the number of the last event. Raises
    OSError.
    """
    with open_file(path, within=path.parent) as file:
        size = os.fstat(file.fileno()).st_size
        tail = os.pread(file.fileno(), CHUNK, max(0, size - CHUNK))
    for line in tail.split(b"\n")[: -TRIED - 1 : -1]:
        try:
            return max(0, read_event(line).seq + 1)
        except ValidationError:
            continue
    return 0


class RunProgress:
    """The events of a run in progress, read as the log grows."""

    def __init__(self, path: Path) -> None:
        self._path, self._place = path, LogPlace()
        self.summary = Summary()

    def read(self) -> Summary:
        """Reads all events that exist now. Lines that are not events are left out."""
        while (read := read_lines(self._path, self._place)).end != self._place:
            for line in read.lines:
                try:
                    event = read_event(line.text)
                except ValidationError:
                    continue
                self.summary.add(event)
            self._place = read.end
        return self.summary


def _events(raw: bytes, after: int) -> Iterator[LogLine]:
    for text in raw.split(b"\n"):
        try:
            seq = read_event(text).seq  # the page takes what comes for what the schema says
        except ValidationError:
            continue
        if seq > after:
            after = seq
            yield LogLine(
                seq, text.replace(b"\r", b" ")
            )  # within JSON a space like any other, to a stream an end
