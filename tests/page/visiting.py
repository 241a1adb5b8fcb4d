"""A browser on the service's page, which is let ask nobody else for anything."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import uvicorn
from playwright.sync_api import Browser, Page

from minecrew.service import Settings, create_app
from tests.service.conftest import Service

from .conftest import PATIENCE
from .sheets import sheet


@dataclass(frozen=True)
class Near:
    """A service within this process: as good as any for runs that have ended."""

    runs: Path
    url: str
    client: httpx.Client


@contextmanager
def served_near(runs: Path) -> Iterator[Near]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = int(listening.getsockname()[1])
        app = create_app(Settings(runs=runs, port=port))
        server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        url = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            yield Near(runs, url, client)
        server.should_exit = True
        thread.join()


@contextmanager
def visiting(
    browser: Browser,
    service: Service | Near,
    path: str,
    *,
    refused: int = 0,
    script: str = "",
    **options: object,
) -> Iterator[Page]:
    """The page at `path`. What goes wrong in it, or is asked of anybody else, fails the test.

    `refused`: requests that the service is to refuse; the browser complains of each. `script`: run before
    the page's own.
    """
    with sheet(browser, PATIENCE * 1000, script=script, **options) as one:  # type: ignore[arg-type]
        one.page.goto(service.url + path)
        yield one.page
    complaints = [line for line in one.wrong if "the server responded with a status of 4" in line]
    assert [line for line in one.wrong if line not in complaints] == []
    assert len(complaints) == refused
    assert [url for url in one.asked if not url.startswith((f"{service.url}/", "data:"))] == []
