"""`minecrew arenas ...`: the arenas in which crews play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from minecrew.terminal import Terminal

app = typer.Typer(invoke_without_command=True, pretty_exceptions_enable=False)


@app.callback()
def arenas(
    context: typer.Context, json: Annotated[bool, typer.Option("--json", hidden=True)] = False
) -> None:
    """List the arenas and their contents."""
    from minecrew.worlds.arenas import list_arenas

    if context.invoked_subcommand is None:
        list_arenas(Terminal(), json=json)


@app.command("show")
def show_arena(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="An arena's name; `minecrew arenas` lists them.")
    ],
    seed: Annotated[int, typer.Option(metavar="N", help="World seed.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="A file for the picture (default: NAME-SEED.png), or - for stdout."
        ),
    ] = None,
) -> None:
    """Draw an arena from above as a PNG, and count its contents."""
    from minecrew.worlds.arenas import draw_arena, show_arena

    if out == Path("-"):
        sys.stdout.buffer.write(draw_arena(name, seed))
        return
    show_arena(name, seed, out or Path(f"{name}-{seed}.png"), Terminal())
