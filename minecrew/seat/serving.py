"""Serves the seats of a run over HTTP on this machine. Each seat has its own address; all have the same
token.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn

from minecrew.agents import Seat
from minecrew.runlog import UserError

TOKEN = "MINECREW_SEAT_TOKEN"
GRACE = 1.0
"""Real seconds within which external agents can learn that the run has ended."""


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A server that leaves signals to the run."""
        yield


@asynccontextmanager
async def serve_seats(
    seats: Mapping[str, Seat],
    *,
    port: int,
    tell: Callable[[str], None],
    environ: Mapping[str, str] = os.environ,
) -> AsyncIterator[None]:
    """Serves the seats while the context is open. For each seat, `tell` is called with a line that gives its
    address, and its token or where the token is.

    `port`: the port of the first seat; further seats get the next ports. 0 selects free ports.
    Raises UserError if a port is not available, or the package `mcp` is not installed.
    """
    if not seats:  # importing `mcp` takes longer than all of minecrew
        yield
        return
    try:
        from minecrew.seat.protocol import SeatProtocol
        from minecrew.seat.tools import make_server
    except ImportError as error:
        raise UserError(f"a seat needs the package mcp ({error}); pip install 'minecrew[seat]'") from None
    token = environ.get(TOKEN) or secrets.token_urlsafe(24)
    servers, serving = [], list[asyncio.Task[None]]()
    for place, (agent, seat) in enumerate(seats.items()):
        listening = _listen(port + place if port else 0)
        app = _guarded(make_server(seat).streamable_http_app(), token)
        config = uvicorn.Config(
            app, log_level="critical", timeout_graceful_shutdown=int(GRACE), ws="none", http=SeatProtocol
        )
        server = _Server(config)
        servers.append(server)
        serving.append(asyncio.create_task(server.serve(sockets=[listening])))
        where = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        shown = f"the token in {TOKEN}" if environ.get(TOKEN) else f"the token {token}"
        tell(f"the seat of {agent} is at {where}, with {shown}")
    try:
        yield
    finally:
        for seat in seats.values():
            seat.end()
        for server in servers:
            server.should_exit = True
        if serving:
            _, late = await asyncio.wait(serving, timeout=2 * GRACE)
            for task in late:
                task.cancel()


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise UserError(
            f"port {port} for a seat is not available ({error.strerror}); choose another port"
        ) from None


def _guarded(app: Any, token: str) -> Any:
    """Returns `app`, restricted to clients with the token."""
    wanted = f"Bearer {token}".encode()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] == "http" and not secrets.compare_digest(given, wanted):
            await send({"type": "http.response.start", "status": 401, "headers": []})
            await send({"type": "http.response.body", "body": b"this seat requires its token\n"})
            return
        await app(scope, receive, send)

    return guarded
