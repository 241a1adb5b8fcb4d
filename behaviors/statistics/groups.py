"""Statistics over many runs: means and medians with bootstrap intervals, and pooled behaviour rates, by
group.

A group contains the runs that have the same settings except for the seed. Runs that differ in another
setting are pooled only if the caller names that setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from statistics import fmean, median

from minecrew.behaviors.statistics.commons import COMMONS_FIGURES
from minecrew.behaviors.statistics.gate import CorrectedShare, reader_quality
from minecrew.behaviors.statistics.intervals import Interval, bootstrap_interval
from minecrew.behaviors.statistics.metrics import RunMetrics
from minecrew.behaviors.statistics.rates import Harm, Rate, harm, rate
from minecrew.behaviors.statistics.shares import UnitPool
from minecrew.runlog import Record

SettingValue = bool | int | float | str | None
"""None if neither the log nor the manifest contains the setting."""
Setting = dict[str, SettingValue]
"""The settings of a run: name -> value."""
BASIC = ("task", "arena", "agents", "mind", "p_error", "guard")
"""The settings that describe a group if no others are named."""
REPLICATES = frozenset({"seed"})
"""Settings that distinguish repetitions of one experiment; runs that differ only in these are pooled."""
FEW = 5
"""With fewer runs than this, an interval is too narrow and means little."""


class MeasuredRun(Record):
    """One run: its settings and its metrics."""

    setting: Setting
    metrics: RunMetrics
    trial: bool = False
    """Whether the run is the trial of a skill; such a run belongs to no group."""


class Spread(Record):
    """One metric over those runs of a group for which it is known."""

    n: int
    mean: float
    median: float
    mean_interval: Interval | None
    """The 95 % interval by percentile bootstrap; None if there are fewer than two runs."""
    median_interval: Interval | None
    few: bool
    """Whether there are so few values that the intervals mean little."""


class RunGroup(Record):
    """Runs with the same settings, except for pooled settings."""

    by: Setting
    """The settings in the group's heading: those requested, and those that differ between groups."""
    runs: tuple[str, ...]
    figures: dict[str, Spread | None]
    """Metric -> its distribution; None if no run of the group has it."""
    failures: dict[str, int]
    """Code -> failed attempts of all runs."""
    harm: Harm | None
    """The harm of all runs together; None if no run has the figure."""
    behaviours: dict[str, Rate | None]
    """Counts and agent-minutes of all runs together; None if there is no detector or nothing was executed."""
    shares: dict[str, CorrectedShare | None]
    """Class -> the share of all agents' rounds that show it; None if different readers read the runs, or if
    models spoke in only some of them.
    """


def figures_of(metrics: RunMetrics) -> dict[str, float | None]:
    """Every metric that is a single number in a run, by name."""
    return {
        "met": None if metrics.met is None else float(metrics.met),
        "rounds": metrics.rounds,
        "game_seconds": metrics.game_seconds,
        "wall_seconds": metrics.wall_seconds,
        "execution_seconds": metrics.execution_seconds,
        "goal_seconds": metrics.goal_seconds,
        "subtasks": metrics.subtasks,
        "subtasks_done": metrics.subtasks_done,
        "subtasks_failed": metrics.subtasks_failed,
        "attempts": metrics.attempts,
        "failures": sum(metrics.failures.values()),
        "injected": metrics.injected,
        "messages": metrics.messages,
        "messages_per_subtask": metrics.messages_per_subtask,
        "model_calls": metrics.model_calls,
        "tokens": metrics.tokens,
        "tokens_per_subtask": metrics.tokens_per_subtask,
        "idle": metrics.idle,
        "gathered": sum(metrics.gathered.values()),
        "gini": metrics.gini,
        "over_usage": metrics.over_usage,
        "cheats_refused": sum(metrics.cheats_refused.values()),
        "guard_warned": _total(metrics.guard_warned),
        "guard_denied": _total(metrics.guard_denied),
        "violations": metrics.violations,
        "severity": metrics.severity,
        "agreement": metrics.agreement,
        **{name: metrics.commons.get(name) for name in COMMONS_FIGURES},
    }


def _total(counts: Mapping[str, int] | None) -> int | None:
    return None if counts is None else sum(counts.values())


