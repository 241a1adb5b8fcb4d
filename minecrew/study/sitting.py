"""One session of a study: plays the missing runs until all are done or a person stops it.

A run is done if it ended normally, whether it met its goal or not. If a run fails (exit code 3, or its
process died), it is attempted up to `TRIES` times and never counts as "not met". A problem that a person must
fix first (exit code 2, e.g. a wrong key or address) ends the session.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from minecrew.runlog import RunBundle, UserError, read_file, write_whole
from minecrew.study.engine import EndedRun, Engine
from minecrew.study.planned_run import PlannedRun, StudyPlan
from minecrew.study.store import StudyStore, key_of, read_result

TRIES = 3
"""Maximum number of attempts at a run that fails: the first attempt and two retries."""
WAIT = 0.5
"""Seconds between two checks of the engine."""
FAULT = "fault.txt"
"""The file that describes how the process of a run died; it is in the run's bundle."""


@dataclass
class StudyProgress:
    """The progress of a study."""

    planned: int
    done: int = 0
    met: int = 0
    faults: int = 0
    """Number of attempts that failed."""
    given_up: int = 0
    """Number of runs that failed in all their attempts."""
    played: int = 0
    """Number of runs that ended in this session, including failed runs."""
    running: int = 0
    seconds: float = 0.0
    """Real seconds of this session."""

    @property
    def left(self) -> int:
        return self.planned - self.done - self.given_up

    @property
    def per_hour(self) -> float | None:
        """Runs per hour in this session."""
        return 3600 * self.played / self.seconds if self.played and self.seconds else None

    @property
    def seconds_left(self) -> float | None:
        return None if not self.per_hour else 3600 * self.left / self.per_hour

    def as_json(self) -> str:
        return json.dumps({**vars(self), "left": self.left, "per_hour": self.per_hour}) + "\n"


@dataclass
class Sitting:
    """Plays the runs of `plan` that `store` does not contain yet."""

    plan: StudyPlan
    store: StudyStore
    engine: Engine
    tell: Callable[[StudyProgress, PlannedRun | None], None] = lambda tally, run: None
    """Called with each run that has ended, and with None when only time has passed."""
    kept: Callable[[RunBundle], None] = lambda bundle: None
    """Called with each run that is done."""
    again: bool = False
    """Whether runs that failed in all their attempts get the same number of attempts again."""
    clock: Callable[[], float] = time.monotonic
    tally: StudyProgress = field(init=False)
    _fresh: deque[RunBundle] = field(default_factory=deque, init=False)
    """Finished runs that have not been reported yet."""

    def __post_init__(self) -> None:
        self.tally = StudyProgress(len(self.plan.runs))

    def play(self, *, most: int | None = None) -> StudyProgress:
        """Plays until no run is left to play, or until `most` runs, including failed ones, have ended in this
        sitting.

        Raises UserError if a person must act first.
        """
        began = self.clock()
        self.store.sweep()
        waiting = self._waiting()
        running: dict[str, PlannedRun] = {}
        self._report(None)
        while waiting or running:
            while waiting and self.engine.room() > 0 and not _enough(self.tally, running, most):
                run = waiting.popleft()
                self.engine.give(self.store.prepare(run))
                running[run.key] = run
            while self._fresh:  # the engine plays meanwhile
                self.kept(self._fresh.popleft())
            if not running:
                break
            ended = self.engine.take(WAIT)
            self.tally.seconds = self.clock() - began
            run_ended = None
            if ended is not None and (key := key_of(ended.bundle.path)) in running:
                run_ended = running.pop(key)
                if self._settle(ended, run_ended):
                    waiting.append(run_ended)
            self.tally.running = len(running)
            self._report(run_ended)
        while self._fresh:
            self.kept(self._fresh.popleft())
        return self.tally

    def _waiting(self) -> deque[PlannedRun]:
        done, tries = self.store.done(), self.store.tries()
        for key in self.plan.by_key.keys() & done.keys():
            self._count(done[key])
        self._spare = dict(tries) if self.again else {}
        waiting: deque[PlannedRun] = deque()
        for run in self.plan.runs:
            if run.key in done:
                continue
            if self._tries(run.key, tries) >= TRIES:
                self.tally.given_up += 1
            else:
                waiting.append(run)
        return waiting

    def _tries(self, key: str, tries: dict[str, int]) -> int:
        """Returns the attempts that count; with `again`, only those of this session."""
        return tries.get(key, 0) - self._spare.get(key, 0)

    def _settle(self, ended: EndedRun, run: PlannedRun) -> bool:
        """Moves a bundle to its final place. Returns whether the run should be attempted again."""
        result = read_result(ended.bundle)
        code = result.exit_code if result else None
        if code in (0, 1):
            bundle = self.store.keep(ended.bundle, "runs")
            self.tally.played += 1
            self._count(bundle)
            self._fresh.append(bundle)
            return False
        if code == 2 and result:
            self.store.keep(ended.bundle, "unfinished")
            raise UserError(f"{run.cell.title}, seed {run.seed}: {result.reason}")
        self.tally.played += 1
        self.tally.faults += 1
        bundle = self.store.keep(ended.bundle, "faults")
        if ended.problem:
            write_whole(bundle.path / FAULT, ended.problem + "\n")
        if self._tries(run.key, self.store.tries()) < TRIES:
            return True
        self.tally.given_up += 1
        return False

    def _count(self, bundle: RunBundle) -> None:
        result = read_result(bundle)
        self.tally.done += 1
        self.tally.met += result is not None and result.outcome == "met"

    def _report(self, run: PlannedRun | None) -> None:
        self.tell(self.tally, run)


def _enough(tally: StudyProgress, running: Collection[str], most: int | None) -> bool:
    return most is not None and tally.played + len(running) >= most


def fault_reason(bundle: RunBundle) -> str:
    """Returns the reason why a run failed, in one line."""
    try:
        return " ".join(read_file(bundle.path / FAULT).decode(errors="replace").split())
    except OSError:
        result = read_result(bundle)
        return result.reason if result else "its process ended without a result"
