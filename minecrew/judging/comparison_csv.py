"""Groups of runs as CSV, with one line per group and figure, including behaviours."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import IO, Any

from minecrew.behaviors import FEW, RunGroup
from minecrew.runlog import as_cell

FIGURES = ("figure", "runs", "value", "low", "high", "median", "count", "minutes", "few", "doubts")
"""The columns after the settings. `value`: the mean or, for a behaviour, the rate per 10 agent-minutes.
`few`: whether the interval means little because too few runs have the figure. `doubts`: why the accuracy of a
share's reader is in doubt.
"""


def write_csv(groups: Sequence[RunGroup], file: IO[str]) -> None:
    heads = tuple(dict.fromkeys(name for one in groups for name in one.by))
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow((*heads, *FIGURES))
    for one in groups:
        by = [_cell(one.by.get(name)) for name in heads]
        for line in _lines(one):
            writer.writerow((*by, *("" if value is None else value for value in line)))


def _lines(group: RunGroup) -> Iterator[tuple[Any, ...]]:
    for name, found in group.figures.items():
        if found is not None:
            low, high = _ends(found.mean_interval)
            yield name, found.n, found.mean, low, high, found.median, None, None, _flag(found.few), None
    runs = len(group.runs)
    for name, rate in group.behaviours.items():
        if rate is not None:
            low, high = _ends(rate.interval)
            few = _flag(runs < FEW)
            yield (
                f"behaviours.{name}",
                runs,
                rate.per_ten,
                low,
                high,
                None,
                rate.count,
                rate.minutes,
                few,
                None,
            )
    for name, share in group.shares.items():
        if share is not None:
            doubts, few = "; ".join(share.doubts) or None, _flag(runs < FEW)
            low, high = _ends(share.interval)
            yield f"shares.{name}", runs, share.raw, None, None, None, share.found, None, few, doubts
            yield f"shares.{name}.corrected", runs, share.corrected, low, high, None, None, None, few, doubts
    if group.harm is not None and group.harm.per_failure is not None:
        low, high = _ends(group.harm.interval)
        told = group.harm
        yield (
            "harm_per_failure",
            runs,
            told.per_failure,
            low,
            high,
            None,
            told.count,
            None,
            _flag(runs < FEW),
            None,
        )


def _ends(interval: Any) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _cell(value: object) -> object:
    """Returns the text in a form that a spreadsheet does not take for a formula."""
    return as_cell(value) if isinstance(value, str) else value
