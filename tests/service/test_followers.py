"""Two hundred clients follow one run while it is written: each is told everything, once and in order."""

from __future__ import annotations

import asyncio
import re
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from minecrew.runlog import RunBundle, RunEnded, RunStarted, Said
from minecrew.service import Settings
from minecrew.service.card import RunCard
from minecrew.service.lines import LogPlace
from minecrew.service.shared import SharedState
from minecrew.service.tail import MOST, Tails
from tests.service.conftest import Service
from tests.stopwatch import Stopwatch

CLIENTS = 200
EVENTS = 60
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


def serve_with_few_files(serve: Callable[..., Service]) -> Service:
    """It begins with a limit of open files that is too low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    try:
        return serve()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_two_hundred_clients_follow_one_run(serve: Callable[..., Service], tmp_path: Path) -> None:
    bundle = RunBundle.create(tmp_path / "runs", title="Craft 2 paper")
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        service = serve_with_few_files(serve)
        allowed, _ = resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE)
        assert allowed > MOST, "there are files for all who may follow"
        with Stopwatch() as watch:
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
                ended = watch.seconds
    assert all(follower.result() == list(range(EVENTS + 2)) for follower in followers)
    assert watch.seconds - ended < LATE
    counts = service.client.get("/metrics").text
    assert "minecrew_followers 0.0" in counts, "who left is not waited for"


@pytest.mark.soak
async def test_two_hundred_clients_follow_a_real_run(serve: Callable[..., Service]) -> None:
    service = serve()
    run = service.client.post("/runs", json={"task": "bookshelf", "speed": "max"}).json()["id"]
    async with asyncio.TaskGroup() as tasks:
        followers = [tasks.create_task(follow(service.url, run, 40)) for _ in range(CLIENTS)]
    events = RunBundle(service.runs / run).read().events
    assert events[-1].kind == "run.ended"
    assert all(follower.result() == [event.seq for event in events] for follower in followers)


async def test_silence_is_broken_by_comments(tmp_path: Path) -> None:
    bundle = RunBundle.create(tmp_path, title="Craft 2 paper")
    state = SharedState(Settings(runs=tmp_path))

    async def card(bundle: RunBundle) -> RunCard:
        return state.card(bundle)

    tails = Tails(state=state.state_of, card=card, heartbeat=0.02)
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        stream = tails.follow(bundle, LogPlace())
        told = [await anext(stream) for _ in range(4)]
        tails.close()
        rest = [frame async for frame in stream]
    assert [frame.partition(b"\n")[0] for frame in told] == [b"event: state", b"id: 0", b": ping", b": ping"]
    assert b"event: end" not in b"".join(rest), "the run goes on; who follows comes again"


@pytest.mark.soak
async def test_no_more_follow_than_may_however_they_come(serve: Callable[..., Service]) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    service = serve()
    live = RunBundle.create(service.runs, title="Craft 2 paper")
    host, port = service.url.removeprefix("http://").split(":")
    asked = f"GET /runs/{live.id}/events HTTP/1.0\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\n\r\n"
    writers: list[asyncio.StreamWriter] = []

    async def status() -> int:
        reader, writer = await asyncio.open_connection(host, int(port))
        writers.append(writer)
        writer.write(asked.encode())
        return int((await reader.readline()).split()[1])

    try:
        with live.log() as log:
            log.append(RunStarted(run=live.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
            told = await asyncio.gather(*(status() for _ in range(MOST + 80)))
    finally:
        for writer in writers:
            writer.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert MOST <= told.count(200) <= MOST + 20
    assert told.count(200) + told.count(503) == len(told)
