"""`minecrew world start` as a user runs it: others walk in, play, and leave; it ends when it is told to."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from minecrew.bridge import node_binary
from minecrew.game import VERSION
from minecrew.runlog import ItemCrafted, read_events

from .conftest import heed_ctrl_c, living, minecrew

ROOT = Path(__file__).resolve().parents[2]
VISITOR = ROOT / "docs" / "visitor.js"


class World:
    """A `minecrew world start`, in a session of its own."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "minecrew", "world", "start", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=heed_ctrl_c,
        )
        self.said: list[str] = []
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", self.until("press Ctrl-C to stop it")[0])[1])  # type: ignore[index]

    def until(self, what: str) -> list[str]:
        """Reads on until a line holds `what`; all lines so far."""
        assert self.process.stdout
        while not any(what in line for line in self.said):
            line = self.process.stdout.readline()
            assert line, self.said
            self.said.append(line.rstrip())
        return self.said

    def end(self, name: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(name)
        out, _ = self.process.communicate(timeout=30)
        return self.process.returncode, out

    def left(self, *, within: float = 20.0) -> list[int]:
        """Processes of its session that are alive after so many seconds."""
        end = time.monotonic() + within
        while (pids := living(self.process.pid)) and time.monotonic() < end:
            time.sleep(0.05)
        return pids

    def close(self) -> None:
        for pid in living(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def begin() -> Iterator[Callable[..., World]]:
    worlds: list[World] = []

    def start(*arguments: str) -> World:
        worlds.append(World(*arguments))
        return worlds[-1]

    yield start
    for world in worlds:
        world.close()


def _visit(port: int) -> subprocess.CompletedProcess[str]:
    """A plain client has the faults of the plain pathfinder, which now and then stands still or gives up."""
    for _ in range(3):
        with contextlib.suppress(subprocess.TimeoutExpired):
            visited = _run([str(node_binary()), str(VISITOR), str(port)], timeout=40)
            if visited.returncode == 0:
                return visited
    raise AssertionError("three visitors made nothing")


def _run(command: list[str], timeout: float = 90) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=timeout,
        stdin=subprocess.DEVNULL,
        check=False,
        cwd=ROOT,
    )


def _minecrew(*arguments: str) -> subprocess.CompletedProcess[str]:
    return _run([sys.executable, "-m", "minecrew", *arguments])


@pytest.mark.soak  # in real time; tests/faults/test_stock.py plays on a server that is not ours
def test_visitors_and_a_crew_play_on_it(begin: Callable[..., World], tmp_path: Path) -> None:
    world = begin("--arena", "meadow", "--seed", "2", "--log", str(tmp_path / "log"))
    assert "arena meadow, seed 2" in world.said[0]
    assert "sugar cane" in world.said[1]
    visited = _visit(world.port)
    assert (visited.returncode, visited.stderr) == (0, "")
    world.until("Visitor  says  “I made 4 oak planks”")
    world.until("Visitor  left")
    played = _minecrew("run", "paper", "--server", f"127.0.0.1:{world.port}", "--out", str(tmp_path / "runs"))
    assert (played.returncode, played.stderr) == (0, ""), played.stdout
    world.until("Bob  left")
    assert f"“minecrew meadow ({VERSION})” is a Minecraft {VERSION} server; it offers no witness" in " ".join(
        played.stdout.split()
    )
    (bundle,) = (tmp_path / "runs").iterdir()
    arena = json.loads((bundle / "arena.json").read_text())
    assert (arena["name"], arena["seed"]) == ("meadow", 2)
    code, out = world.end(signal.SIGINT)
    assert (code, out) == (0, "the world has ended\n")
    assert world.left() == []
    reading = read_events(tmp_path / "log")
    crafted: list[Any] = [event for event in reading.events if isinstance(event, ItemCrafted)]
    assert [(event.agent, event.item, event.count) for event in crafted[:1]] == [("Visitor", "oak_planks", 4)]
    assert any((event.agent, event.item) == ("Alice", "paper") for event in crafted)
    assert not reading.problems
    replayed = _minecrew("replay", str(tmp_path / "log"))
    assert "Visitor, a visitor, says  “I made 4 oak planks”" in replayed.stdout


def test_it_ends_by_sigterm(begin: Callable[..., World]) -> None:
    world = begin("--arena", "flat", "--speed", "4")
    assert world.end(signal.SIGTERM) == (0, "the world has ended\n")
    assert world.left() == []


def test_a_saved_world_goes_on_and_another_is_refused(begin: Callable[..., World], tmp_path: Path) -> None:
    kept = ("--arena", "flat", "--save", str(tmp_path))
    assert begin(*kept).end(signal.SIGINT) == (0, "the world has ended\n")
    assert (tmp_path / "world.json").exists()
    assert begin(*kept).end(signal.SIGTERM) == (0, "the world has ended\n")
    done = minecrew(
        "world", "start", "--port", "0", "--arena", "flat", "--seed", "3", "--save", str(tmp_path)
    )
    (line,) = done.stderr.strip().splitlines()
    assert done.returncode == 2
    assert "holds a world of seed 1, not 3" in line


def test_nothing_is_left_of_one_that_was_killed(begin: Callable[..., World]) -> None:
    world = begin("--arena", "flat")
    world.process.kill()
    world.process.wait()
    assert world.left() == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--arena", "moon"], ["'moon'", "meadow"]),
        (["--speed", "fast"], ["'fast'", "max"]),
        (["--log", "."], ["exists already"]),
    ],
)
def test_a_wrong_command_line(tmp_path: Path, arguments: list[str], says: list[str]) -> None:
    (tmp_path / "events.jsonl").write_text("")
    where = str(tmp_path) if arguments[0] == "--log" else arguments[1]
    done = minecrew("world", "start", "--port", "0", arguments[0], where)
    (line,) = done.stderr.strip().splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert all(word in line for word in says), line


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = minecrew("world", "start", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"minecrew: port {port} is in use; choose another or 0 for a free one\n"
