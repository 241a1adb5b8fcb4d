"""The user's mistakes: one line that says what, which and what to do; exit code 2; nothing is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from minecrew.bridge import Bridge
from minecrew.mc_server import EmbeddedServer
from tests.commandline import minecrew

TASK = """
title = "Craft 2 paper"
[goal]
paper = 2
[[agents]]
name = "Alice"
"""


def mistaken(out: Path, *arguments: str) -> str:
    """Runs `minecrew run` and gives its one line; checks all that holds for every mistake."""
    done = minecrew("run", *arguments, "--out", out, timeout=60)
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stdout.strip() == ""
    assert not list(out.glob("*")), "a run that did not begin leaves no bundle"
    (line,) = done.stderr.strip().splitlines()
    return line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["papr"], ["'papr'", "paper"]),
        ([], ["nothing to craft", "--goal"]),
        (["paper", "--goal", "bowl=1"], ["give only one of them"]),
        (["--goal", "bowl=many"], ["'bowl=many'", "ITEM=N"]),
        (["--goal", "bokshelf=1"], ["'bokshelf'", "bookshelf"]),
        (["paper", "--arena", "moon"], ["'moon'", "meadow"]),
        (["paper", "--agents", "0"], ["--agents 0", "1 to"]),
        (["paper", "--agents", "99"], ["--agents 99", "1 to"]),
        (["paper", "--rounds", "0"], ["--rounds 0", "1 to"]),
        (["paper", "--human", "Zoe"], ["'Zoe'", "Alice, Bob"]),
        (["paper", "--discussion", "shouting"], ["'shouting'", "solo or vertical"]),
        (["paper", "--evaluator", "robot"], ["'robot'", "facts or human"]),
        (["paper", "--evaluator", "human"], ["evaluator", "terminal"]),
        (["paper", "--human", "Alice"], ["--human", "terminal"]),
        (["paper", "--server", "nonsense"], ["'nonsense'", "HOST:PORT"]),
        (["paper", "--server", "127.0.0.1:1"], ["127.0.0.1:1", "start the server"]),
        (["paper", "--skills", "/no/such/dir"], ["/no/such/dir"]),
        (["none.toml"], ["'none.toml'"]),
    ],
)
def test_a_wrong_command_line(tmp_path: Path, arguments: list[str], says: list[str]) -> None:
    line = mistaken(tmp_path / "runs", *arguments)
    assert all(word in line for word in says), line


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TASK + 'colour = "blue"\n', ["agents.0.colour", "remove it"]),
        (TASK + "[team]\nguard = 'loud'\n", ["team.guard", "'loud'"]),
        (TASK + "[team]\nevaluator = 'robot'\n", ["team.evaluator", "'robot'"]),
        (TASK + "[team]\nevaluator = 'human'\n", ["evaluator", "terminal"]),
        (TASK + '[[agents]]\nname = "alice"\n', ["two agents", "'Alice'"]),
        (TASK.replace("paper = 2", "paper = 0"), ["paper = 0"]),
        (TASK.replace("paper = 2", "papper = 2"), ["'papper'", "paper"]),
        (TASK.replace('"Alice"', '"A b"'), ["agents.0.name"]),
        ("title = ", ["TOML"]),
    ],
)
def test_a_wrong_task_file(tmp_path: Path, text: str, says: list[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    line = mistaken(tmp_path / "runs", str(path))
    assert all(word in line for word in says), line


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = mistaken(tmp_path / "runs", "paper", "--port", str(port))
    assert f"port {port} is in use" in line
    assert "choose another" in line


def test_logs_into_what_is_no_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MINECREW_LOGS", str(tmp_path / "file"))
    line = mistaken(tmp_path / "runs", "paper")
    assert "MINECREW_LOGS" in line
    assert "not a writable directory" in line


async def test_a_name_taken(tmp_path: Path) -> None:
    async with Bridge() as bridge:  # in real time: whoever joins from outside has no part in its clock
        server = await EmbeddedServer.start(bridge, seed=3)
        await bridge.join("Alice", server.address)
        where = f"127.0.0.1:{server.address.port}"
        line = await asyncio.to_thread(mistaken, tmp_path / "runs", "paper", "--server", where)
    assert f"a player Alice is already on {where}" in line
    assert "choose another name" in line


@contextlib.contextmanager
def old_server() -> Iterator[int]:
    """A server that answers the list ping with a version nobody speaks; its port."""
    status = {
        "version": {"name": "Beta 99", "protocol": 99999},
        "players": {"max": 1, "online": 0},
        "description": {"text": "old"},
    }
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    connection.recv(4096)
                    text = json.dumps(status).encode()
                    body = b"\x00" + _varint(len(text)) + text
                    connection.sendall(_varint(len(body)) + body)
                    ping = connection.recv(4096)
                    connection.sendall(ping[-10:] if len(ping) >= 10 else b"\x09\x01" + struct.pack(">q", 0))
                    connection.close()

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


def _varint(number: int) -> bytes:
    out = b""
    while True:
        part, number = number & 0x7F, number >> 7
        out += bytes([part | 0x80 if number else part])
        if not number:
            return out


def test_a_server_of_a_wrong_version(tmp_path: Path) -> None:
    with old_server() as port:
        line = mistaken(tmp_path / "runs", "paper", "--server", f"127.0.0.1:{port}")
    assert "Beta 99" in line
    assert "choose a server" in line
