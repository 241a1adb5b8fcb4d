"""Window operations in random order against the server's count."""

from __future__ import annotations

import pytest

from benchmarks.window_fuzz import fuzz


@pytest.mark.parametrize("sequences", [15, pytest.param(10_000, marks=pytest.mark.soak)])
def test_no_order_of_deeds_makes_the_view_differ(sequences: int) -> None:
    score = fuzz(sequences, seed=1, jobs=2)
    assert score.sequences == sequences
    assert not score.differences, score.differences
    assert score.ends["ok"] > sequences / 2
