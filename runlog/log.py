"""The only writer of a run's event log.

It gives every event its place (`seq`), its time (`t`, `tick`, `round`) and, for reports of servers and bots,
its cause: the skill that the agent was running. It flushes line by line, so that a killed run can be read up
to its last event, and holds a lock on the file, so that others can see whether its writer is alive. It knows
nothing about the meaning of events except the start and end of skills. A log has only one writer, which uses
only one thread. POSIX only (`fcntl`).
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeVar

from pydantic_core import PydanticSerializationError

from minecrew.runlog.bot_events import SkillEnded, SkillStarted
from minecrew.runlog.errors import Fault, UserError
from minecrew.runlog.files import LARGEST_LINE, open_file
from minecrew.runlog.header import Header
from minecrew.runlog.progress import Progress
from minecrew.runlog.redaction import redact
from minecrew.runlog.writing import cannot_write

E = TypeVar("E", bound=Header)
Subscriber = Callable[[Header], None]

EVENTS_FILE = "events.jsonl"
LONGEST_TEXT = LARGEST_LINE // 16
"""Maximum length of a text in an event, in characters, if the line would otherwise be too long."""
LATE_TICKS = 2
"""A server's report may arrive at most this many ticks after the end of the skill that caused it."""


class LogClosed(Fault):
    """An event was appended after the log's end, or the log could not be written."""

    where = "runlog"


@dataclass
class _Running:
    seq: int
    subtask: str | None
    until: int | None = None
    """The tick at which it ended; None if it is still running or the tick is unknown."""


