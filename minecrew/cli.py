"""The command line: collects the commands, and turns each error into one line and an exit code.

Exit codes: 0: goal met; 1: not met; 2: the user's mistake; 3: internal error; 130: interrupted.
"""

import os
import sys
from typing import Annotated, NoReturn

import typer

from minecrew.commands import (
    annotate,
    annotations,
    arenas,
    export,
    findings,
    fork,
    hacking,
    model,
    plugins,
    replay,
    run,
    seat,
    serve,
    setup,
    skills,
    study,
    world,
)
from minecrew.runlog import FULL, Fault, UserError
from minecrew.terminal import say_error
from minecrew.version import __version__

app = typer.Typer(
    name="minecrew",
    help="Run teams of LLM agents in Minecraft, log everything, and measure how they cooperate, conform "
    "or do harm.",
    epilog="Exit codes: 0: goal met; 1: not met; 2: your mistake; 3: internal error; 130: interrupted.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
PLAIN = (run, plugins, setup, replay, fork, findings, annotate, export, study, hacking, serve, seat)
for commands in PLAIN:
    app.add_typer(commands.app)
app.add_typer(arenas.app, name="arenas")
app.add_typer(world.app, name="world")
app.add_typer(skills.app, name="skills")
app.add_typer(model.app, name="model")
app.add_typer(annotations.app, name="annotations")


def main() -> NoReturn:
    """Entry point of the `minecrew` script."""
    try:
        try:
            app(prog_name="minecrew")
        finally:
            _tell_all()
    except UserError as error:
        say_error(str(error))
        sys.exit(2)
    except Fault as error:
        say_error(f"{error.where}: {error}")
        sys.exit(3)
    except OSError as error:
        if error.errno not in FULL:
            raise
        _forget_output()
        say_error(f"cannot write the output: {error.strerror}")
        sys.exit(3)
    except KeyboardInterrupt:  # before a command has begun; commands tell what became of them
        sys.exit(130)
    sys.exit(0)


def _tell_all() -> None:
    """Flushes the output and reports a failure in one line; Python itself would print many lines."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()  # whoever reads has enough


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"minecrew {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass
