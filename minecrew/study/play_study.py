"""`minecrew study`: a study's file and its directory, from the plan to the end of a session."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.text import Text

from minecrew.runlog import RunBundle, UserError, cannot_write, write_whole
from minecrew.setup import ensure_setup
from minecrew.study.capacity import RunCapacity
from minecrew.study.engine import Engine
from minecrew.study.fingerprint import changed_files, code_hashes
from minecrew.study.forecast import SittingRecord, describe, duration, forecast
from minecrew.study.local_engine import LocalEngine
from minecrew.study.planned_run import PlannedRun, StudyPlan, plan_study
from minecrew.study.progress_view import ProgressView, tell_tally
from minecrew.study.sitting import TRIES, Sitting, StudyProgress, fault_reason
from minecrew.study.store import StudyStore
from minecrew.study.study_file import StudyFile, read_study
from minecrew.tables.schema import FACTOR
from minecrew.tables.table_files import TableFiles

EngineName = Literal["local", "ray"]
STUDIES = Path("studies")
"""The default directory of studies, in the current directory."""
SHOWN = 5


@dataclass(frozen=True)
class StudyChoice:
    """The options with which a study is played."""

    engine: EngineName = "local"
    address: str | None = None
    """The address of a Ray cluster; None starts one on this machine."""
    parallel: int | None = None
    """Number of simultaneous runs; None means as many as cores and memory allow."""
    most: int | None = None
    """Maximum number of runs that end in this session."""
    again: bool = False
    new_code: bool = False


class PlannedStudy:
    """A study's file, with its directory and all of its runs."""

    def __init__(self, path: Path, directory: Path | None = None) -> None:
        """`directory`: default: studies/<name of the file>. Raises UserError."""
        self.path = path
        self.file: StudyFile = read_study(path)
        self.store = StudyStore((directory or STUDIES / path.stem).resolve())
        self.plan: StudyPlan = plan_study(self.file, path.resolve().parent, code_hashes())

    def describe(self) -> list[str]:
        """Returns the output of `--dry-run`."""
        lines = [self.file.title, *([self.file.question] if self.file.question else [])]
        factors = [f"{name} ({len(levels)})" for name, levels in self.file.factors.items()]
        seeds, repeats = len(self.file.seeds), self.file.repeats
        cells = len(self.plan.runs) // (seeds * repeats)
        told = f"{' x '.join(factors) or 'no factor'}: {cells} cells x {seeds} seeds"
        lines.append(f"design      {told}{f' x {repeats} repeats' if repeats > 1 else ''}")
        lines += describe(forecast(self.plan, self.store, TRIES))
        if changed := self.changed():
            lines.append(f"code        changed since the last session: {_some(changed)}")
        return lines

    def played(self) -> StudyPlan:
        """The plan with the code with which the study was last played. After a change of the code, the
        finished runs can still be read, although none of them belongs to the new plan.
        """
        code = self.store.lock()
        if not code or code == self.plan.code:
            return self.plan
        return plan_study(self.file, self.path.resolve().parent, code)

    def done(self) -> dict[str, RunBundle]:
        """Maps keys to runs, for the finished runs that the file contains, in the order of the plan."""
        found = self.store.done()
        return {run.key: found[run.key] for run in self.played().runs if run.key in found}

    def changed(self) -> list[str]:
        """Returns the files that affect runs and have changed since the study was last played."""
        before = self.store.lock()
        return changed_files(before, self.plan.code) if before else []

    def play(
        self,
        choice: StudyChoice,
        console: Console,
        *,
        engine: Callable[[int], Engine] | None = None,
    ) -> StudyProgress:
        """Plays the missing runs. `engine`: a function that creates the engine, instead of the one that
        `choice` names, given the file descriptor of the lock. Raises UserError if the study is being played
        already, or if the code has changed and `choice` does not allow it.
        """
        store = self.store
        with store.playing() as lock:
            self._check_code(choice)
            store.write_lock(self.plan.code, _packages())
            _copy(self.path, store.path / "study.toml")
            files = TableFiles(store.tables)
            done = store.done()

            def kept(bundle: RunBundle) -> None:
                key = bundle.id.rpartition("-")[2]
                done[key] = bundle
                files.add(key, bundle.read)
                if files.is_due(len(done)):
                    self.make_tables(files, done)

            began, started = time.monotonic(), datetime.now(UTC)
            with (
                _gently() as check,
                (engine or self._engine(choice))(lock) as playing,
                ProgressView(store, console) as view,
            ):

                def report(tally: StudyProgress, run: PlannedRun | None) -> None:
                    check()
                    view(tally, run)

                sitting = Sitting(self.plan, store, playing, report, kept, again=choice.again)
                try:
                    tally = sitting.play(most=choice.most)
                finally:
                    self._record(sitting.tally, playing, choice, started, time.monotonic() - began)
            store.sweep()
            self.make_tables(files, store.done())
            self._tell(tally, console)
            return tally

    def make_tables(self, files: TableFiles | None = None, done: dict[str, RunBundle] | None = None) -> int:
        """Writes the tables of all finished runs that the study file contains. Returns the number of runs."""
        files = files or TableFiles(self.store.tables)
        done = self.store.done() if done is None else done
        runs = [run for run in self.played().runs if run.key in done]
        for run in runs:
            files.add(run.key, done[run.key].read)
        more = {
            run.key: {
                **{f"{FACTOR}{name}": level for name, level in run.cell.levels.items()},
                "repeat": run.repeat,
            }
            for run in runs
        }
        files.make([run.key for run in runs], more)
        files.tidy()
        return len(runs)

    def _engine(self, choice: StudyChoice) -> Callable[[int], Engine]:
        minutes = self.file.minutes
        if choice.engine == "ray":
            from minecrew.study.ray_engine import RayEngine

            return lambda lock: RayEngine(choice.address, parallel=choice.parallel, minutes=minutes)
        if choice.address is not None:
            raise UserError("--address works only with --engine ray; add --engine ray")
        capacity = RunCapacity(choice.parallel)
        return lambda lock: LocalEngine(capacity, minutes=minutes, keep_open=(lock,))

    def _check_code(self, choice: StudyChoice) -> None:
        changed = self.changed()
        if changed and not choice.new_code and self.store.done():
            raise UserError(
                f"files that affect runs have changed ({_some(changed)}); restore them to "
                "continue this study, or give --new-code to play all runs again"
            )

    def _record(
        self, tally: StudyProgress, engine: Engine, choice: StudyChoice, started: datetime, seconds: float
    ) -> None:
        capacity = getattr(engine, "capacity", None)
        busy = capacity.full / capacity.samples if capacity and capacity.samples else None
        record = SittingRecord(
            started=started.isoformat(timespec="seconds"),
            seconds=seconds,
            played=tally.played,
            done=tally.done,
            faults=tally.faults,
            per_hour=tally.per_hour,
            engine=choice.engine,
            at_once=engine.at_once,
            busy=busy,
        )
        with (self.store.path / "sittings.jsonl").open("a", encoding="utf-8") as file:
            file.write(record.model_dump_json() + "\n")

    def _tell(self, tally: StudyProgress, console: Console) -> None:
        for line in (
            f"{tally.done} of {tally.planned} runs are done; {tell_tally(tally)}; {duration(tally.seconds)}",
            f"tables  {self.store.tables}",
        ):
            console.print(Text(line), soft_wrap=True)
        for key, bundles in self.store.bundles("faults").items():
            if key in self.plan.by_key and key not in self.store.done():
                run = self.plan.by_key[key]
                told = f"failed {len(bundles)} times: {run.cell.title}, seed {run.seed}: "
                console.print(Text(told + fault_reason(bundles[-1]), style="red"), soft_wrap=True)


