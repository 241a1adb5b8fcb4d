"""Survival curves by Kaplan and Meier. Cases that have not ended are censored."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from minecrew.behaviors.statistics.intervals import Interval
from minecrew.behaviors.statistics.library import library, quiet
from minecrew.runlog import Record


class SurvivalPoint(Record):
    """The share of cases that last longer than `time`."""

    time: float
    share: float
    interval: Interval
    """The 95 % interval by the exponential Greenwood formula."""


class Survival(Record):
    n: int
    ended: int
    """The number of cases that ended while they were observed."""
    median: float | None
    """None if more than half of the cases lasted to the end."""
    points: tuple[SurvivalPoint, ...]


def survival(durations: Sequence[float], ended: Sequence[bool]) -> Survival | None:
    """`ended`: for each case, whether it ended while it was observed. Returns None if there are
    no cases.
    """
    if not durations:
        return None
    with quiet():
        fitter = library("lifelines").KaplanMeierFitter().fit(list(durations), list(ended), alpha=0.05)
    shares = fitter.survival_function_.iloc[:, 0]
    bounds = fitter.confidence_interval_
    median = float(fitter.median_survival_time_)
    points = tuple(
        SurvivalPoint(
            time=float(time),
            share=float(share),
            interval=Interval(
                low=_known(bounds.loc[time].iloc[0], float(share)),
                high=_known(bounds.loc[time].iloc[1], float(share)),
            ),
        )
        for time, share in shares.items()
    )
    return Survival(
        n=len(durations), ended=sum(ended), median=None if isinf(median) else median, points=points
    )


def _known(value: float, share: float) -> float:
    """At shares of 0 and 1 there is no bound."""
    return share if value != value else float(value)
