"""`minecrew serve`: shows runs in a browser."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from minecrew.commands.arguments import RunsDir
from minecrew.runlog import RUNS, UserError
from minecrew.setup import ensure_setup
from minecrew.terminal import Terminal

app = typer.Typer()

TOKEN = "MINECREW_TOKEN"
SHORTEST = 12
"""Minimum length of a token, in characters."""


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0 selects a free one.")
    ] = 8765,
    runs: RunsDir = RUNS,
    parallel: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=64,
            help="Maximum number of simultaneous runs; default: depends on cores and memory.",
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            envvar=TOKEN,
            show_envvar=False,
            help=f"Access token (prefer {TOKEN}); generated if --host needs one and none is given.",
        ),
    ] = None,
) -> None:
    """Serve a web page for starting, watching and replaying runs and for writing skills."""
    from minecrew.service import Settings, hash_token
    from minecrew.service.serve import serve as serve_service

    os.environ.pop(TOKEN, None)  # runs are not to have it
    if token is not None and len(token) < SHORTEST:
        raise UserError(f"--token is too short and can be guessed; give at least {SHORTEST} characters")
    if token is not None and not all("!" <= sign <= "~" for sign in token):
        raise UserError(
            "--token contains a character that an HTTP header does not allow; use letters, digits, - and _"
        )
    ensure_setup()
    hashed = None if token is None else hash_token(token)
    settings = Settings(runs=runs, host=host, port=port, parallel=parallel, token=hashed)
    raise typer.Exit(serve_service(settings, Terminal()))
