"""The service as a user starts it, and a browser on its page that asks nobody else for anything."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

DEADLINE = 30
"""Seconds in which the service has to tell its address, and later to end."""


@dataclass(frozen=True)
class Served:
    """A service that runs."""

    url: str
    """Without a path: http://127.0.0.1:PORT"""
    runs: Path
    skills: Path
    """Where it keeps skills of one's own."""


@contextmanager
def serving(root: Path, *options: str) -> Iterator[Served]:
    """`minecrew serve` over `root`/runs, with `root` for a home; it has ended when this is left."""
    runs = root / "runs"
    command = [sys.executable, "-m", "minecrew", "serve", "--port", "0", "--runs", str(runs), *options]
    environment = {**os.environ, "HOME": str(root)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=root)
    watchdog = threading.Timer(DEADLINE, process.kill)
    watchdog.start()
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.search(r"http://[\w.:]+", told)
        assert found, f"told no address within {DEADLINE} s: {told!r}"
        watchdog.cancel()
        yield Served(url=found[0], runs=runs, skills=root / ".minecrew" / "skills")
    finally:
        watchdog.cancel()
        process.terminate()
        try:
            process.wait(DEADLINE)
        finally:
            process.kill()
            process.stdout and process.stdout.close()


@contextmanager
def visiting(
    browser: Browser,
    served: Served,
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
    context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **options})  # type: ignore[arg-type]
    page = context.new_page()
    if script:
        page.add_init_script(script)
    wrong: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served.url + path)
    try:
        yield page
    finally:
        context.close()
    complaints = [line for line in wrong if "the server responded with a status of 4" in line]
    assert [line for line in wrong if line not in complaints] == []
    assert len(complaints) == refused
    assert [url for url in asked if not url.startswith((f"{served.url}/", "data:"))] == []
