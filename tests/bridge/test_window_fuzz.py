"""Window operations in random order against the server's count."""

from __future__ import annotations

import pytest

from benchmarks.window_fuzz import Score, fuzz, play_bout


def test_no_order_of_deeds_makes_the_view_differ() -> None:
    judge(play_bout(seed=1, sequences=9), 9)


@pytest.mark.soak
def test_no_order_of_many_deeds_makes_the_view_differ() -> None:
    judge(fuzz(10_000, seed=1, jobs=2), 10_000)


def judge(score: Score, sequences: int) -> None:
    assert score.sequences == sequences
    assert not score.differences, score.differences
    assert score.ends["ok"] > sequences / 2
