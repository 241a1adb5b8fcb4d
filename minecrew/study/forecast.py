"""Estimates a study's runs, time, tokens and cost, and the smallest effect that it can detect. It uses the
study's own runs if there are any, otherwise the expectations in its file. Tokens and cost are reported as
unknown if neither provides them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from pydantic import Field

from minecrew.runlog import Record, RunBundle, read_file
from minecrew.study.cell import matches
from minecrew.study.machine import cores
from minecrew.study.planned_run import PlannedRun, StudyPlan
from minecrew.study.store import StudyStore
from minecrew.study.study_file import Contrast, label
from minecrew.tables.run_rows import run_rows

TYPICAL_SECONDS = 16.0
"""Real seconds of one run of a short task with offline minds on one core (a bookshelf, 2026-11)."""
POWER = 1.96 + 0.84
"""Quantiles of a two-sided test at 5 % with 80 % power."""
WORST_SHARE = sqrt(0.5)
"""The standard deviation of the difference between two independent outcomes of probability one half."""
SAMPLE = 200
"""Maximum number of runs that are read."""
ENOUGH = 5
"""Minimum number of pairs for estimating a standard deviation from the data."""


@dataclass(frozen=True)
class Detectable:
    """The smallest effect that a contrast detects with 80 % power at the 5 % level."""

    contrast: str
    outcome: str
    effect: float
    unit: str
    seeds: int
    basis: str


@dataclass(frozen=True)
class Forecast:
    planned: int
    done: int
    given_up: int
    seconds: float
    """Real seconds for the remaining runs, with one run per core at a time."""
    seconds_basis: str
    tokens: float | None
    usd: float | None
    detectable: tuple[Detectable, ...]

    @property
    def left(self) -> int:
        return self.planned - self.done - self.given_up


class SittingRecord(Record):
    """One line of sittings.jsonl: the speed of a session."""

    started: str
    seconds: float
    played: int
    done: int
    faults: int
    per_hour: float | None = Field(gt=1e-6)
    engine: str
    at_once: int
    busy: float | None = None
    """The share of the time in which all cores were busy, 0 to 1; None if the machine does not report it."""


def forecast(plan: StudyPlan, store: StudyStore, tries: int) -> Forecast:
    """`tries`: how often a run is attempted before it is abandoned."""
    done = {key: bundle for key, bundle in store.done().items() if key in plan.by_key}
    broken = store.tries()
    given_up = sum(broken[run.key] >= tries for run in plan.runs if run.key not in done)
    rows = {key: run_rows(done[key].read(), name=key) for key in list(done)[:SAMPLE]}
    left = len(plan.runs) - len(done) - given_up
    expect, models = plan.study.expect, any(_has_model(run) for run in plan.runs)
    speed = [one.per_hour for one in sittings(store) if one.per_hour]
    if speed:
        each, basis = 3600 / speed[-1], f"{speed[-1]:.0f} runs per hour in the last session"
    else:
        given = expect.seconds or TYPICAL_SECONDS
        each = given / cores()
        told = "from the study's file" if expect.seconds else "from short tasks with offline minds"
        basis = f"{given:g} s per run and core, {told}; playing a few runs improves this estimate"
    used = [found for one in rows.values() if (found := one.run["tokens"]) is not None]
    costs = [_cost(done[key], one.tables["calls"]) for key, one in rows.items()]
    known = [one for one in costs if one is not None]
    usd = 0.0 if not models else fmean(known) if known else expect.usd
    tokens = 0.0 if not models else fmean(used) if used else expect.tokens
    return Forecast(
        planned=len(plan.runs),
        done=len(done),
        given_up=given_up,
        seconds=left * each,
        seconds_basis=basis,
        tokens=None if tokens is None else left * tokens,
        usd=None if usd is None else left * usd,
        detectable=tuple(_detectable(plan, {key: one.run for key, one in rows.items()})),
    )


def sittings(store: StudyStore) -> list[SittingRecord]:
    """The sessions so far, oldest first; lines that cannot be read are left out."""
    try:
        lines = read_file(store.path / "sittings.jsonl").split(b"\n")
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            found.append(SittingRecord.model_validate_json(line))
        except ValueError:
            continue
    return found


def _cost(bundle: RunBundle, calls: Sequence[Mapping[str, Any]]) -> float | None:
    """Cost of one run in US dollars; None if its models have no prices."""
    manifest = bundle.manifest()
    if manifest is None or not manifest.prices:
        return None
    spent = 0.0
    for call in calls:
        price = manifest.prices.get(call["model"], {})
        spent += (call["tokens_in"] or 0) * price.get("input", 0) / 1e6
        spent += (call["tokens_out"] or 0) * price.get("output", 0) / 1e6
    return spent


def _detectable(plan: StudyPlan, rows: Mapping[str, Mapping[str, Any]]) -> list[Detectable]:
    study = plan.study
    declared: list[Contrast | None] = [one for one in study.contrasts if one.primary]
    declared = declared or list(study.contrasts) or [None]
    found = []
    for one in declared:
        outcome = (one.outcome if one else None) or study.primary
        seeds = len(study.seeds)
        differences = _differences(plan, rows, one, outcome) if one else []
        unit, basis = "", ""
        if len(differences) >= ENOUGH:
            deviation, basis = stdev(differences), f"{len(differences)} pairs of finished runs"
        elif study.expect.deviation is not None:
            deviation, basis = study.expect.deviation, "the deviation given in the study file"
        elif outcome == "met":
            deviation, basis = WORST_SHARE, "worst case: half of the runs succeed, and seeds have no effect"
        else:
            deviation, unit = sqrt(2), "standard deviations of the outcome"
            basis = "seeds without effect"
        effect = POWER * deviation / sqrt(seeds)
        title = one.title if one else "two cells"
        found.append(Detectable(title, outcome, effect, unit, seeds, basis))
    return found


def _differences(
    plan: StudyPlan, rows: Mapping[str, Mapping[str, Any]], contrast: Contrast, outcome: str
) -> list[float]:
    """For each seed, the mean outcome at the level minus the mean outcome at the other level."""
    found = []
    for seed in plan.study.seeds:
        values: dict[str, list[float]] = {label(contrast.level): [], label(contrast.against): []}
        for run in plan.runs:
            level = run.cell.levels.get(contrast.factor, "")
            value = rows.get(run.key, {}).get(outcome)
            counts = run.seed == seed and level in values and matches(run.cell.levels, contrast.where)
            if counts and value is not None:
                values[level].append(float(value))
        first, second = values.values()
        if first and second:
            found.append(fmean(first) - fmean(second))
    return found


def _has_model(run: PlannedRun) -> bool:
    return any(mind.kind == "openai" for mind in (*run.task.minds.values(), run.task.secretary))


def describe(found: Forecast) -> Sequence[str]:
    """The forecast as lines of text."""
    lines = [f"runs        {found.planned} planned, {found.done} done, {found.left} left to play"]
    if found.given_up:
        lines[0] += f"; {found.given_up} failed in all attempts"
    lines.append(f"time        {duration(found.seconds)} ({found.seconds_basis})")
    unknown = "unknown; set [expect] {}, or play a few runs"
    lines.append(f"tokens      {_told(found.tokens, '{:,.0f}', unknown.format('tokens'))}")
    lines.append(f"cost        {_told(found.usd, '{:,.2f} USD', unknown.format('usd'))}")
    for one in found.detectable:
        size = f"{one.effect:.2g} {one.unit}".strip()
        told = f"{one.outcome} by {size}, from {one.seeds} seeds ({one.basis})"
        lines.append(f"detectable  {one.contrast}: {told}")
    return lines


def _told(value: float | None, form: str, unknown: str) -> str:
    return unknown if value is None else form.format(value)


def duration(seconds: float) -> str:
    """A length of time: '3 h 20 min', '5 min', '40 s'."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{rest} s"
