"""Clients that are slow or greedy, and files that are none: the service goes on for the others."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

from minecrew.patience import HEAD
from minecrew.runlog import RunBundle, UserError
from minecrew.runlog.export import restore
from minecrew.runlog.log import is_written
from minecrew.runlog.rows import FileEntry
from minecrew.service import access
from minecrew.service.access import GUESSES, hash_token
from minecrew.service.app import create_app
from minecrew.service.bounds import BURST, Allowances
from minecrew.service.index import FILE
from minecrew.service.security_headers import HEADERS
from minecrew.service.serve import LOCK
from minecrew.service.settings import Settings

from .conftest import Service, add_run

SHORT = 1.0
"""Seconds, instead of HEAD."""


def test_a_connection_that_sends_no_whole_request_is_closed(serve: Callable[..., Service]) -> None:
    assert HEAD == 10, "so long it is where nobody changes it"
    service = serve(first=f"import minecrew.patience; minecrew.patience.HEAD = {SHORT}")
    port = int(service.url.rsplit(":", 1)[1])
    slow = [socket.create_connection(("127.0.0.1", port), timeout=SHORT + 20) for _ in range(20)]
    for number, one in enumerate(slow):
        one.sendall(b"" if number % 2 else b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    began = time.monotonic()
    for one in slow:
        assert one.recv(1024) == b""
        one.close()
    assert time.monotonic() - began < SHORT + 15
    assert service.client.get("/health").status_code == 200


def test_wrong_tokens_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While no time passes."""
    monkeypatch.setattr(access, "Allowances", partial(Allowances, clock=lambda: 0.0))
    settings = Settings(runs=tmp_path, token=hash_token("a-token-of-ours-that-is-long-enough"))
    client = TestClient(create_app(settings), base_url="http://127.0.0.1:8765")
    given = [client.get("/runs", headers={"Authorization": f"Bearer {n}"}) for n in range(GUESSES * 3)]
    codes = [answer.status_code for answer in given]
    assert codes == [401] * GUESSES + [429] * 2 * GUESSES


async def test_refusals_have_the_headers_of_every_answer(tmp_path: Path) -> None:
    app = httpx.ASGITransport(create_app(Settings(runs=tmp_path, rate=1e-9)))
    async with httpx.AsyncClient(transport=app, base_url="http://127.0.0.1:8765") as client:
        answers = [await client.get("/health") for _ in range(BURST + 1)]
    assert (answers[0].status_code, answers[-1].status_code) == (200, 429)
    for answer in (answers[0], answers[-1]):
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_a_pipe_is_no_log(serve: Callable[..., Service], tmp_path: Path) -> None:
    """And a service begins among pipes."""
    (tmp_path / "runs").mkdir()
    for name in (LOCK, FILE):
        os.mkfifo(tmp_path / "runs" / name)
    service = serve()
    whole = add_run(service.runs)
    (service.runs / "pipe").mkdir()
    os.mkfifo(service.runs / "pipe" / "events.jsonl")
    assert is_written(service.runs / "pipe" / "events.jsonl") is False
    service.wait(lambda: whole.id in {one["id"] for one in service.client.get("/runs").json()["items"]})
    assert [bundle.id for bundle in RunBundle.all(service.runs)] == [whole.id]


@pytest.mark.parametrize("name", [".service.lock", ".index.sqlite", "-x", "a b", "x" * 200])
def test_no_run_is_called_like_a_file_of_ours(tmp_path: Path, name: str) -> None:
    entry = FileEntry.of(name, "result.json", b"{}")
    with pytest.raises(UserError, match="is not a run's name"):
        restore([entry], tmp_path)
