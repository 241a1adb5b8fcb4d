"""Reads an event log back, however its run ended.

Accepts the `events.jsonl` of a bundle or any file that conforms to docs/events.schema.json. Lines that
cannot be read are listed by number in `Reading.problems` and left out; nothing is repaired on disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from minecrew.runlog.crew_events import RunEnded, RunStarted
from minecrew.runlog.errors import LONGEST_MESSAGE, UserError
from minecrew.runlog.events import Event, read_event
from minecrew.runlog.files import LARGEST_FILE, LARGEST_LINE, is_too_long, open_file, read_lines
from minecrew.runlog.header import FORMAT
from minecrew.runlog.log import EVENTS_FILE
from minecrew.runlog.plain import plain_json

MOST_PROBLEMS = 1000
"""Maximum number of problems that are listed individually per file."""


@dataclass(frozen=True)
class LogProblem:
    """A place at which the file differs from what its writer would have written."""

    kind: Literal["truncated", "broken", "gap"]
    line: int
    """The number of the line, counted from 1."""
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True)
class Reading:
    """The events of one file, in order, and the problems of the file."""

    path: Path
    events: Sequence[Event]
    problems: Sequence[LogProblem]

    @property
    def started(self) -> RunStarted | None:
        first = self.events[0] if self.events else None
        return first if isinstance(first, RunStarted) else None

    @property
    def ended(self) -> RunEnded | None:
        """The event with which the run ended; None if the run was killed before it could write the event."""
        return next((event for event in reversed(self.events) if isinstance(event, RunEnded)), None)


def read_events(path: Path) -> Reading:
    """Reads a bundle's directory or an events file. Raises UserError if the file is not an event log."""
    file = path / EVENTS_FILE if path.is_dir() else path
    try:
        with open_file(file, LARGEST_FILE, within=None if file is path else path) as opened:
            return _parse(file, read_lines(opened))
    except FileNotFoundError as error:
        raise UserError(f"there is no event log at {str(path)!r}; `minecrew runs` lists all runs") from error
    except OSError as error:
        raise UserError(f"cannot read {str(file)!r}: {error.strerror}") from error


def _parse(file: Path, lines: Iterable[bytes]) -> Reading:
    events: list[Event] = []
    problems = _Problems()
    seen: set[int] = set()
    number, line = 0, b""
    for number, line in enumerate(lines, start=1):
        last = not line.endswith(b"\n")
        if is_too_long(line):
            if number == 1:
                raise _foreign(file)
            problems.add(LogProblem("broken", number, f"longer than {LARGEST_LINE:,} bytes; left out"))
            continue
        try:
            event = read_event(line)
        except ValidationError as error:
            if number == 1 and not last:
                _refuse_foreign(file, line)
            problems.add(_problem(number, line, error, last=last))
            continue
        _refuse_format(file, event, first=number == 1)
        wrong = _misnumbered(event, seen)
        if wrong:
            problems.add(LogProblem("broken", number, wrong))
            continue
        seen.add(event.seq)
        if events and event.seq != events[-1].seq + 1:
            message = f"seq goes from {events[-1].seq} to {event.seq}"
            problems.add(LogProblem("gap", number, message))
        elif not events and event.seq != 0:
            problems.add(LogProblem("gap", number, f"the log begins with seq {event.seq}, not 0"))
        events.append(event)
    begun = number == 1 and not line.endswith(b"\n") and line.startswith(b"{")
    if not events and number and not begun:
        raise _foreign(file)
    return Reading(file, tuple(events), problems.told())


class _Problems:
    """The problems of one file: the first ones, and the number of the others."""

    def __init__(self) -> None:
        self._first: list[LogProblem] = []
        self._next: LogProblem | None = None
        self._more = 0

    def add(self, problem: LogProblem) -> None:
        if len(self._first) < MOST_PROBLEMS:
            self._first.append(problem)
            return
        self._next = self._next or problem
        self._more += 1

    def told(self) -> tuple[LogProblem, ...]:
        if self._next is None:
            return tuple(self._first)
        more = f"{self._next.message}; {self._more} more problems are not listed"
        return (*self._first, replace(self._next, message=more))


def _misnumbered(event: Event, seen: AbstractSet[int]) -> str:
    """Returns the reason why an event cannot be cited by its number; '' if it can."""
    if event.seq < 0:
        return (
            "not an event: seq is missing"
            if "seq" not in event.model_fields_set
            else f"not an event: seq {event.seq}"
        )
    return f"seq {event.seq} is in an earlier line, too; left out" if event.seq in seen else ""


def _problem(number: int, line: bytes, error: ValidationError, *, last: bool) -> LogProblem:
    if last:
        return LogProblem(
            "truncated", number, f"cut off after {len(line)} bytes; the writer was stopped here"
        )
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    why = first["msg"]
    if first["type"] == "union_tag_invalid":  # pydantic's message lists all kinds of events
        why = f"unknown kind {first['ctx']['tag']}"
    return LogProblem(
        "broken", number, f"not an event: {where + ': ' if where else ''}{why}"[:LONGEST_MESSAGE]
    )


def _refuse_foreign(file: Path, line: bytes) -> None:
    """If the first line is broken, the file counts as a log only if minecrew clearly wrote the line."""
    record = _object(line)
    if record is None or "kind" not in record or "seq" not in record:
        raise _foreign(file)
    _refuse_newer(file, record.get("format"))


def _refuse_format(file: Path, event: Event, *, first: bool) -> None:
    if isinstance(event, RunStarted):
        _refuse_newer(file, event.format)
        if first and event.seq < 0:
            raise UserError(f"{str(file)!r} begins with an event without a seq; number its lines from 0")
    elif first and event.seq == 0:
        raise UserError(
            f"{str(file)!r} begins with {event.kind!r}, not with 'run.started'; it is not the log of a run"
        )


def _refuse_newer(file: Path, found: Any) -> None:
    if isinstance(found, int) and found != FORMAT:
        raise UserError(
            f"{str(file)!r} has log format {found}, not {FORMAT}; read it with the version that wrote it"
        )


def _foreign(file: Path) -> UserError:
    return UserError(
        f"{str(file)!r} is not a minecrew event log; give a run's id, its directory or its {EVENTS_FILE}"
    )


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        record = plain_json(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None
