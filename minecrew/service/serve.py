"""Runs the service: opens its socket, prints its URL, chooses its token, and ends it.

The socket listens before the URL is printed, so the URL works at once.
"""

from __future__ import annotations

import fcntl
import logging
import os
import resource
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

import uvicorn
from rich.console import Console
from rich.text import Text

from minecrew.patience import PatientProtocol
from minecrew.runlog import UserError, read_file
from minecrew.service.access import hash_token
from minecrew.service.app import create_app
from minecrew.service.settings import Settings

GRACE = 3
"""Maximum seconds that the service waits for open requests when it ends."""
BACKLOG = 2048
"""Maximum number of connections that wait to be accepted."""
FILES = 4096
"""Open files: a thousand followers use one each, and the usual limit is 1024."""
LOCK, TOKEN = ".service.lock", ".service.token"
"""Files beside the runs: the lock of the serving process, and the hash of the token."""


def serve(settings: Settings, console: Console) -> int:
    """Serves until a signal arrives. Raises UserError if the port or the directory cannot be used."""
    with _bind(settings.host, settings.port) as listening, _claim(settings.runs):
        settings = replace(settings, port=int(listening.getsockname()[1]))
        if settings.token is None and not settings.is_local:
            settings = replace(settings, token=_token(settings.runs, console))
        _allow_files()
        app = create_app(settings)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # who asks is who connects
            timeout_graceful_shutdown=GRACE,
            lifespan="on",
            http=PatientProtocol,
        )
        logging.getLogger("asyncio").setLevel(logging.ERROR)  # that a follower has gone is no news
        console.print(Text(f"minecrew is at {settings.url}/  (press Ctrl-C to stop it)"), soft_wrap=True)
        server = ServiceServer(config, app.state.service.close)
        server.run(sockets=[listening])
    return 0 if server.started and not server.lifespan.error_occurred else 3


class ServiceServer(uvicorn.Server):
    """Announces the end before the server waits for open requests, because streams would not end
    otherwise.
    """

    def __init__(self, config: uvicorn.Config, close: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close

    async def on_tick(self, counter: int) -> bool:
        """Also ends the server if the service's background work has failed, because the service would then
        only partly work.
        """
        return await super().on_tick(counter) or self.lifespan.error_occurred

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True  # and that is all: a service that is ended has done what it was for
        self._close()


def _bind(host: str, port: int) -> socket.socket:
    with ExitStack() as failed:
        try:
            family, kind, protocol, _, name = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            listening = failed.enter_context(socket.socket(family, kind, protocol))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(name)
            listening.listen(BACKLOG)  # who comes as soon as the URL is told waits, and is not refused
        except OSError as error:
            remedy = "choose another --host or --port"
            raise UserError(f"cannot listen on {host}:{port}: {error.strerror}; {remedy}") from None
        failed.pop_all()
    return listening


def _allow_files() -> None:
    """Raises the limit of open files, as far as the machine allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextmanager
def _claim(runs: Path) -> Iterator[None]:
    """Locks the directory, because two services would both start its runs."""
    try:
        runs.mkdir(parents=True, exist_ok=True)
        lock = os.open(runs / LOCK, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise UserError(
            f"cannot write in {str(runs)!r}: {error.strerror}; choose another --runs folder"
        ) from None
    with os.fdopen(lock, "rb", buffering=0):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            told = (
                f"{str(runs)!r} is already in use by another service; open that service, or choose "
                "another --runs folder"
            )
            raise UserError(told) from None
        yield


def _token(runs: Path, console: Console) -> bytes:
    """Returns the hash of the token. At the first start, a token is generated and printed; only its hash is
    stored.
    """
    path = runs / TOKEN
    try:
        return bytes.fromhex(read_file(path).decode("ascii"))
    except (FileNotFoundError, ValueError):
        token = secrets.token_urlsafe(24)
    except OSError as error:
        raise UserError(f"cannot read {str(path)!r}: {error.strerror}; give a --token") from None
    try:
        path.touch(mode=0o600)
        path.write_text(hash_token(token).hex(), encoding="ascii")
    except OSError as error:
        raise UserError(f"cannot write {str(path)!r}: {error.strerror}; give a --token") from None
    console.print(Text(f"token   {token}  (shown only once; delete {path} for a new one)"), soft_wrap=True)
    return hash_token(token)
