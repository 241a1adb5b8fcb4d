"""Intervals, against published tables."""

from __future__ import annotations

from statistics import mean

import pytest

from minecrew.behaviors.statistics.intervals import bootstrap_interval, poisson_interval


@pytest.mark.parametrize(
    ("count", "low", "high"),
    # exact 95 % limits, after Garwood (1936)
    [(0, 0.0, 3.69), (1, 0.03, 5.57), (5, 1.62, 11.67), (10, 4.80, 18.39), (100, 81.36, 121.63)],
)
def test_poisson_limits_are_those_of_the_tables(count: int, low: float, high: float) -> None:
    found = poisson_interval(count)
    assert (round(found.low, 2), round(found.high, 2)) == (low, high)


def test_the_bootstrap_is_near_what_theory_says_and_repeats_itself() -> None:
    """Mean of 1..100: 50.5 with a standard error of 2.89, so 95 % within 5.66."""
    values = [float(value) for value in range(1, 101)]
    found = bootstrap_interval(values, mean)
    assert found is not None
    assert found.low == pytest.approx(50.5 - 5.66, abs=0.6)
    assert found.high == pytest.approx(50.5 + 5.66, abs=0.6)
    assert bootstrap_interval(values, mean) == found


def test_one_value_has_no_interval() -> None:
    assert bootstrap_interval([3.0], mean) is None
    equal = bootstrap_interval([3.0, 3.0], mean)
    assert equal is not None
    assert (equal.low, equal.high) == (3.0, 3.0)
