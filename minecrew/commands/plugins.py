"""`minecrew plugins`: what other installed packages bring."""

from __future__ import annotations

from typing import Annotated

import typer

from minecrew.runlog import PluginKind
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def plugins(
    kind: Annotated[
        PluginKind | None,
        typer.Argument(
            metavar="[KIND]",
            help="Only this kind, including the built-in ones: structures, minds, personas, ...",
        ),
    ] = None,
) -> None:
    """List what other installed packages bring, with package and version, and what is broken."""
    from minecrew.plugins import list_plugins

    list_plugins(kind, Terminal())
