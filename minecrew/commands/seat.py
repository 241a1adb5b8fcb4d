"""`minecrew seat`: a seat in a run, for MCP clients that start their servers themselves."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def seat(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the seat, which the run prints.")],
) -> None:
    """Control one seat in a run through standard input and output. Put the token in MINECREW_SEAT_TOKEN."""
    from minecrew.runlog import UserError

    try:
        from minecrew.seat.bridge import bridge_seat
    except ImportError as error:
        raise UserError(f"a seat needs the package mcp ({error}); pip install 'minecrew[seat]'") from None
    asyncio.run(bridge_seat(url, os.environ.get("MINECREW_SEAT_TOKEN", "")))
