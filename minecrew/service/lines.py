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

from minecrew.runlog import EVENT

CHUNK = 1 << 18
"""Bytes that are read at once; a longer line is read whole."""


@dataclass(frozen=True)
class Line:
    seq: int
    text: bytes
    """One JSON object, without its line's end."""


@dataclass(frozen=True)
class Place:
    """Where a reader is: the byte to go on at, and the number of the last event it has."""

    offset: int = 0
    seq: int = -1


@dataclass(frozen=True)
class Lines:
    """A piece of a log, and where it ends."""

    lines: tuple[Line, ...]
    end: Place


def read_lines(path: Path, place: Place) -> Lines:
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
    return Lines(lines, Place(place.offset + len(raw), lines[-1].seq if lines else place.seq))


def place_behind(path: Path, seq: int) -> Place:
    """Where the events behind number `seq` begin; -1: all of them."""
    if seq < 0:
        return Place()
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Place(seq=seq)
    start = raw.find(b'\n{"seq":%d,' % (seq + 1))  # as our own logs have it
    if start >= 0:
        return Place(start + 1, seq)
    # Behind the end, or of a log that somebody else wrote: what has a lower number is left out on the way.
    last = raw.rfind(b'\n{"seq":%d,' % seq)
    return Place(last + 1 if last >= 0 else 0, seq)


def _events(raw: bytes, after: int) -> Iterator[Line]:
    for text in raw.split(b"\n"):
        try:
            seq = EVENT.validate_json(text).seq  # the page takes what comes for what the schema says
        except ValidationError:
            continue
        if seq > after:
            after = seq
            yield Line(
                seq, text.replace(b"\r", b" ")
            )  # within JSON a space like any other, to a stream an end
