"""The command that serves runs and the page to a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from minecrew.terminal import Terminal
from runlog import RUNS

app = typer.Typer()


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0 takes a free one.")] = 8765,
    runs: Annotated[Path, typer.Option("--runs", metavar="DIR", help="Where runs are kept.")] = RUNS,
    parallel: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=64, help="Runs at once; else by cores and memory.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What other machines have to show; made where --host needs one."),
    ] = None,
) -> None:
    """Serve the page: start runs, watch them, replay them, write skills, from a browser."""
    from minecrew.serve import serve as serve_service
    from minecrew.service import Settings
    from minecrew.setup import ensure_setup

    ensure_setup(Terminal(stderr=True))
    settings = Settings(runs=runs, host=host, port=port, parallel=parallel, token=token)
    raise typer.Exit(serve_service(settings, Terminal()))
