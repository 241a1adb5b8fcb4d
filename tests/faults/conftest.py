"""A `minecrew run` as a user starts it, with everything that belongs to it in sight."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from minecrew.bridge import node_binary, node_modules
from minecrew.game import VERSION
from tests.commandline import minecrew

STOCK = Path(__file__).with_name("stock.js")
VISITOR = Path(__file__).with_name("visitor.js")
PATIENCE = 90.0
"""Seconds of real time for a run to come to what is waited for."""


class Run:
    """The process group of one run, its output and its log."""

    def __init__(self, arguments: list[str], out: Path) -> None:
        self.out = out
        self._seen: set[int] = set()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "minecrew", "run", *arguments, "--out", str(out)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the log holds now, whole lines only."""
        files = list(self.out.glob("*/events.jsonl"))
        if not files:
            return []
        lines = files[0].read_text(encoding="utf-8").split("\n")[:-1]
        return [json.loads(line) for line in lines]

    def wait_for(self, what: Callable[[list[dict[str, Any]]], bool]) -> None:
        """Until the log holds it."""
        end = time.monotonic() + PATIENCE
        while not what(self.events):
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < end, self.events[-3:]
            time.sleep(0.05)

    def family(self) -> dict[str, int]:
        """Every process of the run: 'python', 'supervisor', 'server', and bots by name, with its pid."""
        found: dict[str, int] = {"python": self.process.pid}
        for path in Path("/proc").iterdir():
            if path.name.isdigit() and _session(int(path.name)) == self.process.pid:
                role = _role(int(path.name))
                if role:
                    found[role] = int(path.name)
        self._seen.update(found.values())
        return found

    def left(self, *, within: float = 20.0) -> list[str]:
        """Command lines of what is still alive after so many seconds: all that was ever seen, and the whole
        session, so that a bot that came back counts, too.
        """
        end = time.monotonic() + within
        while (pids := self._living()) and time.monotonic() < end:
            time.sleep(0.05)
        return [f"{pid}: {' '.join(_command(pid))}" for pid in pids]

    def _living(self) -> list[int]:
        session = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        ours = {pid for pid in session if _session(pid) == self.process.pid} | self._seen
        return sorted(pid for pid in ours if is_alive(pid))

    def finish(self) -> tuple[int, str, str]:
        """Exit code, standard output, standard error."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def replayed(self) -> str:
        """What `minecrew replay` shows of it, on one line."""
        return self._told("replay")

    def rerun(self) -> str:
        """What `minecrew rerun` says of it."""
        return self._told("rerun")

    def _told(self, command: str) -> str:
        (bundle,) = self.out.iterdir()
        shown = minecrew(command, bundle, timeout=60)
        assert shown.returncode == 0, shown.stderr
        return " ".join(shown.stdout.split())

    def end(self) -> None:
        for pid in self._living():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.communicate()


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except (ProcessLookupError, PermissionError):
        return None


def _command(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return []


def _role(pid: int) -> str | None:
    command = _command(pid)
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return None
    if any(part.endswith("mc_server/server.js") for part in command):
        return "server"
    if any(part.endswith("bridge/bot.js") for part in command):
        options = next(v for v in environment.split("\0") if v.startswith("CHILD_OPTIONS="))
        return str(json.loads(options.split("=", 1)[1])["name"])
    if any("javascript" in part and part.endswith(".js") for part in command):
        return "supervisor"
    return None


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def begin(*arguments: str) -> Run:
        runs.append(Run(list(arguments), tmp_path / "runs"))
        return runs[-1]

    yield begin
    for run in runs:
        run.end()


@contextlib.contextmanager
def stock_server(version: str) -> Iterator[int]:
    """Somebody else's server: flying-squid without a plugin of ours; its port."""
    process = subprocess.Popen(
        [str(node_binary()), str(STOCK), version],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"NODE_PATH": str(node_modules())},
        text=True,
    )
    with process:
        assert process.stdout
        told = re.search(r"(\d+)\s*$", process.stdout.readline())
        assert told
        yield int(told[1])
        process.kill()


of_our_version = pytest.mark.parametrize(
    "stock", [VERSION, pytest.param("1.15.2", marks=pytest.mark.soak)], indirect=True
)
"""For what no version does otherwise."""


@pytest.fixture(params=[VERSION, pytest.param("1.15.2", marks=pytest.mark.soak)])
def stock(request: pytest.FixtureRequest) -> Iterator[tuple[str, int]]:
    """Version and port of a stock server."""
    with stock_server(request.param) as port:
        yield request.param, port


class Visit:
    """A visitor's process, and what it hears."""

    def __init__(self, port: int, version: str) -> None:
        self.process = subprocess.Popen(
            [str(node_binary()), str(VISITOR), str(port), version],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"NODE_PATH": str(node_modules())},
            text=True,
        )

    def joined(self) -> None:
        """Waits until it is in the world."""
        assert self.process.stdout
        while (line := self.process.stdout.readline()) != "joined\n":
            assert line, "the visitor did not get in"

    def say(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def end(self) -> list[str]:
        """What it has heard since it was asked last."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        return self.process.stdout.read().splitlines()


@pytest.fixture
def visit() -> Iterator[Callable[[int, str], Visit]]:
    visits: list[Visit] = []

    def begin(port: int, version: str) -> Visit:
        visits.append(Visit(port, version))
        return visits[-1]

    yield begin
    for one in visits:
        with one.process:
            one.process.kill()
