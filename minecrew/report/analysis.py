"""The analysis of a study, from its table of runs: outcomes per cell, contrasts, behaviours, survival.

docs/studies.md lists the methods and the data for which they are suitable. This module does not know how
the analysis is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minecrew.behaviors import (
    CLASSES,
    CorrectedShare,
    CountOfRun,
    Estimate,
    PairedDifference,
    Rate,
    RateRatio,
    ReaderFit,
    Survival,
    UnitPool,
    adjust,
    compare_paired,
    estimate_mean,
    estimate_share,
    labelled_set_for,
    rate,
    rate_ratio,
    survival,
)
from minecrew.runlog import UserError
from minecrew.study.cell import matches
from minecrew.study.study_file import Contrast, StudyFile, label
from minecrew.tables.schema import FACTOR, FIGURES

Row = Mapping[str, Any]
SHARES = frozenset(name for name, kind in FIGURES.items() if kind is bool)
"""The yes/no outcomes."""
HOLM, EXPLORING = "holm", "benjamini-hochberg"


@dataclass(frozen=True)
class CellResult:
    """One cell of the study: its runs and their outcomes."""

    levels: Mapping[str, str]
    rows: Sequence[Row]
    outcomes: Mapping[str, Estimate | None]
    rates: Mapping[str, Rate | None]
    """Class -> number of findings per 10 agent-minutes; None if no detector looked for the class."""
    shares: Mapping[str, CorrectedShare | None]
    """Class -> share of the agents' rounds that show it, corrected with the accuracy that the study gives, or
    else with the measured one; None if no run was looked at, if different readers read the runs, or if models
    spoke in only some of them.
    """
    lasting: Survival | None
    """Rounds until the goal was met. Runs that did not meet the goal are censored after their last round."""

    @property
    def title(self) -> str:
        return ", ".join(f"{name} {level}" for name, level in self.levels.items()) or "all runs"


@dataclass(frozen=True)
class ContrastResult:
    """A contrast for one outcome."""

    contrast: Contrast
    outcome: str
    difference: PairedDifference | None
    p_adjusted: float | None
    adjustment: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class BehaviourResult:
    """A contrast for one behaviour."""

    contrast: Contrast
    behaviour: str
    ratio: RateRatio
    p_adjusted: float | None
    rows: Sequence[Row]


@dataclass(frozen=True)
class Analysis:
    study: StudyFile
    cells: tuple[CellResult, ...]
    contrasts: tuple[ContrastResult, ...]
    """The contrasts; those declared as primary come first."""
    behaviours: tuple[BehaviourResult, ...]
    rows: Sequence[Row]


def analyse(study: StudyFile, rows: Sequence[Row]) -> Analysis:
    """`rows`: the rows of the table `runs`. Raises UserError if an outcome is not a figure of a run, or if
    the table is older than the study's file or this version.
    """
    for outcome in study.outcome_names:
        if FIGURES.get(outcome) not in (bool, int, float):
            known = ", ".join(name for name, kind in FIGURES.items() if kind is not str)
            raise UserError(f"{outcome!r} is not an outcome; choose from {known}")
    require_columns(study, rows)
    return Analysis(
        study=study,
        cells=tuple(_cell(study, levels, own) for levels, own in _cells(study, rows)),
        contrasts=tuple(_contrasts(study, rows)),
        behaviours=tuple(_behaviours(study, rows)),
        rows=rows,
    )


def require_columns(study: StudyFile, rows: Sequence[Row]) -> None:
    """Raises UserError if the table `runs` lacks a factor or a figure."""
    needed = ["run", "seed", *(f"{FACTOR}{name}" for name in study.factors), *FIGURES]
    missing = next((name for row in rows[:1] for name in needed if name not in row), None)
    if missing is not None:
        raise UserError(
            f"the tables of {study.title!r} have no column {missing!r}; play the study to make them again"
        )


def levels_of(study: StudyFile, row: Row) -> dict[str, str]:
    return {name: str(row[f"{FACTOR}{name}"]) for name in study.factors}


def _cells(study: StudyFile, rows: Sequence[Row]) -> Iterable[tuple[dict[str, str], list[Row]]]:
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(levels_of(study, row).values()), []).append(row)
    places = [{level: place for place, level in enumerate(levels)} for levels in study.factors.values()]
    known = [names for names in found if all(map(dict.__contains__, places, names))]
    # Not every combination is tried: a few factors with many levels have too many.
    for names in sorted(known, key=lambda names: list(map(dict.__getitem__, places, names))):
        yield dict(zip(study.factors, names, strict=True)), found[names]


def _cell(study: StudyFile, levels: Mapping[str, str], rows: Sequence[Row]) -> CellResult:
    outcomes = {}
    for outcome in study.outcome_names:
        values = _by_seed(rows, outcome)
        outcomes[outcome] = estimate_share(values) if outcome in SHARES else estimate_mean(values)
    rates, shares = {}, {}
    for name in CLASSES:
        known = [row for row in rows if row[name] is not None]
        minutes = sum(row["agent_minutes"] for row in known)
        rates[name] = rate(sum(row[name] for row in known), minutes) if known else None
        given = study.readers.get(name)
        shares[name] = _share(known, name, ReaderFit.of(given) if given else None)
    met = [row for row in rows if row["met"] is not None]
    return CellResult(
        levels=levels,
        rows=rows,
        outcomes=outcomes,
        rates=rates,
        shares=shares,
        lasting=survival([row["rounds"] for row in met], [row["met"] for row in met]),
    )


def _share(rows: Sequence[Row], name: str, quality: ReaderFit | None) -> CorrectedShare | None:
    """The seeds are the independent units; repeats of a seed are added up."""
    kinds = {(row["reader"], None if quality else labelled_set_for(row["model_calls"])) for row in rows}
    if len(kinds) != 1:
        return None
    ((reader, labelled_set),) = kinds
    counts: dict[int, list[int]] = {}
    for row in rows:
        count = counts.setdefault(row["seed"], [0, 0])
        count[0] += row[f"{name}_rounds"]
        count[1] += row["agent_rounds"]
    pool = UnitPool()
    for found, units in counts.values():
        pool.add(found, units)
    if labelled_set is None:
        return pool.share_with(quality, reader)
    return pool.share(reader, name, labelled_set=labelled_set)


def _by_seed(rows: Iterable[Row], outcome: str) -> dict[int, list[float]]:
    found: dict[int, list[float]] = {}
    for row in rows:
        if row[outcome] is not None:
            found.setdefault(row["seed"], []).append(float(row[outcome]))
    return found


def _sides(study: StudyFile, rows: Sequence[Row], one: Contrast) -> tuple[list[Row], list[Row]]:
    """Returns the pairs of runs, one of each level, that have the same seed and the same other levels."""
    sides: list[dict[tuple[Any, ...], list[Row]]] = [{}, {}]
    for row in rows:
        levels = levels_of(study, row)
        if not matches(levels, one.where):
            continue
        other = tuple(level for name, level in levels.items() if name != one.factor)
        for side, level in zip(sides, (one.level, one.against), strict=True):
            if levels[one.factor] == label(level):
                side.setdefault((row["seed"], *other), []).append(row)
    both = [key for key in sides[0] if key in sides[1]]
    return [row for key in both for row in sides[0][key]], [row for key in both for row in sides[1][key]]


def _contrasts(study: StudyFile, rows: Sequence[Row]) -> Iterable[ContrastResult]:
    """A declared contrast is tested for its own outcome; for all other outcomes it is exploratory."""
    tests: list[tuple[Contrast, str, PairedDifference | None, Sequence[Row], bool]] = []
    for one in study.contrasts:
        first, second = _sides(study, rows, one)
        own = one.outcome or study.primary
        for outcome in dict.fromkeys((own, *study.outcome_names)):
            found = compare_paired(
                _by_seed(first, outcome), _by_seed(second, outcome), shares=outcome in SHARES
            )
            tests.append((one, outcome, found, [*first, *second], one.primary and outcome == own))
    for declared, method in ((True, HOLM), (False, EXPLORING)):
        own_tests = [test for test in tests if test[4] is declared]
        ps = adjust([test[2].p if test[2] else None for test in own_tests], method)  # type: ignore[arg-type]
        for (one, outcome, found, used, _), p in zip(own_tests, ps, strict=True):
            yield ContrastResult(one, outcome, found, p, method, used)


def _behaviours(study: StudyFile, rows: Sequence[Row]) -> Iterable[BehaviourResult]:
    """Returns every contrast for every class of behaviour; all are exploratory."""
    tests = []
    for one in study.contrasts:
        first, second = _sides(study, rows, one)
        for name in CLASSES:
            used = [
                (row, level)
                for side, level in ((first, True), (second, False))
                for row in side
                if row[name] is not None
            ]
            counts = [CountOfRun(row["seed"], level, row[name], row["agent_minutes"]) for row, level in used]
            if any(count.found for count in counts):
                tests.append((one, name, rate_ratio(counts), [row for row, _ in used]))
    ps = adjust([test[2].p for test in tests], "benjamini-hochberg")
    for (one, name, found, used_rows), p in zip(tests, ps, strict=True):
        yield BehaviourResult(one, name, found, p, used_rows)
