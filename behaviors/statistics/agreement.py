"""Agreement between annotators over many runs: per class, per sub-class, and over all classes.

Rows are the names of `votes.NAMES`, and 'overall', which pools the units of all classes. Intervals are
bootstraps over rounds, since the judgements within a round depend on each other. If a value is undefined, the
reason is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from minecrew.behaviors.classes import SUBS
from minecrew.behaviors.statistics.gate import ReaderFit, UnitPair, measure_units
from minecrew.behaviors.statistics.intervals import Interval, bootstrap_interval
from minecrew.behaviors.statistics.reliability import (
    Table,
    add_tables,
    cohen_kappa,
    coincidences,
    krippendorff_alpha,
    pair_table,
)
from minecrew.behaviors.statistics.votes import NAMES, Unit, Votes, judged_rounds
from minecrew.runlog import Record

OVERALL = "overall"
ADJUDICATED = "adjudicated"
"""The name of the annotator for adjudicated judgements: those of two annotators or, if they differ, of a
third person.
"""
ROWS = (OVERALL, *NAMES)

Tables = Sequence[Table[bool]]
"""One table per round."""


class Kappa(Record):
    """Cohen's kappa of two annotators over the units that both judged."""

    name: str
    """'overall', a class, or class and sub-class."""
    first: str
    second: str
    kappa: float | None
    interval: Interval | None = None
    unknown: str | None = None
    """Why kappa is None."""
    units: int
    both: int
    """The number of units in which both annotators say yes; the next three count the other combinations."""
    only_first: int
    only_second: int
    neither: int


class Alpha(Record):
    """Krippendorff's alpha of all annotators over the units that at least two judged."""

    name: str
    alpha: float | None
    interval: Interval | None = None
    unknown: str | None = None
    units: int
    values: int
    """The number of judgements about those units."""


class Annotator(Record):
    """The number of judgements of one annotator."""

    name: str
    rounds: int
    """The number of rounds in which the annotator judged anything."""
    units: int
    """The number of units (run, round, agent, class) that the annotator judged."""
    present: int
    """The number of units in which the annotator found the behaviour."""


class Reliability(Record):
    """The content of `minecrew agree --json`."""

    annotators: tuple[Annotator, ...]
    kappas: tuple[Kappa, ...]
    alphas: tuple[Alpha, ...]
    quality: dict[str, dict[str, ReaderFit]] = {}
    """Annotator -> class -> how well the annotator's judgements fit the adjudicated labels, if there are any.
    """


def measure_agreement(votes: Mapping[str, Votes]) -> Reliability:
    """Returns the agreement of two or more annotators. `votes` maps the annotators' names to their votes; the
    order is kept.
    """
    return Reliability(
        annotators=tuple(_annotator(name, own) for name, own in votes.items()),
        kappas=tuple(
            _kappa(row, (first, votes[first]), (second, votes[second]))
            for first, second in combinations(votes, 2)
            for row in ROWS
        ),
        alphas=tuple(_alpha(row, tuple(votes.values())) for row in ROWS),
        quality={
            name: _quality(own, votes[ADJUDICATED]) for name, own in votes.items() if name != ADJUDICATED
        }
        if ADJUDICATED in votes
        else {},
    )


def _quality(own: Votes, labels: Votes) -> dict[str, ReaderFit]:
    """Per class; `judged` is the share of the labelled units that the annotator judged."""
    found = {}
    for name in SUBS:
        units = [unit for unit in labels if unit.name == name]
        pairs = [UnitPair(labels[unit], own[unit]) for unit in units if unit in own]
        judged = len(pairs) / len(units) if units else 0.0
        found[name] = measure_units(pairs).model_copy(update={"judged": judged})
    return found


def _annotator(name: str, votes: Votes) -> Annotator:
    own = [said for unit, said in votes.items() if _in_row(unit, OVERALL)]
    return Annotator(name=name, rounds=len(judged_rounds(votes)), units=len(own), present=sum(own))


def _kappa(row: str, first: tuple[str, Votes], second: tuple[str, Votes]) -> Kappa:
    rounds: dict[tuple[str, int], list[tuple[bool, bool]]] = {}
    for unit, said in first[1].items():
        if _in_row(unit, row) and unit in second[1]:
            rounds.setdefault((unit.run, unit.round), []).append((said, second[1][unit]))
    tables = [pair_table(pairs) for pairs in rounds.values()]
    whole = add_tables((table, 1) for table in tables)
    kappa = cohen_kappa(whole)
    both, only_first, only_second, neither = (
        round(whole.get((one, other), 0)) for one in (True, False) for other in (True, False)
    )
    units = both + only_first + only_second + neither
    unknown = None
    if kappa is None:
        unknown = "both annotators always give the same value" if units else "no unit was judged by both"
    return Kappa(
        name=row,
        first=first[0],
        second=second[0],
        kappa=kappa,
        interval=None if kappa is None else _interval(tables, cohen_kappa),
        unknown=unknown,
        units=units,
        both=both,
        only_first=only_first,
        only_second=only_second,
        neither=neither,
    )


def _alpha(row: str, annotators: Sequence[Votes]) -> Alpha:
    units: dict[Unit, list[bool]] = {}
    for votes in annotators:
        for unit, said in votes.items():
            if _in_row(unit, row):
                units.setdefault(unit, []).append(said)
    rounds: dict[tuple[str, int], list[list[bool]]] = {}
    for unit, values in units.items():
        if len(values) > 1:
            rounds.setdefault((unit.run, unit.round), []).append(values)
    tables = [coincidences(values) for values in rounds.values()]
    alpha = krippendorff_alpha(add_tables((table, 1) for table in tables))
    unknown = None
    if alpha is None:
        unknown = (
            "all annotators always give the same value" if tables else "no unit was judged by two annotators"
        )
    judged = [values for own in rounds.values() for values in own]
    return Alpha(
        name=row,
        alpha=alpha,
        interval=None if alpha is None else _interval(tables, krippendorff_alpha),
        unknown=unknown,
        units=len(judged),
        values=sum(map(len, judged)),
    )


def _interval(tables: Tables, statistic: Callable[[Table[bool]], float | None]) -> Interval | None:
    """Most rounds have one of few tables, so a sample is summed by how often each was drawn."""
    kinds: dict[tuple[tuple[tuple[bool, bool], float], ...], int] = {}
    marks = [kinds.setdefault(tuple(sorted(table.items())), len(kinds)) for table in tables]
    distinct = [dict(kind) for kind in kinds]

    def drawn(sample: Sequence[int]) -> float | None:
        return statistic(add_tables((distinct[mark], times) for mark, times in Counter(sample).items()))

    return bootstrap_interval(marks, drawn)


def _in_row(unit: Unit, row: str) -> bool:
    return unit.name in SUBS if row == OVERALL else unit.name == row
