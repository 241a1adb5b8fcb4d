"""Groups of runs as CSV: one line per group and figure, behaviours included."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import IO, Any

from minecrew.behaviors import FEW, RunGroup
from minecrew.runlog import is_formula

FIGURES = ("figure", "runs", "value", "low", "high", "median", "count", "minutes", "few")
"""The columns behind the settings. `value`: the mean, or the rate per 10 agent-minutes of a behaviour.
`few`: whether so few runs know the figure that the interval means little."""


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
            yield name, found.n, found.mean, low, high, found.median, None, None, _flag(found.few)
    runs = len(group.runs)
    for name, rate in group.behaviours.items():
        if rate is not None:
            low, high = _ends(rate.interval)
            few = _flag(runs < FEW)
            yield f"behaviours.{name}", runs, rate.per_ten, low, high, None, rate.count, rate.minutes, few
    if group.harm is not None and group.harm.per_failure is not None:
        low, high = _ends(group.harm.interval)
        told = group.harm
        yield "harm_per_failure", runs, told.per_failure, low, high, None, told.count, None, _flag(runs < FEW)


def _ends(interval: Any) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _cell(value: object) -> object:
    """No spreadsheet takes a title for a formula."""
    return f"'{value}" if isinstance(value, str) and is_formula(value) else value
