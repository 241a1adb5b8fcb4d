"""The lines of an event log as bytes, found by their number: what is sent is what the writer wrote.

A log counts its events from 0 without gaps, so that a reader who has event n wants what comes behind it, and
nothing twice. A line that is no event, or that goes back in number, is left out; the last one, while it is
being written, is left for later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from minecrew.runlog import Summary, read_event

CHUNK = 1 << 18
"""Bytes that are read at once; a longer line is read whole."""


@dataclass(frozen=True)
class LogLine:
    seq: int
    text: bytes
    """One JSON object, without its line's end."""


@dataclass(frozen=True)
class LogPlace:
    """Where a reader is: the byte to go on at, and the number of the last event it has."""

    offset: int = 0
    seq: int = -1


@dataclass(frozen=True)
class LogLines:
    """A piece of a log, and where it ends."""

    lines: tuple[LogLine, ...]
    end: LogPlace


def read_lines(path: Path, place: LogPlace) -> LogLines:
    """The next whole lines behind `place`, about CHUNK bytes at most; none where there are none yet."""
    try:
        with path.open("rb") as file:
            file.seek(place.offset)
            raw = file.read(CHUNK)
            while raw and b"\n" not in raw and (more := file.read(CHUNK)):
                raw += more
    except FileNotFoundError:
        raw = b""
    raw = raw[: raw.rfind(b"\n") + 1]
    lines = tuple(_events(raw, place.seq))
    return LogLines(lines, LogPlace(place.offset + len(raw), lines[-1].seq if lines else place.seq))


def place_behind(path: Path, seq: int) -> LogPlace:
    """Where the events behind number `seq` begin; -1: all of them."""
    if seq < 0:
        return LogPlace()
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return LogPlace(seq=seq)
    start = raw.find(b'\n{"seq":%d,' % (seq + 1))  # as our own logs have it
    if start >= 0:
        return LogPlace(start + 1, seq)
    # Behind the end, or of a log that somebody else wrote: what has a lower number is left out on the way.
    last = raw.rfind(b'\n{"seq":%d,' % seq)
    return LogPlace(last + 1 if last >= 0 else 0, seq)


class RunProgress:
    """How far a run has come: its log, read on as it grows, each event once."""

    def __init__(self, path: Path) -> None:
        self._path, self._place = path, LogPlace()
        self.summary = Summary()

    def read(self) -> Summary:
        """Of all that is there now. A line that is no event is left out."""
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
