"""A line without end in a log: whoever follows it gets what is whole, and nobody waits for that."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from minecrew.runlog import LARGEST_LINE, RunBundle
from minecrew.service import Settings, tail
from minecrew.service.card import RunCard
from minecrew.service.lines import LogPlace, RunProgress, count_events, place_behind, read_lines
from minecrew.service.shared import SharedState
from minecrew.service.tail import LogPiece, Tails
from tests.stopwatch import cpu_seconds

from .conftest import Service, add_run

LONG = 200 << 20
"""Bytes; where the disk allows it, they take no room."""
SLOW = 15.0
"""Seconds of an answer, on a machine that does other things as well; it took 40."""


def add_long_line(bundle: RunBundle, size: int, *, stored: bool = False) -> None:
    """Behind what is there, and an event behind it. `stored`: the line takes room on the disk."""
    seq = bundle.read().events[-1].seq + 1
    with bundle.events_path.open("r+b") as file:
        end = file.seek(0, 2)
        file.write(b"x" * (size if stored else 0))
        file.truncate(end + size)
        file.seek(0, 2)
        file.write(b'\n{"seq":%d,"t":9.0,"kind":"note","text":"behind it"}\n' % seq)


def lines_of(path: Path) -> list[int]:
    place, seqs = LogPlace(), list[int]()
    while (read := read_lines(path, place)).end != place:
        assert sum(len(line.text) for line in read.lines) <= LARGEST_LINE, "little is held at once"
        seqs += [line.seq for line in read.lines]
        place = read.end
    return seqs


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize(
    "size",
    [LARGEST_LINE - 500, LARGEST_LINE - 1, LARGEST_LINE, LARGEST_LINE + 1, 3 * LARGEST_LINE],
)
def test_what_stands_behind_a_long_line_is_read(tmp_path: Path, size: int, stored: bool) -> None:
    bundle = add_run(tmp_path, said=3)
    add_long_line(bundle, size, stored=stored)
    assert lines_of(bundle.events_path) == list(range(7))
    assert count_events(bundle.events_path) == 7
    behind = place_behind(bundle.events_path, 5)
    assert [line.seq for line in read_lines(bundle.events_path, behind).lines] == [6]


@pytest.mark.parametrize("size", [2 << 30, 1 << 40])
def test_what_a_sparse_log_does_not_store_is_not_read(tmp_path: Path, size: int) -> None:
    """The time is proportional to what the disk stores, not to the size that the file says."""
    bundle = add_run(tmp_path, said=3)
    add_long_line(bundle, size)
    path = bundle.events_path
    os.truncate(path, path.stat().st_size + size)

    def read_all() -> None:
        assert lines_of(path) == list(range(7))
        assert place_behind(path, 5).offset > size
        assert place_behind(path, 90).offset == 0
        assert RunProgress(path).read().events == 7

    assert cpu_seconds(read_all) < 1


def test_the_longest_line_is_sent_and_one_that_grows_is_waited_for(tmp_path: Path) -> None:
    path = add_run(tmp_path, said=0).events_path
    text = b'{"seq":3,"t":9.0,"kind":"note","text":"%s"}'
    whole = text % (b"x" * (LARGEST_LINE - len(text) + 2))
    with path.open("ab") as file:
        file.write(whole[:-5])
        file.flush()
        assert lines_of(path) == [0, 1, 2]
        file.write(whole[-5:] + b"\n")
    assert len(whole) == LARGEST_LINE
    assert lines_of(path) == [0, 1, 2, 3]


async def test_a_log_is_read_by_a_thread_once_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle, state = add_run(tmp_path, said=20), SharedState(Settings(runs=tmp_path))
    read: list[tuple[threading.Thread, LogPlace]] = []
    real = tail.read_piece

    def noting(bundle: RunBundle, place: LogPlace) -> LogPiece:
        read.append((threading.current_thread(), place))
        time.sleep(0.05)  # all others come meanwhile
        return real(bundle, place)

    async def card(bundle: RunBundle) -> RunCard:
        return state.card(bundle)

    monkeypatch.setattr(tail, "read_piece", noting)
    tails = Tails(state=state.state_of, card=card)

    async def follow() -> list[bytes]:
        return [frame async for frame in tails.follow(bundle, LogPlace())]

    told = await asyncio.gather(*(follow() for _ in range(10)))
    assert all(frames == told[0] for frames in told)
    assert threading.main_thread() not in {thread for thread, _ in read}
    assert [place for _, place in read].count(LogPlace()) == 1


async def test_others_are_answered_while_a_long_line_is_followed(
    serve: Callable[..., Service], tmp_path: Path
) -> None:
    bundle = add_run(tmp_path / "runs", said=3)
    add_long_line(bundle, LONG)
    service = serve()
    took: list[float] = []
    async with httpx.AsyncClient(base_url=service.url, timeout=60) as client:

        async def follow() -> str:
            answer = await client.get(
                f"/runs/{bundle.id}/events", headers={"Accept": "text/event-stream"}, timeout=120
            )
            return answer.text

        following = asyncio.ensure_future(follow())
        while not following.done():
            began = time.monotonic()
            assert (await client.get("/health")).status_code == 200
            took.append(time.monotonic() - began)
            await asyncio.sleep(0.02)
    assert "behind it" in following.result()
    assert max(took) < SLOW