def open_study(name: Path, directory: Path | None = None) -> PlannedStudy:
    """Returns a study, given its file or its directory. Raises UserError.

    The npm packages are installed first if they are missing, because they contain the names of the items.
    """
    ensure_setup()
    if name.is_dir():
        return PlannedStudy(name / "study.toml", name)
    return PlannedStudy(name, directory)


@contextmanager
def _gently() -> Iterator[Callable[[], None]]:
    """Lets Ctrl-C and SIGTERM end a session between two runs. Yields a function that raises KeyboardInterrupt
    if one of them has come.

    If a signal's handler raises an exception, Python may drop it, for example in a destructor. Therefore only
    the second signal, of a person who does not want to wait, raises it at once.
    """
    asked = False

    def hear(*_: object) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    def check() -> None:
        if asked:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # only that one hears of signals
        yield check
        return
    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield check
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    check()


def _copy(source: Path, target: Path) -> None:
    if source.resolve() == target.resolve():
        return
    try:
        content = source.read_bytes()
    except OSError as error:
        raise cannot_write(target, error) from error
    write_whole(target, content)


def _packages() -> dict[str, str]:
    """Every installed Python package and its version, and Python's own."""
    found = {str(one.metadata["Name"]): one.version for one in distributions() if one.metadata["Name"]}
    return {**found, "python": sys.version.split()[0]}


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:SHOWN])
    return shown if len(names) <= SHOWN else f"{shown} and {len(names) - SHOWN} more"
