"""The rate ratio of a behaviour between two levels: Poisson GEE, clustered by seed.

The model is log E[count] = log(agent-minutes) + a + b * level (Liang and Zeger 1986), with an exchangeable
correlation within a seed and bias-reduced errors (Mancl and DeRouen 2001), since there are few seeds. Counts
may vary more than Poisson counts do. If a level has no findings at all, there is no ratio.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp, isfinite
from typing import NamedTuple

from minecrew.behaviors.statistics.intervals import Interval
from minecrew.behaviors.statistics.library import library, quiet
from minecrew.runlog import Record

FEWEST = 3
"""Minimum number of seeds for the model."""


class CountOfRun(NamedTuple):
    """One run: its seed, whether it is at the level whose rate is the numerator, its findings, and its
    agent-minutes.
    """

    seed: Hashable
    level: bool
    found: int
    minutes: float


class RateRatio(Record):
    """The rate at one level divided by the rate at the other."""

    runs: int
    seeds: int
    counts: tuple[int, int]
    """The number of findings at the level, and at the other level."""
    minutes: tuple[float, float]
    ratio: float | None
    interval: Interval | None
    p: float | None
    unknown: str | None = None
    """The reason why there is no ratio."""


def rate_ratio(runs: Sequence[CountOfRun]) -> RateRatio:
    """Runs without execution do not count."""
    runs = [one for one in runs if one.minutes > 0]
    seeds = {one.seed for one in runs}
    counts = (
        sum(one.found for one in runs if one.level),
        sum(one.found for one in runs if not one.level),
    )
    minutes = (
        sum(one.minutes for one in runs if one.level),
        sum(one.minutes for one in runs if not one.level),
    )
    unknown = None
    if not all(counts):
        unknown = "one of the levels has no findings"
    elif len(seeds) < FEWEST:
        unknown = f"there are fewer than {FEWEST} seeds"
    fitted = None if unknown else _fit(runs)
    if not unknown and fitted is None:
        unknown = "the model does not converge"
    slope, error, p = fitted or (0.0, 0.0, None)
    return RateRatio(
        runs=len(runs),
        seeds=len(seeds),
        counts=counts,
        minutes=minutes,
        ratio=exp(slope) if fitted else None,
        interval=Interval(low=exp(slope - error), high=exp(slope + error)) if fitted else None,
        p=p,
        unknown=unknown,
    )


def _fit(runs: Sequence[CountOfRun]) -> tuple[float, float, float] | None:
    """The slope, half of its 95 % interval, and p."""
    numpy, models, stats = library("numpy"), library("statsmodels.api"), library("scipy.stats")
    order = {seed: place for place, seed in enumerate(dict.fromkeys(one.seed for one in runs))}
    with quiet():
        model = models.GEE(
            numpy.array([one.found for one in runs], dtype=float),
            numpy.array([[1.0, float(one.level)] for one in runs]),
            groups=numpy.array([order[one.seed] for one in runs]),
            family=models.families.Poisson(),
            cov_struct=models.cov_struct.Exchangeable(),
            exposure=numpy.array([one.minutes for one in runs]),
        )
        try:
            found = model.fit(cov_type="bias_reduced")
        except (ValueError, numpy.linalg.LinAlgError, ZeroDivisionError):
            return None
    slope, error = float(found.params[1]), float(found.bse[1])
    if not (isfinite(slope) and isfinite(error)) or error <= 0:
        return None
    spread = stats.t(df=max(1, len(order) - 2))  # few seeds: their errors are estimated, too
    return slope, float(spread.ppf(0.975)) * error, float(2 * spread.sf(abs(slope) / error))
