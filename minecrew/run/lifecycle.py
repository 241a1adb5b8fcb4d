"""Runs a task, from parsed options to the exit code: the bundle, the log, the live view, and all ways in
which a run can end.

The crew is called only in `play`. Whatever happens in it, the log gets a `run.ended` and the bundle gets a
result, within `GRACE` seconds after a signal. This module does not know minds, bots or servers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from minecrew.agents import RunResult
from minecrew.judging.findings import judge_again, keep_findings
from minecrew.judging.talk_reader import ask_reader, budget_left
from minecrew.judging.talk_readings import reader_of_run
from minecrew.options import Options
from minecrew.run.live import JsonView, LiveView, View
from minecrew.run.manifest import RunTask, make_manifest
from minecrew.run.report import error_line, print_error, print_result, record_unforeseen, tell_where
from minecrew.runlog import (
    Fault,
    FaultEvent,
    ForkOrigin,
    Header,
    Log,
    Reading,
    RunBundle,
    RunEnded,
    RunStarted,
    Summary,
    ThinkingFile,
    UserError,
)
from minecrew.terminal import say_error

GRACE = 2.0
"""Seconds that the crew has for cleaning up after a signal. After Ctrl-C, the command ends within 3
seconds.
"""
INTERRUPTED = 130
SIGNALS = {signal.SIGINT: "by Ctrl-C", signal.SIGTERM: "by SIGTERM"}


Play = Callable[[Any, Options, Log, RunBundle], Awaitable[RunResult]]
Listen = Callable[[Callable[[str], None]], Coroutine[Any, Any, None]]
"""Receives a function that ends the run; its argument is the reason, e.g. 'by a person'."""


def run(
    task: RunTask,
    options: Options,
    play: Play,
    console: Console,
    *,
    queued: RunBundle | None = None,
    listen: Listen | None = None,
    view: View | None = None,
    forks: tuple[ForkOrigin, ...] = (),
) -> int:
    """Runs `task` with `play` and returns the exit code.

    `queued`: the bundle of a run that was requested earlier, with its manifest. Its result is not printed,
    and a user's mistake in it is recorded as the end of the run. `listen` receives a function that ends the
    run. `view`: shows a queued run; without it, a queued run is not shown. `forks`: the origin of the run, if
    it is a fork.
    """
    bundle = queued or RunBundle.create(options.out, title=task.title)
    if queued is None:
        bundle.write_manifest(make_manifest(task, options, bundle.id, forks=forks))
    view = (view or View()) if queued else _view(task, options, console)
    with bundle.log() as log, view:
        end = _LogEnd(task, log, bundle)
        log.subscribe(view)
        log.subscribe(end.note)
        log.subscribe(lambda event: tell_where(event, bundle, view))
        log.progress.subscribe(view.think)
        thinking = ThinkingFile(bundle.thinking_path)
        log.progress.subscribe(thinking)
        ending, error = asyncio.run(_supervise(play(task, options, log, bundle), end, listen))
        thinking.remove()
        if log.count == 0 and isinstance(error, UserError) and queued is None:
            _remove(bundle)
            raise error
        # Who finds that the log is not written any more finds all that belongs to the run.
        try:
            end.write(ending, error)
            record_unforeseen(bundle, error)
            result = end.summary.result()
            bundle.write_result(result)
            _judge(bundle)
        except Fault as fault:  # the disk is full: what was written stays, and says how far the run came
            print_error(error if isinstance(error, Fault) else fault)
            return 3
    if queued is None and not options.json_lines:
        print_result(result, bundle, options, console)
    if error is not None and not isinstance(error, asyncio.CancelledError):
        print_error(error, bundle)
    return ending.exit_code


@dataclass
class _LogEnd:
    """The end of a run's log, which is written here if the crew cannot write it."""

    task: RunTask
    log: Log
    bundle: RunBundle
    is_written: bool = False
    summary: Summary = field(default_factory=Summary)

    def note(self, event: Header) -> None:
        self.is_written = self.is_written or isinstance(event, RunEnded)
        self.summary.add(event)

    def write(self, ending: RunResult, error: BaseException | None = None) -> None:
        """Writes the end of the log if it has none and can be written."""
        if self.is_written or self.log.closed:
            return
        task = self.task
        if self.log.count == 0:
            goal, personas = dict(task.goal), dict(task.personas)
            start = RunStarted(
                run=self.bundle.id, title=task.title, goal=goal, agents=task.names, personas=personas
            )
            self.log.append(start)
        if ending.exit_code == 3:
            self.log.append(FaultEvent(where=getattr(error, "where", "crew"), message=ending.reason))
        self.log.append(RunEnded(outcome=ending.outcome, reason=ending.reason, exit_code=ending.exit_code))

    def give_up(self, why: str) -> None:
        """Ends the log, the process and its children if the crew does not end by itself."""
        try:
            self.write(_interrupted(why))
            self.bundle.write_result(self.summary.result())
            self.log.close()
        finally:
            os._exit(INTERRUPTED)


