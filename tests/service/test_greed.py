"""Clients that are slow or greedy, and files that are none: the service goes on for the others."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from minecrew.patience import HEAD
from minecrew.runlog import RunBundle, UserError
from minecrew.runlog.export import restore
from minecrew.runlog.log import is_written
from minecrew.runlog.rows import FileEntry
from minecrew.service.access import GUESSES
from minecrew.service.app import create_app
from minecrew.service.bounds import BURST
from minecrew.service.index import FILE
from minecrew.service.security_headers import HEADERS
from minecrew.service.serve import LOCK
from minecrew.service.settings import Settings

from .conftest import Service, add_run


def test_a_connection_that_sends_no_whole_request_is_closed(service: Service) -> None:
    port = int(service.url.rsplit(":", 1)[1])
    slow = [socket.create_connection(("127.0.0.1", port), timeout=HEAD + 20) for _ in range(20)]
    for number, one in enumerate(slow):
        one.sendall(b"" if number % 2 else b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    began = time.monotonic()
    for one in slow:
        assert one.recv(1024) == b""
        one.close()
    assert time.monotonic() - began < HEAD + 15
    assert service.client.get("/health").status_code == 200


def test_wrong_tokens_are_counted(serve: Callable[..., Service]) -> None:
    service = serve("--token", "a-token-of-ours-that-is-long-enough")
    with httpx.Client(base_url=service.url, timeout=30) as client:
        given = [client.get("/runs", headers={"Authorization": f"Bearer {n}"}) for n in range(GUESSES * 3)]
        codes = [answer.status_code for answer in given]
        assert codes[0] == 401
        assert GUESSES <= codes.count(401) < GUESSES * 2
        assert codes[-1] == 429


async def test_refusals_have_the_headers_of_every_answer(tmp_path: Path) -> None:
    app = httpx.ASGITransport(create_app(Settings(runs=tmp_path, rate=1e-9)))
    async with httpx.AsyncClient(transport=app, base_url="http://127.0.0.1:8765") as client:
        answers = [await client.get("/health") for _ in range(BURST + 1)]
    assert (answers[0].status_code, answers[-1].status_code) == (200, 429)
    for answer in (answers[0], answers[-1]):
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_a_pipe_is_no_log(serve: Callable[..., Service]) -> None:
    service = serve()
    whole = add_run(service.runs)
    (service.runs / "pipe").mkdir()
    os.mkfifo(service.runs / "pipe" / "events.jsonl")
    assert is_written(service.runs / "pipe" / "events.jsonl") is False
    service.wait(lambda: whole.id in {one["id"] for one in service.client.get("/runs").json()["items"]})
    assert [bundle.id for bundle in RunBundle.all(service.runs)] == [whole.id]


def test_a_service_begins_among_pipes(serve: Callable[..., Service], tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in (LOCK, FILE):
        os.mkfifo(tmp_path / "runs" / name)
    service = serve()
    whole = add_run(service.runs)
    service.wait(lambda: whole.id in {one["id"] for one in service.client.get("/runs").json()["items"]})


@pytest.mark.parametrize("name", [".service.lock", ".index.sqlite", "-x", "a b", "x" * 200])
def test_no_run_is_called_like_a_file_of_ours(service: Service, name: str) -> None:
    entry = FileEntry.of(name, "result.json", b"{}")
    with pytest.raises(UserError, match="is not a run's name"):
        restore([entry], service.runs)