class Log:
    """Appends events to one `events.jsonl`. Create with `Log.create`; close with `close` or `with`."""

    def __init__(self, path: Path, file: IO[str], clock: Callable[[], float]) -> None:
        self.path = path
        self._file = file
        self._clock = clock
        self._began = clock()
        self._next = 0
        self._tick: int | None = None
        self._round: int | None = None
        self._running: dict[str, _Running] = {}
        self._subscribers: list[Subscriber] = []
        self.progress = Progress()
        """The progress that is shown but not logged."""

    @classmethod
    def create(cls, directory: Path, *, clock: Callable[[], float] = time.monotonic) -> Log:
        """Begins `directory/events.jsonl`, which must not exist yet. `clock` gives monotonic seconds."""
        path = directory / EVENTS_FILE
        try:
            directory.mkdir(parents=True, exist_ok=True)
            file = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError as error:
            raise UserError(
                f"{str(path)!r} exists already; a log has only one writer; give another directory"
            ) from error
        except OSError as error:
            raise cannot_write(path, error, "choose another directory") from error
        with suppress(OSError):  # some file systems have no locks; nobody can tell then that it is written
            fcntl.flock(file, fcntl.LOCK_EX)
        return cls(path, file, clock)

    @classmethod
    def resume(
        cls, directory: Path, last: Header | None, *, clock: Callable[[], float] = time.monotonic
    ) -> Log:
        """Continues a log after `last`, its last complete event, to write the closing events that its writer
        did not write before it ended.

        A line that was cut off stays as it is; readers report it. Raises UserError if the writer is alive.
        """
        path = directory / EVENTS_FILE
        try:
            file = path.open("a+", encoding="utf-8", newline="\n")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UserError(f"{str(path)!r} is still being written; wait until its run has ended") from error
        except OSError as error:
            raise cannot_write(path, error) from error
        if _is_cut_off(path):
            file.write("\n")
        log = cls(path, file, clock)
        if last is not None:
            log._began -= last.t
            log._next, log._tick, log._round = last.seq + 1, last.tick, last.round
        return log

    @property
    def closed(self) -> bool:
        return self._file.closed

    @property
    def count(self) -> int:
        """The number of appended events."""
        return self._next

    @property
    def tick(self) -> int | None:
        return self._tick

    @property
    def round(self) -> int | None:
        return self._round

    def append(self, event: E) -> E:
        """Writes `event` and returns it as written.

        Fields that the appender set are kept, except `seq` and `t`.
        """
        if self._file.closed:
            raise LogClosed(f"{event!r} came after the end of {self.path.name}")
        if event.tick is not None:
            self.set_tick(event.tick)
        filled = event.model_copy(update=self._fill(event))
        try:
            line = filled.model_dump_json(exclude_none=True)
        except PydanticSerializationError:
            filled = type(event).model_validate(_each_text(filled.model_dump(), _whole))
            line = filled.model_dump_json(exclude_none=True)
        if (redacted := redact(line)) != line:
            line, filled = redacted, type(event).model_validate_json(redacted)
        if len(line) > LARGEST_LINE // 4 and len(line.encode()) > LARGEST_LINE:
            filled = type(event).model_validate(_each_text(filled.model_dump(), _cut))
            line = filled.model_dump_json(exclude_none=True)
            if len(line.encode()) > LARGEST_LINE:
                kind = getattr(event, "kind", "")
                raise Fault(f"an event of kind {kind!r} has {len(line):,} characters, too many for a line")
        try:
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as error:
            with suppress(LogClosed):
                self.close()
            raise LogClosed(f"cannot write {str(self.path)!r}: {error.strerror}") from error
        self._next += 1
        self._follow(filled)
        for subscriber in tuple(self._subscribers):
            subscriber(filled)
        return filled

    def set_tick(self, tick: int) -> None:
        """Sets the game time for events that have none of their own. The game time never goes backwards."""
        self._tick = tick if self._tick is None else max(self._tick, tick)

    def set_round(self, number: int | None) -> None:
        self._round = number

    def running(self, agent: str, seq: int, subtask: str | None) -> None:
        """From now on, event `seq` counts as the cause of all reports of the server and the bot about
        `agent`.

        `append` calls it automatically on `skill.started`; call it only for work that is not a skill.
        """
        self._running[agent] = _Running(seq, subtask)

    def idle(self, agent: str) -> None:
        """Records that `agent` runs nothing now. `append` calls this automatically on `skill.ended`."""
        running = self._running.get(agent)
        if running is None:
            return
        if self._tick is None:
            del self._running[agent]
        elif running.until is None:
            running.until = self._tick

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Calls `subscriber` with every event once it is written; returns a function that ends the
        subscription.
        """
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def close(self) -> None:
        """Closes the log. May be called twice."""
        try:
            self._file.close()
        except OSError as error:
            raise LogClosed(f"cannot write {str(self.path)!r}: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _fill(self, event: Header) -> dict[str, Any]:
        fields: dict[str, Any] = {"seq": self._next, "t": round(self._clock() - self._began, 3)}
        if event.tick is None:
            fields["tick"] = self._tick
        if event.round is None:
            fields["round"] = self._round
        running = self._cause_of(event)
        if running is not None:
            if not event.cause:
                fields["cause"] = (running.seq,)
            if event.subtask is None:
                fields["subtask"] = running.subtask
        return fields

    def _cause_of(self, event: Header) -> _Running | None:
        if event.agent is None or isinstance(event, SkillStarted):
            return None
        if event.source == "crew" and not isinstance(event, SkillEnded):
            return None
        running = self._running.get(event.agent)
        if running is None or running.until is None:
            return running
        tick = event.tick if event.tick is not None else self._tick
        return running if tick is not None and tick <= running.until + LATE_TICKS else None

    def _follow(self, event: Header) -> None:
        if event.agent is None:
            return
        if isinstance(event, SkillStarted):
            self.running(event.agent, event.seq, event.subtask)
        elif isinstance(event, SkillEnded):
            self.idle(event.agent)


def _is_cut_off(path: Path) -> bool:
    """Whether the log's last line is incomplete."""
    with open_file(path) as file:
        if not file.seek(0, os.SEEK_END):
            return False
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"


def is_written(path: Path) -> bool:
    """Whether the process that writes the log `path` is alive: its lock is freed however the process ends."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would be waited for
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        finally:
            os.close(file)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Returns the value with `change` applied to every text in it."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): _each_text(part, change) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_each_text(part, change) for part in value]
    return value


def _whole(text: str) -> str:
    """Replaces half surrogate pairs (a chat line cut within an emoji) by U+FFFD: UTF-8 cannot hold them."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
