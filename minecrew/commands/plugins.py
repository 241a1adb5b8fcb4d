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
            help="List only this kind, including built-in plug-ins: structures, minds, personas, ...",
        ),
    ] = None,
) -> None:
    """List the plug-ins of other installed packages, with package and version, and mark broken ones."""
    from minecrew.plugins import list_plugins

    list_plugins(kind, Terminal())
