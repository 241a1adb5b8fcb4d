"""Confidence intervals: exact Poisson intervals for counts, bootstrap intervals for means and medians."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, fsum, lgamma, log, sqrt
from random import Random
from typing import TypeVar

from minecrew.runlog import Record

T = TypeVar("T")

CONFIDENCE = 0.95
Z = 1.959963984540054
"""The quantile of the normal distribution that belongs to CONFIDENCE."""
RESAMPLES = 2000
SEED = 1
"""The fixed seed, so that the same figures always give the same interval."""


class Interval(Record):
    """The bounds of a 95 % confidence interval, in the unit of the value that is estimated."""

    low: float
    high: float


@lru_cache(maxsize=4096)
def poisson_interval(count: int) -> Interval:
    """Garwood's exact interval for the mean of a Poisson variable that was observed once, as `count`."""
    tail = (1 - CONFIDENCE) / 2
    low = 0.0 if count == 0 else _mean_where(lambda mean: 1 - _at_most(count - 1, mean), tail, count)
    return Interval(low=low, high=_mean_where(lambda mean: 1 - _at_most(count, mean), 1 - tail, count))


def wilson_interval(count: int, units: int) -> Interval:
    """Wilson's score interval for the share `count` / `units`; 0 to 1 if there are no units."""
    if not units:
        return Interval(low=0.0, high=1.0)
    share, weight = count / units, Z**2 / units
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return Interval(low=max(0.0, middle - half), high=min(1.0, middle + half))


def bootstrap_interval(
    values: Sequence[T], statistic: Callable[[Sequence[T]], float | None]
) -> Interval | None:
    """Percentile bootstrap. Returns None if there are fewer than two values, because their spread is then
    unknown.

    The interval is too narrow if there are few values (below ten or so); equal values give an interval of
    width zero. A statistic that is undefined (None) for more than the tails' share of the samples has no
    interval.
    """
    if len(values) < 2:
        return None
    chance = Random(SEED)
    drawn = [statistic(chance.choices(values, k=len(values))) for _ in range(RESAMPLES)]
    known = sorted(one for one in drawn if one is not None)
    if len(known) < RESAMPLES * CONFIDENCE:
        return None
    cut = round(len(known) * (1 - CONFIDENCE) / 2)
    return Interval(low=known[cut], high=known[-cut - 1])


def _at_most(count: int, mean: float) -> float:
    """The chance of `count` or fewer."""
    if mean == 0:
        return 1.0
    return min(1.0, fsum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(count + 1)))


def _mean_where(rising: Callable[[float], float], level: float, count: int) -> float:
    """The mean at which `rising`, which grows with it, reaches `level`; by bisection, to 12 digits."""
    below = 0.0
    above = count + 20 * sqrt(count + 1)
    for _ in range(80):
        middle = (below + above) / 2
        if rising(middle) < level:
            below = middle
        else:
            above = middle
    return above
