"""`run_task` plays a run from a program or a notebook. The bundle is the same as with `minecrew run`.

The run has its own thread, because a notebook's event loop already runs in the main thread.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any

from rich.console import Console

from minecrew.agents import Task
from minecrew.api.loaded_run import LoadedRun
from minecrew.options import Options, read_options, setting_paths
from minecrew.run.choice import choose_task, require_no_seat, require_ours
from minecrew.run.lifecycle import run
from minecrew.run.live import View
from minecrew.run.manifest import make_manifest
from minecrew.run.play import play
from minecrew.runlog import (
    Header,
    Objects,
    PluginKind,
    RoundStarted,
    RunBundle,
    RunEnded,
    UserError,
    passing,
)
from minecrew.setup import ensure_setup
from minecrew.skills import skill_places

OBJECTS: Mapping[str, PluginKind] = {
    "mind": "minds",
    "discussion": "structures",
    "arena": "arenas",
}
"""Options whose value may be an object, with the plug-in kind of that object."""
PASSED = "passed"
"""The name that an unnamed object gets."""


def run_task(
    task: str | Path | Mapping[str, int],
    *,
    out: str | Path = "runs",
    show: bool = False,
    objects: Objects | None = None,
    **options: Any,
) -> LoadedRun:
    """Plays a task, which takes seconds to minutes, and returns the run.

    `task`: a task's name, a .toml file, or a goal such as `{"ladder": 3}`. `options`: options of `minecrew
    run` by name (`seed=3`, `agents=2`, `speed="max"`, `guard="block"`), and keys of a task's tables, in which
    two underscores stand for a dot (`limits__attempts=3`). `mind`, `discussion` and `arena` also accept an
    object: a function that makes a mind, a `Structure`, or the path of an arena's file. `objects` maps a kind
    (detectors, personas and other plug-ins, see docs/plugins.md) to names, and each name to an object. `out`:
    the folder of runs. `show`: whether to print a line when a round begins and when the run ends.

    A run that ends with "not met" or a fault is returned like any other run. Raises UserError if an argument
    is invalid. Raises KeyboardInterrupt if the run is interrupted; its log still gets a closing event.
    """
    given, passed = _split(task, options, dict(objects or {}))
    with passing(passed):
        chosen = read_options({**given, "out": Path(out)})
        chosen = chosen.model_copy(update={"skills": skill_places(chosen.skills)})
        wanted = choose_task(chosen)
        require_no_seat(wanted)
        ensure_setup()
        require_ours(wanted, server=chosen.server)
        bundle = RunBundle.create(chosen.out, title=wanted.title)
        bundle.write_manifest(make_manifest(wanted, chosen, bundle.id))
        code = _play_apart(wanted, chosen, bundle, Milestones() if show else View())
    found = LoadedRun(bundle.path)
    if code == 2:
        raise UserError(found.result.reason)
    return found


def _split(
    task: str | Path | Mapping[str, int], options: Mapping[str, Any], objects: dict[PluginKind, Any]
) -> tuple[dict[str, Any], Objects]:
    """Returns the options by name, and their objects. Raises UserError if a name is not an option."""
    known = setting_paths()
    given: dict[str, Any] = {}
    for written, value in options.items():
        name = written.replace("__", ".")
        if name not in known:
            raise UserError(f"there is no option {written!r}; `minecrew run --help` lists them")
        if name in OBJECTS and not isinstance(value, str):
            called = value.stem if isinstance(value, Path) else getattr(value, "name", PASSED)
            objects[OBJECTS[name]] = {**objects.get(OBJECTS[name], {}), called: value}
            value = called
        given[name] = tuple(value) if isinstance(value, list) else value
    if isinstance(task, Mapping):
        given["goals"] = tuple(f"{item}={count}" for item, count in task.items())
    else:
        given["task"] = str(task)
    return given, objects


def _play_apart(task: Task, options: Options, bundle: RunBundle, view: View) -> int:
    """Plays in a thread. If this call is interrupted, the run ends and closes its log."""
    stop = _Stop()
    ended: list[int | BaseException] = []

    def work() -> None:
        try:
            quiet = Console(quiet=True)
            ended.append(run(task, options, play, quiet, queued=bundle, listen=stop.listen, view=view))
        except BaseException as error:
            ended.append(error)

    thread = threading.Thread(target=copy_context().run, args=(work,), name="run_task")
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        stop()
        thread.join()
        raise
    [end] = ended
    if isinstance(end, BaseException):
        raise end
    return end


class Milestones(View):
    """Prints a line when a round begins and when the run has ended."""

    def __call__(self, event: Header) -> None:
        if isinstance(event, (RoundStarted, RunEnded)):
            sys.stdout.write(f"{''.join(event.sentence())}\n")
            sys.stdout.flush()


class _Stop:
    """Ends the run from another thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._called: asyncio.Event | None = None
        self._asked = False

    def __call__(self) -> None:
        self._asked = True
        if self._loop and self._called:
            with suppress(RuntimeError):  # it has just ended
                self._loop.call_soon_threadsafe(self._called.set)

    async def listen(self, stop: Callable[[str], None]) -> None:
        self._loop, self._called = asyncio.get_running_loop(), asyncio.Event()
        if not self._asked:
            await self._called.wait()
        stop("by Ctrl-C")
