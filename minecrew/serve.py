"""The service as a process: its socket, its address on the terminal, and its end.

The socket is bound before anything is told, so that the address told is the one that answers.
"""

from __future__ import annotations

import socket
from dataclasses import replace

import uvicorn
from rich.console import Console
from rich.text import Text

from minecrew.service import Settings, create_app
from runlog import UserError

GRACE = 3
"""Seconds that requests under way have at the end; a page that follows a run would never be through."""


def serve(settings: Settings, console: Console) -> int:
    """Serves until a signal. Raises UserError where the address cannot be had."""
    with _bind(settings.host, settings.port) as listening:
        port = int(listening.getsockname()[1])
        settings = replace(settings, port=port)
        config = uvicorn.Config(
            create_app(settings),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            lifespan="on",
        )
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        console.print(Text(f"minecrew is at http://{host}:{port}/  (Ctrl-C ends it)"), soft_wrap=True)
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        raise UserError(
            f"cannot listen at {host}:{port}: {error.strerror}; choose another --host or --port"
        ) from None
    listening.set_inheritable(False)
    return listening
