"""`minecrew plugins`: the plug-ins of other installed packages."""

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
    """List the plug-ins of other installed packages, with package and version, and those that are broken."""
    from minecrew.plugins import list_plugins

    list_plugins(kind, Terminal())
