"""A log that takes long to read delays who asks for it, up to a limit, and nobody else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

import anyio.to_thread
import pytest
from fastapi.testclient import TestClient

from minecrew.runlog import RunBundle
from minecrew.service import Settings, create_app, time_limit
from minecrew.service.digest import Digest, Digests, digest_of
from minecrew.service.index import RunIndex
from minecrew.service.memo import Memo
from minecrew.service.routes import tasks
from minecrew.service.time_limit import TookTooLong, within
from tests.service.conftest import add_run


def for_ever() -> None:
    """It computes, and no handler of errors ends it."""
    while True:
        try:
            sum(range(1000))
        except Exception:
            continue


def test_a_computation_without_end_is_ended() -> None:
    with pytest.raises(TookTooLong, match=r"run 'r' takes more than 0\.2 s"):
        within(0.2, for_ever, "run 'r'")
    for _ in range(1000):  # and nothing comes afterwards
        assert within(0.2, lambda: 7, "") == 7


def test_a_stop_that_is_lost_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "AGAIN", 0.2)

    def stubborn() -> None:
        with suppress(BaseException):
            for_ever()
        for_ever()

    with pytest.raises(TookTooLong):
        within(0.2, stubborn, "")
    assert within(0.2, lambda: 7, "") == 7


def test_who_only_waits_is_not_ended() -> None:
    assert within(0.1, lambda: time.sleep(0.5) or 7, "") == 7


def test_an_error_of_the_computation_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 / 0, "")


def test_a_memo_remembers_what_took_too_long_until_the_files_change(tmp_path: Path) -> None:
    bundle = add_run(tmp_path)
    asked: list[int] = []

    def make(bundle: RunBundle) -> int:
        asked.append(1)
        if len(asked) == 1:
            for_ever()
        return 7

    memo = Memo(make, limit=0.2)
    for _ in range(3):
        with pytest.raises(TookTooLong):
            memo.get(bundle)
    assert len(asked) == 1
    with bundle.events_path.open("a") as file:
        file.write("\n")
    assert memo.get(bundle) == memo.get(bundle) == 7


@pytest.fixture
def index(tmp_path: Path) -> Iterator[RunIndex]:
    index = RunIndex(tmp_path, lambda bundle: "ended")
    yield index
    index.close()


def test_nobody_waits_long_for_a_log_that_somebody_else_reads(tmp_path: Path, index: RunIndex) -> None:
    slow, quick = add_run(tmp_path), add_run(tmp_path)
    reads, goes_on = Event(), Event()

    def make(bundle: RunBundle) -> Digest:
        if bundle.id == slow.id:
            reads.set()
            assert goes_on.wait(60)
        return digest_of(bundle)

    digests = Digests(index, make)
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(digests.all)
        assert reads.wait(60)
        try:
            others = [pool.submit(digests.all) for _ in range(2)]
            told = [one.result(timeout=30) for one in others]
        finally:
            goes_on.set()
        both = first.result(timeout=60)
    assert [[one.run for one in found] for found in told] == [[quick.id]] * 2
    assert {one.run for one in both} == {slow.id, quick.id}
    assert digests.all() is digests.all()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(runs=tmp_path)), base_url="http://127.0.0.1:8765") as client:
        yield client


def test_health_is_told_while_readers_hold_all_threads(client: TestClient) -> None:
    goes_on = Event()
    assert client.portal is not None
    readers = [client.portal.start_task_soon(anyio.to_thread.run_sync, goes_on.wait) for _ in range(200)]
    with ThreadPoolExecutor(2) as pool:
        waits, asked = pool.submit(client.get, "/runs"), pool.submit(client.get, "/health")
        try:
            assert asked.result(timeout=60).json()["status"] == "ok"
            assert not waits.done()
        finally:
            goes_on.set()
        assert waits.result(timeout=60).json()["total"] == 0
    assert all(one.result(timeout=60) for one in readers)


def test_a_task_that_takes_long_to_read_is_given_up(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "CHECKING", 0.2)
    told = client.post("/tasks/check", json={"toml": "a." * 40_000 + "a = 1"}).json()
    assert (told["ok"], told["task"]) == (False, None)
    assert [one["message"] for one in told["problems"]] == [
        "task.toml takes more than 0.2 s to read; make it shorter"
    ]