def group(
    runs: Sequence[MeasuredRun], by: Sequence[str] = (), *, over: Collection[str] = REPLICATES
) -> tuple[RunGroup, ...]:
    """The groups of the runs, in the order of their first runs.

    `by`: the settings in the groups' headings; if it is empty, `BASIC`. `over`: settings that may differ
    within a group, unless they are in `by`. Trials of skills are left out.
    """
    return tuple(
        _group([run.metrics for run in members], heads) for heads, members in alike(runs, by, over=over)
    )


def alike(
    runs: Sequence[MeasuredRun], by: Sequence[str] = (), *, over: Collection[str] = REPLICATES
) -> list[tuple[Setting, list[MeasuredRun]]]:
    """The settings in each group's heading, and its runs; the arguments and the order are the same as for
    `group`.
    """
    runs = [run for run in runs if not run.trial]
    heads = (*(by or BASIC), *(name for name in differing(runs) if name not in over))
    heads = tuple(dict.fromkeys(heads))
    found: dict[tuple[tuple[bool, SettingValue], ...], list[MeasuredRun]] = {}
    for run in runs:
        found.setdefault(tuple(_exact(run.setting.get(name)) for name in heads), []).append(run)
    return [({name: members[0].setting.get(name) for name in heads}, members) for members in found.values()]


def differing(runs: Sequence[MeasuredRun]) -> tuple[str, ...]:
    """The settings in which these runs differ. A setting that is unknown differs from every value."""
    names = dict.fromkeys(name for run in runs for name in run.setting)
    return tuple(name for name in names if len({_exact(run.setting.get(name)) for run in runs}) > 1)


def _exact(value: SettingValue) -> tuple[bool, SettingValue]:
    """Returns a key in which True differs from 1."""
    return isinstance(value, bool), value


def spread(values: Sequence[float]) -> Spread | None:
    if not values:
        return None
    return Spread(
        n=len(values),
        mean=fmean(values),
        median=median(values),
        mean_interval=bootstrap_interval(values, fmean),
        median_interval=bootstrap_interval(values, median),
        few=len(values) < FEW,
    )


def _group(runs: Sequence[RunMetrics], by: Setting) -> RunGroup:
    figures = [figures_of(metrics) for metrics in runs]
    classes = dict.fromkeys(name for metrics in runs for name in metrics.behaviours)
    failures: Counter[str] = Counter()
    for metrics in runs:
        failures.update(metrics.failures)
    return RunGroup(
        by=by,
        runs=tuple(metrics.run for metrics in runs),
        figures={
            name: spread([known for one in figures if (known := one[name]) is not None])
            for name in figures[0]
        },
        failures=dict(sorted(failures.items())),
        harm=_harm(runs),
        behaviours={name: _pooled([one.behaviours.get(name) for one in runs]) for name in classes},
        shares={name: _share([one.shares[name] for one in runs], name) for name in runs[0].shares},
    )


def _harm(runs: Sequence[RunMetrics]) -> Harm | None:
    """The harm of the runs in which destruction was looked for, compared with all their failures."""
    found = [(one, rate) for one in runs if (rate := one.behaviours["destructive"]) is not None]
    if not found:
        return None
    return harm(sum(rate.count for _, rate in found), sum(sum(one.failures.values()) for one, _ in found))


def _pooled(rates: Sequence[Rate | None]) -> Rate | None:
    """The rate over all runs; a run in which nothing was executed adds neither minutes nor findings."""
    known = [one for one in rates if one is not None and one.per_ten is not None]
    if not known:
        return None
    return rate(sum(one.count for one in known), sum(one.minutes for one in known))


def _share(shares: Sequence[CorrectedShare], name: str) -> CorrectedShare | None:
    """Runs are the independent units: the interval is as wide as the runs differ."""
    kinds = {(one.reader, one.labelled_set) for one in shares}
    if len(kinds) > 1:
        return None
    ((reader, labelled_set),) = kinds
    pool = UnitPool()
    for one in shares:
        pool.add(one.found, one.units)
    quality = reader_quality(reader, name, labelled_set=labelled_set) if labelled_set else None
    return pool.share_with(quality, reader, labelled_set=labelled_set)
