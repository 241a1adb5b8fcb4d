"""The service as a process: its socket, its address on the terminal, and its end.

The socket listens before anything is told: the address that is told answers.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn
from rich.console import Console
from rich.text import Text

from minecrew.service import Settings, create_app
from runlog import UserError

GRACE = 3
"""Seconds that requests under way have at the end; a page that follows a run would never be through."""
BACKLOG = 2048
"""Connections that wait to be taken."""


def serve(settings: Settings, console: Console) -> int:
    """Serves until a signal. Raises UserError where the address cannot be had."""
    with _bind(settings.host, settings.port) as listening:
        port = int(listening.getsockname()[1])
        settings = replace(settings, port=port)
        app = create_app(settings)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            lifespan="on",
        )
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        console.print(Text(f"minecrew is at http://{host}:{port}/  (Ctrl-C ends it)"), soft_wrap=True)
        Server(config, app.state.service.close).run(sockets=[listening])
    return 0


class Server(uvicorn.Server):
    """Tells the service of its end before it waits for requests under way: streams would have none."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._close()


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)  # who comes as soon as the address is told waits, and is not refused
    except OSError as error:
        raise UserError(
            f"cannot listen at {host}:{port}: {error.strerror}; choose another --host or --port"
        ) from None
    listening.set_inheritable(False)
    return listening
