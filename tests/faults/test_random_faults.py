"""Short runs that something happens to at random; `make chaos` plays two hundred."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.chaos.__main__ import main
from benchmarks.chaos.mishaps import MISHAPS, BotKilled, DiskFull, RunKilled
from benchmarks.chaos.play import play


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(BotKilled, marks=pytest.mark.soak),  # test_kills.py
        pytest.param(DiskFull, marks=pytest.mark.soak),  # test_full_disk.py
        RunKilled,
    ],
)
def test_a_run_bears_what_happens_to_it(tmp_path: Path, kind: type) -> None:
    done = play(MISHAPS.index(kind), 1, tmp_path)
    assert done.is_right, done
    assert done.code in {0, 1, *kind(None).codes}


@pytest.mark.soak
def test_whatever_happens_nothing_is_lost_and_nobody_is_left() -> None:
    assert main(runs=200, seed=1, jobs=2, only="") == 0
