"""`minecrew run`, `minecrew tasks` and `minecrew structures`: run a task, and list what can be run."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from minecrew.commands.arguments import takes_options
from minecrew.options import Options
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
@takes_options
def run(options: Options, queued: Annotated[Path | None, typer.Option(hidden=True)] = None) -> None:
    """Run a crafting task and show it live."""
    from minecrew.run.queued import run_queued
    from minecrew.run.start import start
    from minecrew.skills import skill_places

    if queued is not None:
        raise typer.Exit(run_queued(queued))
    mind, named = options.mind, os.environ.get("OPENAI_MODEL")
    if mind.kind == "openai" and not mind.model and named:
        mind = mind.model_copy(update={"model": named})
    update = {"mind": mind, "skills": skill_places(options.skills), "arguments": tuple(sys.argv[1:])}
    raise typer.Exit(start(options.model_copy(update=update), Terminal()))


@app.command()
def tasks() -> None:
    """List the built-in tasks and those of other packages."""
    from minecrew.run.choice import list_tasks

    list_tasks(Terminal())


@app.command()
def structures() -> None:
    """List the ways in which a crew can talk before it acts."""
    from minecrew.run.choice import list_structures

    list_structures(Terminal())