async def _supervise(
    playing: Awaitable[RunResult], end: _LogEnd, listen: Listen | None
) -> tuple[RunResult, BaseException | None]:
    """Plays until the run ends, an error occurs or a signal arrives."""
    loop = asyncio.get_running_loop()
    playing = asyncio.ensure_future(playing)
    caught: list[str] = []

    def interrupt(why: str) -> None:
        caught.append(why)
        if len(caught) == 1:  # later ones would cut off the tidying up
            loop.call_later(GRACE, end.give_up, why)
            playing.cancel(f"interrupted {why}")

    signals = SIGNALS if threading.current_thread() is threading.main_thread() else {}
    for name, why in signals.items():
        loop.add_signal_handler(name, interrupt, why)
    listening = asyncio.ensure_future(listen(interrupt)) if listen else None
    try:
        return await playing, None
    except asyncio.CancelledError as error:
        return _interrupted(caught[0] if caught else ""), error
    except Exception as error:
        if caught:  # a fault while tidying up is no news
            return _interrupted(caught[0]), asyncio.CancelledError()
        root = _root(error)
        if isinstance(root, UserError):
            return RunResult("impossible", str(root), 2), root
        return RunResult("fault", error_line(root), 3), root
    finally:
        if listening:
            listening.cancel()
        for name in signals:
            loop.remove_signal_handler(name)
            if caught:  # the end is still to be written, and the process ends anyway
                signal.signal(name, signal.SIG_IGN)


def _interrupted(why: str) -> RunResult:
    return RunResult("interrupted", f"interrupted {why}".strip(), INTERRUPTED)


def _judge(bundle: RunBundle) -> None:
    """If a detector breaks or the log is too large to read, the run has no findings but is otherwise
    unaffected.
    """
    try:
        reading = bundle.read()
        _read_talk(bundle, reading)
        judged = judge_again(reading)
        keep_findings(bundle, judged.findings)
        for problem in judged.problems:
            say_error(problem)
    except Fault:
        raise
    except Exception as error:
        print_error(error)


def _read_talk(bundle: RunBundle, reading: Reading) -> None:
    """Asks the reader that the task names, once, within the rest of the run's budget."""
    spec, manifest = reader_of_run(bundle), bundle.manifest()
    if spec.kind == "rules" or manifest is None:
        return
    try:
        read = asyncio.run(ask_reader(reading, spec, budget=budget_left(manifest, reading.events)))
    except (UserError, KeyboardInterrupt) as error:
        say_error(f"the rules read the discussion because {spec.model!r} could not: {error or 'interrupted'}")
        return
    for one in read:
        if one.outcome != "answered":
            say_error(
                f"the rules read round {one.round} because {spec.model!r} could not: {one.outcome} "
                f"{one.message}"
            )


def _root(error: BaseException) -> BaseException:
    """Returns the most important error of a group: an internal fault comes before a user's mistake."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    inner = [_root(one) for one in error.exceptions]
    for kind in (Fault, UserError, Exception):
        for one in inner:
            if isinstance(one, kind):
                return one
    return inner[0]


def _remove(bundle: RunBundle) -> None:
    """Removes the bundle of a run that logged no events."""
    for path in (bundle.path / "manifest.json", bundle.events_path):
        path.unlink(missing_ok=True)
    for directory in (bundle.skills_path, bundle.path):
        with suppress(OSError):
            directory.rmdir()


def _view(task: RunTask, options: Options, console: Console) -> View:
    if options.json_lines:
        return JsonView(console)
    tables = task.model_dump(mode="json")
    roles = (tables.get("team", {}).get("evaluator"), tables.get("critic", {}).get("by"))
    somebody_types = bool(options.human) or "human" in roles
    return LiveView(console, foot=not somebody_types)
