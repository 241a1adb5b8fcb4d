"""What was made of a run is made once for all who wait, and anew when its files change."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event, Semaphore
from typing import Any

import pytest

from minecrew.runlog import RunBundle, UserError
from minecrew.service import large_logs
from minecrew.service.memo import Memo, stamp_of
from minecrew.service.problem import ProblemError
from tests.service.conftest import add_run

ASKING = 16


def test_many_who_ask_at_once_share_what_is_made(tmp_path: Path) -> None:
    bundle = add_run(tmp_path)
    made: list[int] = []
    asking, asked = Barrier(ASKING), Semaphore(0)

    def make(bundle: RunBundle) -> int:
        with bundle.events_path.open("a") as file:  # it goes on meanwhile
            file.write("\n")
        if not made:
            for _ in range(ASKING):
                assert asked.acquire(timeout=60)
        made.append(len(made))
        return made[-1]

    class Watched(Memo[int]):
        def _entry(self, path: Path) -> Any:  # who comes here has asked
            asked.release()
            return super()._entry(path)

    memo = Watched(make)

    def ask(_: int) -> int:
        asking.wait()
        return memo.get(bundle)

    with ThreadPoolExecutor(ASKING) as pool:
        told = list(pool.map(ask, range(ASKING)))
    assert len(made) <= 2
    assert set(told) <= set(made)


def test_it_is_made_anew_when_a_file_changes_and_only_then(tmp_path: Path) -> None:
    bundle = add_run(tmp_path)
    memo = Memo(lambda bundle: len(bundle.read().events))
    first = memo.get(bundle)
    lines = bundle.events_path.read_bytes().splitlines(keepends=True)
    bundle.events_path.write_bytes(b"".join(lines[:-1]))
    assert memo.get(bundle) == first - 1
    kept = Memo(lambda bundle: object())
    assert kept.get(bundle) is kept.get(bundle)


def test_what_cannot_be_made_is_tried_again(tmp_path: Path) -> None:
    bundle = add_run(tmp_path)
    whole = bundle.events_path.read_bytes()
    memo = Memo(lambda bundle: len(bundle.read().events))
    bundle.events_path.write_text("nothing of ours\n" * 3)
    with pytest.raises(UserError):
        memo.get(bundle)
    bundle.events_path.write_bytes(whole)
    assert memo.get(bundle) == 3


def test_only_the_last_asked_for_are_kept(tmp_path: Path) -> None:
    bundles = [add_run(tmp_path) for _ in range(3)]
    memo = Memo(lambda bundle: object(), most=2)
    first, second = memo.get(bundles[0]), memo.get(bundles[1])
    assert memo.get(bundles[0]) is first
    memo.get(bundles[2])
    assert memo.get(bundles[0]) is first
    assert memo.get(bundles[1]) is not second


def test_values_of_large_files_are_forgotten_the_oldest_first(tmp_path: Path) -> None:
    bundles = [add_run(tmp_path) for _ in range(4)]
    size = sum(file[1] for file in stamp_of(bundles[0]) if file)
    made: list[str] = []
    memo = Memo(lambda bundle: made.append(bundle.id) or bundle.id, largest=2.5 * size)
    for bundle in (*bundles[:3], bundles[2], bundles[1], bundles[0]):
        memo.get(bundle)
    assert made == [bundles[number].id for number in (0, 1, 2, 0)]
    alone = Memo(lambda bundle: object(), largest=1)
    assert alone.get(bundles[0]) is alone.get(bundles[0])


def test_large_logs_are_read_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_logs, "WAIT", 0.1)
    bundles = [add_run(tmp_path) for _ in range(3)]
    for bundle in bundles[:2]:
        os.truncate(bundle.events_path, large_logs.LARGE)
    reads, goes_on = Event(), Event()

    def make(bundle: RunBundle) -> str:
        if bundle is bundles[0]:
            reads.set()
            assert goes_on.wait(60)
        return bundle.id

    memo, other = Memo(make), Memo(make)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(memo.get, bundles[0])
        assert reads.wait(60)
        try:
            with pytest.raises(ProblemError, match="is reading another large run; try again later"):
                other.get(bundles[1])
            assert other.get(bundles[2]) == bundles[2].id
        finally:
            goes_on.set()
        assert first.result(timeout=60) == bundles[0].id
    assert other.get(bundles[1]) == bundles[1].id
