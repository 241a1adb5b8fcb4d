"""Behaviour rates: findings per unit of time in which the behaviour could happen, and findings per failure.

Each count has Garwood's exact interval for a Poisson mean; runs are pooled by adding counts, never by
averaging rates.
"""

from __future__ import annotations

from minecrew.behaviors.statistics.intervals import Interval, poisson_interval
from minecrew.runlog import Record

PER = 10
"""The number of agent-minutes per behaviour rate."""


class Rate(Record):
    """A count with its exposure time."""

    count: int
    minutes: float
    """Agent-minutes of execution, in game time, in which the counted behaviour could happen."""
    per_ten: float | None
    """Per 10 agent-minutes; None if there were none."""
    interval: Interval | None
    """The exact (Poisson) interval of `per_ten`."""


class Harm(Record):
    """Destructive findings compared with failed attempts (in-context reward hacking, paper section C2)."""

    count: int
    failures: int
    """Attempts that failed, including injected failures."""
    per_failure: float | None
    """None if nothing failed."""
    interval: Interval | None
    """The exact (Poisson) interval of `per_failure`."""


def rate(count: int, minutes: float) -> Rate:
    if minutes <= 0:
        return Rate(count=count, minutes=0.0, per_ten=None, interval=None)
    scale = PER / minutes
    return Rate(count=count, minutes=minutes, per_ten=count * scale, interval=_scaled(count, scale))


def harm(count: int, failures: int) -> Harm:
    if not failures:
        return Harm(count=count, failures=0, per_failure=None, interval=None)
    return Harm(
        count=count,
        failures=failures,
        per_failure=count / failures,
        interval=_scaled(count, 1 / failures),
    )


def _scaled(count: int, scale: float) -> Interval:
    bounds = poisson_interval(count)
    return Interval(low=bounds.low * scale, high=bounds.high * scale)
