"""The output of a run besides its events: the address of its world, its result, and errors."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from shutil import which

from rich.console import Console
from rich.text import Text

from minecrew.options import Options
from minecrew.run.live import View
from minecrew.runlog import RUNS, Header, MinecrewError, Result, RunBundle, RunStarted, write_whole
from minecrew.terminal import say_error
from minecrew.terminal.formatting import tell_counts, tell_personas


def print_result(result: Result, bundle: RunBundle, options: Options, console: Console) -> None:
    """Prints the result of the run, except the outcome, which the view has already shown."""
    game = "" if result.game_seconds is None else f"{result.game_seconds:.0f} s of game time, "
    goal = result.goal.items()
    held = ", ".join(
        f"{result.have.get(item, 0)} of {count} {item.replace('_', ' ')}" for item, count in goal
    )
    took = f"{result.rounds} round{'' if result.rounds == 1 else 's'}, {game}{result.seconds:.0f} s"
    told = f"crew holds {held}; {took}" if held else took
    console.print(f"\n{told}", highlight=False, soft_wrap=True)
    if (judged := bundle.result()) and judged.findings is not None:
        given = tell_personas(result.personas)
        found = Text(f"found   {tell_counts(judged.findings)}")
        console.print(found.append(f"  {given}" if given else "", style="yellow"), soft_wrap=True)
    console.print(Text(f"run     {_near(bundle.path)}"), soft_wrap=True)
    known = options.out.resolve() == RUNS.resolve()
    name = bundle.id if known else _near(bundle.path)
    console.print(Text(f"replay  {_command()} replay {name}"), soft_wrap=True)


def print_error(error: BaseException, bundle: RunBundle | None = None) -> None:
    """Prints one line on standard error, without a traceback."""
    where = f" (see {_near(bundle.path / 'traceback.txt')})" if bundle and _unforeseen(error) else ""
    say_error(f"{error_line(error)}{where}")


def tell_where(event: Header, bundle: RunBundle, view: View) -> None:
    """Prints the address of the built-in server, so that clients can join. The address is not an event,
    because the port differs each time.
    """
    if not isinstance(event, RunStarted) or not (manifest := bundle.manifest()):
        return
    for shadow in manifest.shadowed:
        view.remark(f"warning: {shadow}")
    if (server := manifest.server) and "witness" in server.abilities:
        view.remark(f"Minecraft {server.version} clients can join the world at {server.where}")


def error_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, MinecrewError) and text else f"{type(error).__name__}: {text}"


def _unforeseen(error: BaseException | None) -> bool:
    return isinstance(error, Exception) and not isinstance(error, MinecrewError)


def record_unforeseen(bundle: RunBundle, error: BaseException | None) -> None:
    if error is not None and _unforeseen(error):
        text = "".join(traceback.format_exception(error))
        write_whole(bundle.path / "traceback.txt", text)


def _command() -> str:
    """Returns the command that calls minecrew: its name if that is on PATH, otherwise its path."""
    script = Path(sys.argv[0])
    if script.name != "minecrew":
        return "python -m minecrew"
    found = which("minecrew")
    is_it = found is not None and script.exists() and Path(found).samefile(script)
    return "minecrew" if is_it else _near(script.absolute())


def _near(path: Path) -> str:
    """Returns the path, relative to the current directory if it is inside it."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
