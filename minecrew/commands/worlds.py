"""Commands about where crews play: arenas, and our server alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from minecrew.terminal import Terminal

arenas_app = typer.Typer(invoke_without_command=True, pretty_exceptions_enable=False)
world_app = typer.Typer(
    help="Run our server alone, for visitors.", no_args_is_help=True, pretty_exceptions_enable=False
)


@arenas_app.callback()
def arenas(
    context: typer.Context, json: Annotated[bool, typer.Option("--json", hidden=True)] = False
) -> None:
    """List the arenas there are, with what they hold."""
    from minecrew.worlds.arenas import list_arenas

    if context.invoked_subcommand is None:
        list_arenas(Terminal(), json=json)


@arenas_app.command("show")
def show_arena(
    name: Annotated[str, typer.Argument(metavar="NAME", help="One of `minecrew arenas`.")],
    seed: Annotated[int, typer.Option(metavar="N", help="Of the world.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The picture, - for stdout; NAME-SEED.png else."),
    ] = None,
) -> None:
    """Draw an arena from above as PNG, and count what it holds."""
    from minecrew.worlds.arenas import draw_arena, show_arena

    if out == Path("-"):
        sys.stdout.buffer.write(draw_arena(name, seed))
        return
    show_arena(name, seed, out or Path(f"{name}-{seed}.png"), Terminal())


@world_app.command("start")
def start_world(
    arena: Annotated[str, typer.Option(metavar="NAME", help="One of `minecrew arenas`.")] = "meadow",
    seed: Annotated[int, typer.Option(metavar="N", help="Of the world.")] = 1,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="On 127.0.0.1; 0 takes a free one.")
    ] = 25565,
    speed: Annotated[
        str | None,
        typer.Option(metavar="N|max", help="Of the game: N times real time, or as fast as the machine can."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the world is kept; it goes on from what is there."),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to write what the server witnesses.")
    ] = None,
) -> None:
    """Run our server until Ctrl-C: walk in with your own client, bring your own bots, or a crew."""
    from minecrew.run.choice import parse_speed
    from minecrew.setup import ensure_setup
    from minecrew.worlds.world import WorldOptions, start_world

    pace = None if speed is None else parse_speed(speed)
    options = WorldOptions(arena=arena, seed=seed, port=port, speed=pace, save=save, log=log)
    ensure_setup(Terminal(stderr=True))
    start_world(options, Terminal())
