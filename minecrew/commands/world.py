"""`minecrew world ...`: the built-in server without a crew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from minecrew.options import read_options
from minecrew.setup import ensure_setup
from minecrew.terminal import Terminal

app = typer.Typer(
    help="Run the built-in server without a crew.", no_args_is_help=True, pretty_exceptions_enable=False
)


@app.command("start")
def start_world(
    arena: Annotated[
        str, typer.Option(metavar="NAME", help="An arena's name; `minecrew arenas` lists them.")
    ] = "meadow",
    seed: Annotated[int, typer.Option(metavar="N", help="World seed.")] = 1,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port on 127.0.0.1; 0 selects a free one.")
    ] = 25565,
    speed: Annotated[
        str | None,
        typer.Option(
            metavar="N|max", help="Game speed: N times real time, or max: as fast as the machine allows."
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder in which the world is saved; a world that is already there is continued.",
        ),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the log of the server's events.")
    ] = None,
) -> None:
    """Run the built-in server until Ctrl-C, for your own client, your own bots or a crew."""
    from minecrew.worlds.world import WorldOptions, start_world

    pace = read_options({"speed": speed}).world.speed
    options = WorldOptions(arena=arena, seed=seed, port=port, speed=pace, save=save, log=log)
    ensure_setup()
    start_world(options, Terminal())
