"""`minecrew setup`, `minecrew doctor` and `minecrew clean`: the installation on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from minecrew.setup import ensure_setup
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def setup(
    dev: Annotated[
        bool, typer.Option("--dev", help="Also install the packages that `make check` needs.")
    ] = False,
) -> None:
    """Install the pinned npm packages, if they are missing."""
    from minecrew.bridge import node_modules

    if not ensure_setup(Terminal(), dev=dev):
        typer.echo(f"npm packages are in {node_modules()}")


@app.command()
def clean(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="List what would be removed, with sizes, but remove nothing.")
    ] = False,
) -> None:
    """Remove the cache: npm packages, downloads, the local model. Runs and your own skills are kept."""
    from minecrew.cache import clean_cache

    clean_cache(Terminal(), keep=dry_run)


@app.command()
def doctor() -> None:
    """Check everything that a run needs, and test it with a bot that crafts planks."""
    from minecrew.doctor import examine

    raise typer.Exit(0 if examine(Terminal()) else 3)
