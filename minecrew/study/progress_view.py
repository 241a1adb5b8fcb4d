"""Shows the progress of a session: a bar on a terminal, lines elsewhere, and a file that the page reads."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from minecrew.runlog import DiskFull, UserError, write_whole
from minecrew.study.forecast import duration
from minecrew.study.planned_run import PlannedRun
from minecrew.study.sitting import StudyProgress
from minecrew.study.store import StudyStore

EVERY = 30.0
"""Seconds between two lines if there is no terminal."""
FILE_EVERY = 2.0


class ProgressView:
    """A context manager that receives the progress of a session."""

    def __init__(
        self, store: StudyStore, console: Console, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._console, self._clock = store, console, clock
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
        self._bar = Progress(*columns, console=console, disable=not console.is_terminal, transient=True)
        self._job = self._bar.add_task("", total=None)
        self._said = self._written = clock() - FILE_EVERY

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def __call__(self, tally: StudyProgress, run: PlannedRun | None) -> None:
        words = tell_tally(tally)
        self._bar.update(self._job, total=tally.planned, completed=tally.done, description=words)
        now = self._clock()
        if now - self._written >= FILE_EVERY or not tally.running:
            self._written = now
            try:
                write_whole(self._store.path / "progress.json", tally.as_json())
            except (UserError, DiskFull):  # the study itself will say so
                return
        if not self._console.is_terminal and run is not None and now - self._said >= EVERY:
            self._said = now
            self._console.print(Text(f"{tally.done} of {tally.planned} runs; {words}"), soft_wrap=True)


def tell_tally(tally: StudyProgress) -> str:
    """The progress in words: '12 not met, 1 fault, 640 runs per hour, 12 min left'."""
    parts = [f"{tally.done - tally.met} not met", f"{tally.faults} fault{'' if tally.faults == 1 else 's'}"]
    if tally.given_up:
        parts.append(f"{tally.given_up} given up")
    if tally.per_hour and tally.seconds_left is not None:
        parts += [f"{tally.per_hour:.0f} runs per hour", f"{duration(tally.seconds_left)} left"]
    return ", ".join(parts)
