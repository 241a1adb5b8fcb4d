"""Progress that is shown but not logged: the agents that are thinking, and how many characters each has
written so far.

A log has only one line per model call, because one line per token would make it far too long. A viewer of a
run in progress subscribes, or reads `RunBundle.thinking` in another process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import TypeAdapter

from minecrew.runlog.crew_events import Purpose
from minecrew.runlog.errors import MinecrewError
from minecrew.runlog.header import Record
from minecrew.runlog.writing import write_whole

PAUSE = 0.5
"""Seconds between two updates of the file while the same agents think."""


class Thinking(Record):
    """An agent or auxiliary agent that was asked and has not answered yet."""

    agent: str | None
    """None if the question is asked on behalf of the whole crew."""
    purpose: Purpose
    characters: int = 0
    """Number of characters so far, including thoughts; 0 if they cannot be counted."""


Thinkers = tuple[Thinking, ...]
THINKERS: TypeAdapter[Thinkers] = TypeAdapter(Thinkers)


class Progress:
    """The agents that are thinking in one run."""

    def __init__(self) -> None:
        self._now: dict[object, Thinking] = {}
        self._subscribers: list[Callable[[Thinkers], None]] = []

    def subscribe(self, subscriber: Callable[[Thinkers], None]) -> None:
        """Calls `subscriber` with all thinkers at each change, up to once per token."""
        self._subscribers.append(subscriber)

    @contextmanager
    def thinking(self, *, agent: str | None, purpose: Purpose) -> Iterator[Callable[[int], None]]:
        """A context in which an agent thinks.

        The context yields a function that takes the number of characters so far.
        """
        who, key = Thinking(agent=agent, purpose=purpose), object()

        def written(characters: int) -> None:
            self._now[key] = who.model_copy(update={"characters": characters})
            self._tell()

        written(0)
        try:
            yield written
        finally:
            del self._now[key]
            self._tell()

    def _tell(self) -> None:
        for subscriber in self._subscribers:
            subscriber(tuple(self._now.values()))


class ThinkingFile:
    """Keeps a file up to date with a run's progress, for readers in other processes."""

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._who: list[tuple[str | None, Purpose]] = []
        self._next = 0.0

    def __call__(self, thinkers: Thinkers) -> None:
        who = [(one.agent, one.purpose) for one in thinkers]
        if who == self._who and self._clock() < self._next:
            return
        self._who, self._next = who, self._clock() + PAUSE
        with suppress(MinecrewError):  # the log tells of a full disk
            write_whole(self._path, THINKERS.dump_json(thinkers))

    def remove(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
