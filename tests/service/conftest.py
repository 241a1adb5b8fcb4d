"""A service as a user starts it: the command, on a free port, over a directory of its own."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import httpx
import pytest
import uvicorn
from fastapi.testclient import TestClient

from minecrew.runlog import RoundStarted, RunBundle, RunEnded, RunStarted, Said
from minecrew.service import Settings, create_app
from minecrew.service.card import EXAMPLE
from tests.minecrew.conftest import paper_events, write

PATIENCE = 60.0
"""Seconds until what is waited for has come; a run of the smallest task takes about ten."""


class Service:
    """One process of `minecrew serve`, and a client of it."""

    def __init__(self, runs: Path, *options: str, home: Path | None = None, first: str = "") -> None:
        """`home`: where it looks for skills of one's own, if not where everybody does. `first`: a statement
        that its process runs before anything else.
        """
        self.runs = runs
        begun = f"{first}\nimport runpy\nrunpy.run_module('minecrew', run_name='__main__')"
        program = ["-c", begun] if first else ["-m", "minecrew"]
        without_keys = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
        self.process = subprocess.Popen(
            [sys.executable, *program, "serve", "--port", "0", "--runs", str(runs), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**without_keys, **({"HOME": str(home)} if home else {})},
        )
        self.told = self._read_address(self.process.stdout)
        self.url = re.findall(r"http://\S+:\d+", self.told)[0]
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def _read_address(self, output: IO[str] | None) -> str:
        assert output
        told = ""
        for line in output:
            told += line
            if "http://" in line:
                return told
        raise AssertionError(told)

    def wait(self, what: Callable[[], bool], *, within: float = PATIENCE) -> None:
        end = time.monotonic() + within
        while not what():
            assert self.process.poll() is None, "the service has ended"
            assert time.monotonic() < end
            time.sleep(0.05)

    def end(self) -> str:
        """What it said besides its address."""
        self.client.close()
        if self.process.poll() is None:
            self.process.terminate()
        said, _ = self.process.communicate(timeout=PATIENCE)
        return str(said)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One for all tests of a file, with a home of its own."""
    root = tmp_path_factory.mktemp("service")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


@dataclass(frozen=True)
class Inside:
    """A service without a process of its own, for what needs none."""

    runs: Path
    client: TestClient


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One for all tests of a file, with a home of its own."""
    root = tmp_path_factory.mktemp("inside")
    (root / "runs").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(root))
        app = create_app(Settings(runs=root / "runs", rate=1e9))
        with TestClient(app, base_url="http://127.0.0.1:8765") as client:
            yield Inside(root / "runs", client)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Starts a service over `runs`."""
    started: list[Service] = []

    def begin(*options: str, first: str = "") -> Service:
        started.append(Service(tmp_path / "runs", *options, first=first))
        return started[-1]

    yield begin
    said = [service.end() for service in started]
    assert not "".join(said), "a service that works has nothing to say"


def messages(lines: Iterator[str]) -> Iterator[dict[str, str]]:
    """The messages of a stream, as a browser reads them; comments are left out.

    Heartbeats keep a connection alive forever: the next message has a deadline.
    """
    message: dict[str, str] = {}
    end = time.monotonic() + PATIENCE
    for line in lines:
        assert time.monotonic() < end, "no message came"
        name, _, value = line.partition(": ")
        if line and name:
            message[name] = value
        elif message and not line:
            yield message
            message, end = {}, time.monotonic() + PATIENCE


def add_run(runs: Path, *, said: int = 0, ended: bool = True) -> RunBundle:
    """A run of Alice's, who says some things."""
    bundle = RunBundle.create(runs, title="Craft 2 paper")
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        log.append(RoundStarted())
        for number in range(said):
            log.append(Said(agent="Alice", channel="discussion", text=f"I say {number}."))
        if ended:
            log.append(RunEnded(outcome="met", reason="the team holds 3 paper", exit_code=0))
    return bundle


@contextmanager
def served(runs: Path) -> Iterator[str]:
    """The address of a service over `runs` in a thread of this process. Nobody works its queue."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = int(listening.getsockname()[1])
        app = create_app(Settings(runs=runs, port=port, rate=1e9))
        server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a service over a run that has the name of the document's example. Nobody works its queue."""
    root = tmp_path_factory.mktemp("asked")
    bundle = write(root / "runs", paper_events())
    shutil.move(bundle.path, bundle.path.with_name(EXAMPLE["id"]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(root))
        with served(root / "runs") as url:
            yield url


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Thousands of examples are not to be made by each process that collects the tests of every day."""
    return (collection_path.name == "test_schema_bounds.py" and config.option.markexpr != "soak") or None
