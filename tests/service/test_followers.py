"""Two hundred clients follow one run while it is written: each is told everything, once and in order."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from pathlib import Path

from runlog import RunBundle, RunEnded, RunStarted, Said
from tests.service.conftest import Service

CLIENTS = 200
EVENTS = 150
LATE = 5.0
"""Seconds after the run's end until everybody knows, on a machine that does other things as well."""


async def follow(url: str, run: str, leave: int | None) -> list[int]:
    """The numbers of the events that come; one who leaves after some comes again behind the last."""
    host, port = url.removeprefix("http://").split(":")
    seqs: list[int] = []
    while True:
        reader, writer = await asyncio.open_connection(host, int(port))
        asked = [f"GET /runs/{run}/events HTTP/1.0", f"Host: {host}:{port}", "Accept: text/event-stream"]
        asked += [f"Last-Event-ID: {seqs[-1]}"] if seqs else []
        writer.write("".join(f"{line}\r\n" for line in (*asked, "")).encode())
        async for line in reader:
            if found := re.fullmatch(rb"id: (\d+)\n", line):
                seqs.append(int(found[1]))
            elif line == b"event: end\n":
                writer.close()
                return seqs
            elif leave and len(seqs) >= leave and line == b"\n":
                break
        leave = None
        writer.close()


async def test_two_hundred_clients_follow_one_run(serve: Callable[..., Service], tmp_path: Path) -> None:
    bundle = RunBundle.create(tmp_path / "runs", title="Craft 2 paper")
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        service = serve()
        async with asyncio.TaskGroup() as tasks:
            followers = [
                tasks.create_task(follow(service.url, bundle.id, 40 if number % 4 == 0 else None))
                for number in range(CLIENTS)
            ]
            for number in range(EVENTS):
                log.append(Said(agent="Alice", channel="discussion", text=f"I say {number}."))
                await asyncio.sleep(0.01)
            log.append(RunEnded(outcome="met", reason="done", exit_code=0))
            log.close()
            ended = time.monotonic()
    assert all(follower.result() == list(range(EVENTS + 2)) for follower in followers)
    assert time.monotonic() - ended < LATE
