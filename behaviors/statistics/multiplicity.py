"""p-values of several tests together: Holm for declared contrasts, Benjamini and Hochberg for exploration.

Holm bounds the chance of even one false discovery at 5 %; Benjamini and Hochberg bound the share of false
ones among the discoveries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from minecrew.behaviors.statistics.library import library

METHODS = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}


def adjust(ps: Sequence[float | None], method: Literal["holm", "benjamini-hochberg"]) -> list[float | None]:
    """Returns the p-values, adjusted for their number; None stays None and does not count."""
    known = [p for p in ps if p is not None]
    if not known:
        return list(ps)
    found = library("statsmodels.stats.multitest").multipletests(known, 0.05, METHODS[method])[1]
    adjusted = iter(found)
    return [None if p is None else float(next(adjusted)) for p in ps]
