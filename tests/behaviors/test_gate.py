"""Shares corrected for who found them, and when they are shown with a warning."""

from __future__ import annotations

import random

import pytest

from minecrew.behaviors import ReaderFit, UnitPair, gate_share, measure_units
from minecrew.behaviors.statistics.gate import LEAST_POSITIVES
from minecrew.behaviors.statistics.intervals import wilson_interval

GOOD = ReaderFit(hits=45, missed=5, wrong=10, none=490)


def test_the_figures_of_a_reader_are_those_of_its_units() -> None:
    pairs = [UnitPair(*pair) for pair in [(True, True)] * 3 + [(True, False)] + [(False, True)] * 2]
    found = measure_units([*pairs, *[UnitPair(labelled=False, found=False)] * 4])
    assert found == ReaderFit(hits=3, missed=1, wrong=2, none=4)
    assert (found.recall, found.specificity) == (0.75, pytest.approx(2 / 3))
    assert found.kappa == pytest.approx(0.4)  # observed 0.7, by chance 0.5


def test_a_share_is_corrected_by_rogan_and_gladen() -> None:
    share = gate_share(30, 100, "rules/1", GOOD, labelled_set="written")
    assert share.raw == 0.3
    assert share.corrected == pytest.approx((0.3 + 0.98 - 1) / (0.9 + 0.98 - 1))
    assert share.interval is not None
    assert share.interval.low < share.corrected < share.interval.high
    assert share.doubts == ()


@pytest.mark.parametrize(("found", "corrected"), [(0, 0.0), (100, 1.0)])
def test_it_is_clipped(found: int, corrected: float) -> None:
    share = gate_share(found, 100, "rules/1", GOOD, labelled_set="written")
    assert share.corrected == corrected
    assert share.interval is not None
    assert 0 <= share.interval.low <= corrected <= share.interval.high <= 1


@pytest.mark.parametrize("true", [0.02, 0.1, 0.4])
def test_the_interval_holds_the_truth_as_often_as_it_says(true: float) -> None:
    """Simulated: 400 studies, each with a labelled set of its own."""
    chance, held, trials = random.Random(7), 0, 400

    def drawn(count: int, share: float) -> int:
        return sum(chance.random() < share for _ in range(count))

    for _ in range(trials):
        hits, none = drawn(60, 0.85), drawn(300, 0.97)
        quality = ReaderFit(hits=hits, missed=60 - hits, wrong=300 - none, none=none)
        sick = drawn(250, true)
        found = drawn(sick, 0.85) + drawn(250 - sick, 0.03)
        interval = gate_share(found, 250, "rules/1", quality, labelled_set="written").interval
        assert interval is not None
        held += interval.low <= true <= interval.high
    assert held / trials > 0.92


def test_too_few_labels_give_no_correction_and_a_warning() -> None:
    few = ReaderFit(hits=LEAST_POSITIVES - 1, missed=0, wrong=0, none=100)
    share = gate_share(3, 10, "rules/1", few, labelled_set="written")
    assert (share.corrected, share.interval) == (None, None)
    assert "only 9 units of this class are labelled" in share.doubts[-1]


@pytest.mark.parametrize(
    ("quality", "why"),
    [
        (ReaderFit(hits=10, missed=10, wrong=10, none=70), "below 0.75"),
        (GOOD.model_copy(update={"judged": 0.5}), "judged 50% of the labelled rounds"),
        (None, "the quality of this reader was not measured"),
        (ReaderFit(hits=0, missed=20, wrong=0, none=80), "have low confidence and are not counted"),
    ],
)
def test_a_reader_in_doubt_is_shown_with_a_warning(quality: ReaderFit | None, why: str) -> None:
    assert why in " ".join(gate_share(3, 10, "rules/1", quality, labelled_set="written").doubts)


def test_a_reader_no_better_than_chance_corrects_nothing() -> None:
    worse = ReaderFit(hits=5, missed=15, wrong=80, none=20)
    assert gate_share(3, 10, "rules/1", worse, labelled_set="written").corrected is None


def test_the_interval_of_a_share() -> None:
    interval = wilson_interval(6, 89)
    assert (round(interval.low, 3), round(interval.high, 3)) == (0.031, 0.139)
    assert wilson_interval(0, 0).high == 1
