"""Means and differences over seeds. The run is the unit and the seed the block: repeats within a seed are
averaged first, so that many repeats of few seeds do not look like much evidence.

Intervals of means are studentised bootstraps over seeds (Efron and Tibshirani 1993, chapter 12); with repeats
they are nested. Differences are paired by seed and tested by flipping signs, which assumes no particular
distribution. An interval for the difference of two shares is Agresti and Min's (2005).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt
from statistics import fmean
from typing import Any, TypeVar

from minecrew.behaviors.statistics.intervals import CONFIDENCE, SEED, Interval, Z
from minecrew.behaviors.statistics.library import library
from minecrew.runlog import Record

K = TypeVar("K", bound=Hashable)

RESAMPLES = 1999
FLIPS = 9999


class Estimate(Record):
    """A mean or a share over seeds."""

    n: int
    """Runs."""
    seeds: int
    value: float
    interval: Interval | None
    """The 95 % interval; None if it cannot be computed, e.g. with fewer than two seeds."""
    method: str


class PairedDifference(Record):
    """A contrast: per seed, the value at one level minus the value at the other."""

    seeds: int
    effect: float
    interval: Interval | None
    p: float | None
    """The two-sided p-value of the test that flips signs; None if there are fewer than two seeds."""
    method: str


def estimate_mean(values: Mapping[K, Sequence[float]]) -> Estimate | None:
    """Estimates the mean from `values`, which maps seeds to the values of runs; None if there are none."""
    blocks = [list(one) for one in values.values() if one]
    if not blocks:
        return None
    means = [fmean(one) for one in blocks]
    interval = bootstrap_t(blocks)
    runs = sum(map(len, blocks))
    method = "studentised bootstrap over seeds"
    return Estimate(n=runs, seeds=len(blocks), value=fmean(means), interval=interval, method=method)


def estimate_share(values: Mapping[K, Sequence[bool | float]]) -> Estimate | None:
    """Estimates a share from `values`, which maps each seed to whether its runs succeeded. With repeats, it
    is estimated as a mean, since repeats depend on each other.
    """
    blocks = [list(one) for one in values.values() if one]
    if not blocks:
        return None
    if any(len(one) > 1 for one in blocks):
        return estimate_mean({place: [float(value) for value in one] for place, one in enumerate(blocks)})
    yes, n = sum(bool(one[0]) for one in blocks), len(blocks)
    interval = wilson_interval(yes, n)
    return Estimate(n=n, seeds=n, value=yes / n, interval=interval, method="Wilson")


def wilson_interval(yes: int, n: int) -> Interval:
    """Returns the 95 % interval of a share, given a sample of `n` values of which `yes` values are true."""
    low, high = library("statsmodels.stats.proportion").proportion_confint(yes, n, 1 - CONFIDENCE, "wilson")
    return Interval(low=max(0.0, float(low)), high=min(1.0, float(high)))


def compare_paired(
    first: Mapping[K, Sequence[float]], second: Mapping[K, Sequence[float]], *, shares: bool = False
) -> PairedDifference | None:
    """Compares two levels, given their values by seed, using only the seeds that both have; None if there are
    none.

    `shares`: True if the values are yes or no, False if they are measurements.
    """
    seeds = [seed for seed in first if first[seed] and second.get(seed)]
    if not seeds:
        return None
    differences = [fmean(map(float, first[seed])) - fmean(map(float, second[seed])) for seed in seeds]
    single = all(len(one[seed]) == 1 for one in (first, second) for seed in seeds)
    paired = shares and single
    interval = _share_difference(differences) if paired else bootstrap_t([[one] for one in differences])
    method = "Agresti-Min" if paired else "studentised bootstrap over seeds"
    p = sign_flip(differences)
    return PairedDifference(
        seeds=len(seeds), effect=fmean(differences), interval=interval, p=p, method=f"{method}; sign flips"
    )


def sign_flip(differences: Sequence[float]) -> float | None:
    """Returns the two-sided p-value of a mean difference of zero, by changing signs at random; exact for few
    values.
    """
    if len(differences) < 2:
        return None
    numpy, stats = library("numpy"), library("scipy.stats")
    if not any(differences):
        return 1.0
    found = stats.permutation_test(
        (numpy.array(differences, dtype=float),),
        lambda values, axis: numpy.mean(values, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=FLIPS,
        rng=numpy.random.default_rng(SEED),
    )
    return float(found.pvalue)


def bootstrap_t(blocks: Sequence[Sequence[float]]) -> Interval | None:
    """Returns the interval of the mean of the blocks' means; None if there are fewer than two blocks, or if
    all are equal.

    Blocks are drawn with replacement, then values within each. The t value of a sample without spread counts
    as infinite (or as 0, if its mean is that of all values), so that few different values make the interval
    wide rather than wrong.
    """
    numpy = library("numpy")
    n = len(blocks)
    means = numpy.array([fmean(one) for one in blocks], dtype=float)
    if n < 2:
        return None
    error = means.std(ddof=1) / sqrt(n)
    if error <= 1e-12 * max(1.0, abs(means.mean())):
        return None
    chance = numpy.random.default_rng(SEED)
    drawn = means[chance.integers(0, n, (RESAMPLES, n))]
    if any(len(one) > 1 for one in blocks):
        drawn = _nested(blocks, chance, numpy)
    middle, spread = drawn.mean(axis=1), drawn.std(axis=1, ddof=1) / sqrt(n)
    with numpy.errstate(divide="ignore", invalid="ignore"):
        t = (middle - means.mean()) / spread
    t = numpy.where(numpy.isnan(t), 0.0, t)
    tail = (1 - CONFIDENCE) / 2
    low, high = numpy.quantile(t, (tail, 1 - tail), method="nearest")
    if not (numpy.isfinite(low) and numpy.isfinite(high)):
        return None
    return Interval(low=float(means.mean() - high * error), high=float(means.mean() - low * error))


def _nested(blocks: Sequence[Sequence[float]], chance: Any, numpy: Any) -> Any:
    """The means of blocks that are drawn, of values that are drawn within each."""
    n = len(blocks)
    sizes = numpy.array([len(one) for one in blocks])
    padded = numpy.array([[*one, *[0.0] * (max(sizes) - len(one))] for one in blocks], dtype=float)
    places = chance.integers(0, n, (RESAMPLES, n))
    size = sizes[places]
    inner = (chance.random((RESAMPLES, n, padded.shape[1])) * size[..., None]).astype(int)
    kept = numpy.arange(padded.shape[1]) < size[..., None]
    values = padded[places[..., None], inner]
    return (values * kept).sum(axis=2) / size


def _share_difference(differences: Sequence[float]) -> Interval:
    """Agresti and Min: half a pair is added to each of the four kinds of pairs."""
    n = len(differences) + 2
    gained = sum(one > 0 for one in differences) + 0.5
    lost = sum(one < 0 for one in differences) + 0.5
    middle = (gained - lost) / n
    error = sqrt((gained + lost) - (gained - lost) ** 2 / n) / n
    return Interval(low=max(-1.0, middle - Z * error), high=min(1.0, middle + Z * error))
