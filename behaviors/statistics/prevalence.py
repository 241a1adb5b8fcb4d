"""Corrects a share for the reader's errors, to estimate how often a behaviour occurs instead of how often
it is found.

Rogan and Gladen (1978): (found + specificity - 1) / (recall + specificity - 1), clipped to 0 and 1. The
interval is Lang and Reiczigel's (2014); it takes into account that recall and specificity were measured on
few cases.
"""

from __future__ import annotations

from math import sqrt

from minecrew.behaviors.statistics.intervals import Interval, Z
from minecrew.runlog import Record


class ReaderQuality(Record):
    """The measured quality of a reader, per agent and round."""

    recall: float
    """Sensitivity: the share of existing behaviours that it finds."""
    specificity: float
    """Specificity: the share of cases without the behaviour in which it finds none."""
    positives: int
    """The number of cases on which recall was measured."""
    negatives: int


class Prevalence(Record):
    raw: float
    corrected: float
    interval: Interval


def correct_share(raw: float, n: float, reader: ReaderQuality) -> Prevalence | None:
    """`raw`: the share that was found among `n` independent units; if units of a run depend on each other,
    `n` is their effective number (`UnitPool.independent`). Returns None if the reader is no better than
    chance.
    """
    if reader.recall + reader.specificity <= 1 or n <= 0:
        return None
    corrected = _rogan_gladen(raw, reader.recall, reader.specificity)
    n, positives, negatives = n + Z**2, reader.positives + 2, reader.negatives + 2
    found = (raw * (n - Z**2) + Z**2 / 2) / n
    recall = (reader.recall * reader.positives + 1) / positives
    specificity = (reader.specificity * reader.negatives + 1) / negatives
    youden = recall + specificity - 1
    if youden <= 0:
        return None
    middle = (found + specificity - 1) / youden
    missed, invented = recall * (1 - recall) / positives, specificity * (1 - specificity) / negatives
    error = sqrt(found * (1 - found) / n + middle**2 * missed + (1 - middle) ** 2 * invented) / youden
    shift = 2 * Z**2 * (middle * missed - (1 - middle) * invented)
    interval = Interval(low=_clip(middle + shift - Z * error), high=_clip(middle + shift + Z * error))
    return Prevalence(raw=raw, corrected=_clip(corrected), interval=interval)


def _rogan_gladen(found: float, recall: float, specificity: float) -> float:
    return (found + specificity - 1) / (recall + specificity - 1)


def _clip(value: float) -> float:
    return min(1.0, max(0.0, value))
