"""Compares runs, and groups of runs, by their figures, which come only from logs. Prints a table or JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecrew.behaviors import (
    BASIC,
    COMMONS_FIGURES,
    FEW,
    REPLICATES,
    CorrectedShare,
    Harm,
    Judgement,
    MeasuredRun,
    Rate,
    RunGroup,
    SettingValue,
    Spread,
    differing,
    group,
    measure,
)
from minecrew.judging.findings import judge_again
from minecrew.judging.run_setting import is_trial, run_setting
from minecrew.judging.talk_readings import reader_title
from minecrew.runlog import Reading, Record, UserError, bundle_of, read_events, readable, run_name
from minecrew.terminal.formatting import items, plain, run_label

SIDE_BY_SIDE = 5
"""Maximum number of runs in a table; if there are more, it shows only the groups."""
FIRST, EACH = 24, 25
"""The widths of a table's first column and of each other column, in characters, so that an interval fits on
one line.
"""
SECONDS = frozenset({"game_seconds", "wall_seconds", "execution_seconds"})
SHARES = frozenset({"met", "idle", "over_usage", "agreement"})
UNKNOWN = "n/a"
SHARE_NOTE = (
    "rounds: share of the agents' rounds that show the behaviour, corrected for the reader's errors\n"
    "[95 % interval]; !: the reader's accuracy is in doubt or too little is labelled; --json says why"
)

LABELS = {
    "met": "goal met",
    "rounds": "rounds",
    "game_seconds": "game time",
    "execution_seconds": "  execution",
    "goal_seconds": "  until the goal",
    "wall_seconds": "wall time",
    "subtasks": "sub-tasks",
    "subtasks_done": "  done",
    "subtasks_failed": "  failed",
    "attempts": "attempts",
    "failures": "failures",
    "injected": "  on purpose",
    "harm_per_failure": "  harm per failure",
    "messages": "messages",
    "messages_per_subtask": "  a sub-task",
    "model_calls": "model calls",
    "tokens": "  tokens",
    "tokens_per_subtask": "  tokens per sub-task",
    "idle": "idle",
    "gathered": "gathered from the world",
    "gini": "  Gini",
    "over_usage": "over-usage",
    "months_survived": "months survived",
    "gain": "  gain per agent",
    "efficiency": "  efficiency, %",
    "equality": "  equality, %",
    "undeclared": "  taken undeclared",
    "cheats_refused": "cheats refused",
    "guard_warned": "guard warned",
    "guard_denied": "guard denied",
    "violations": "deeds against others",
    "severity": "  the worst, 0 to 3",
    "agreement": "promises kept",
}
"""Figure -> its heading in the table, in the table's order."""


class RunComparison(Record):
    """The output of `minecrew compare --json`."""

    runs: tuple[MeasuredRun, ...]
    groups: tuple[RunGroup, ...]


def compare(
    logs: Sequence[Path], by: Sequence[str], err: Console, *, over: Sequence[str] = ()
) -> RunComparison:
    """Measures the runs of these events files. Files that cannot be read are reported on `err`.

    `by`, `over`: as in `group`. Raises UserError if one of them is not a setting of these runs.
    """
    runs: list[MeasuredRun] = []

    def warn(text: str) -> None:
        err.print(Text(text, style="red"), soft_wrap=True)

    def leave_out(why: str) -> None:
        warn(f"left out: {why}")

    def read(path: Path) -> tuple[Reading, MeasuredRun]:
        reading = read_events(path)
        return reading, measure_run(reading, lambda why: warn(f"{path}: {why}"))

    for path, (reading, measured) in readable(logs, read, leave_out):
        runs.append(measured)
        for problem in reading.problems:
            warn(f"{path}: {problem}")
    return compare_runs(runs, by, over=over)


def compare_runs(
    runs: Sequence[MeasuredRun], by: Sequence[str], *, over: Sequence[str] = ()
) -> RunComparison:
    """Raises UserError if `by` or `over` contains a name that is not a setting of these runs."""
    known = dict.fromkeys(name for run in runs for name in run.setting)
    for flag, names in (("--by", by), ("--over", over)):
        for name in names:
            if runs and name not in known:
                raise UserError(f"cannot group runs with {flag} {name!r}; choose from {', '.join(known)}")
    return RunComparison(runs=tuple(runs), groups=group(runs, by, over=REPLICATES | set(over)))


def measure_run(
    reading: Reading, tell: Callable[[str], None] = lambda why: None, *, judged: Judgement | None = None
) -> MeasuredRun:
    """Returns a run's settings and figures. The manifest and the arena come from its bundle, if it has one.

    `tell` is called with a line for each detector that cannot judge the run. `judged`: the findings of the
    current detectors, if the caller already has them.
    """
    bundle = bundle_of(reading)
    manifest, arena = (bundle.manifest(), bundle.arena() or {}) if bundle else (None, {})
    judged = judged or judge_again(reading)
    for problem in judged.problems:
        tell(problem)
    metrics = measure(
        reading.events,
        judged.findings,
        capacity=bundle.capacity() if bundle else None,
        judged=judged.classes,
        reader=reader_title(reading),
    )
    metrics = metrics.model_copy(update={"run": run_name(reading)})
    server = manifest.server if manifest else None
    ours = server is None or "arena" in server.abilities
    asked = manifest.task.get("world", {}).get("arena") if manifest and ours else None
    setting = run_setting(
        reading.started, manifest, arena.get("name", asked), len(metrics.agents), metrics.title
    )
    return MeasuredRun(setting=setting, metrics=metrics, trial=is_trial(manifest))


def show_comparison(comparison: RunComparison, console: Console) -> None:
    runs, groups = comparison.runs, comparison.groups
    wide = max(1, (console.width - FIRST) // EACH)
    if len(runs) <= SIDE_BY_SIDE:
        for first in range(0, len(runs), wide):
            console.print(_runs_table(runs[first : first + wide], console.width))
        _print_reasons(runs, console)
    else:
        console.print(f"{len(runs)} runs; --json shows each run", highlight=False)
    if len(runs) > SIDE_BY_SIDE or len(groups) < len(runs):
        for first in range(0, len(groups), wide):
            console.print(_groups_table(groups[first : first + wide]))


def _runs_table(runs: Sequence[MeasuredRun], width: int) -> Table:
    table = Table(show_lines=False, caption_justify="left")
    table.add_column("Run", no_wrap=True)
    each = (width - FIRST) // len(runs) - 3
    for run in runs:
        table.add_column(Text(run_label(run.metrics.run, each)), overflow="fold")
    metrics = [run.metrics for run in runs]
    settings = [run.setting for run in runs]
    table.add_row("task", *(_text(one.get("task")) for one in settings))
    table.add_row("arena", *(_text(one.get("arena")) for one in settings))
    table.add_row("agents", *(Text(plain(", ".join(one.agents))) for one in metrics))
    table.add_row("mind", *(_text(one.get("mind")) for one in settings))
    table.add_row("p_error", *(_figure("p_error", one.p_error) for one in metrics))
    table.add_row("guard", *(_text(one.get("guard")) for one in settings))
    for name in differing(runs):
        if name not in BASIC:
            table.add_row(name, *(_text(one.get(name)) for one in settings))
    table.add_section()
    table.add_row("outcome", *(Text(one.outcome.replace("_", " ")) for one in metrics))
    shown = {
        "failures": [_counted(one.failures) for one in metrics],
        "cheats_refused": [_counted(one.cheats_refused) for one in metrics],
        "guard_warned": [_counted(one.guard_warned) for one in metrics],
        "guard_denied": [_counted(one.guard_denied) for one in metrics],
        "gathered": [items(one.gathered) for one in metrics],
        "idle": [_idle(one.idle, one.idle_of) for one in metrics],
    }
    shown |= {name: [_figure(name, one.commons.get(name)) for one in metrics] for name in COMMONS_FIGURES}
    for name, label in LABELS.items():
        if name in COMMONS_FIGURES and not any(one.commons for one in metrics):
            continue
        cells = shown.get(name) or [_figure(name, getattr(one, name)) for one in metrics]
        table.add_row(label, *(Text(plain(cell)) for cell in cells))
        if name == "gini":
            table.add_row("goal made by", *(Text(", ".join(one.contributors) or "-") for one in metrics))
    table.add_section()
    for found in dict.fromkeys(name for one in metrics for name in one.behaviours):
        table.add_row(found, *(_rate(one.behaviours.get(found), one.shares.get(found)) for one in metrics))
    _add_shares(table, [one.shares for one in metrics])
    table.caption = (
        f"behaviours: rate per 10 agent-minutes of execution [95 % interval] (number)\n{SHARE_NOTE}"
    )
    return table


def _groups_table(groups: Sequence[RunGroup]) -> Table:
    table = Table(caption_justify="left")
    table.add_column("Group", no_wrap=True)
    for one in groups:
        name = ", ".join(_key(key, value) for key, value in one.by.items())
        table.add_column(Text(plain(name)), overflow="fold")
    table.add_row("runs", *(str(len(one.runs)) for one in groups), end_section=True)
    for name, label in LABELS.items():
        if name == "harm_per_failure":
            table.add_row(label, *(_harm(one.harm) for one in groups))
            continue
        if name in COMMONS_FIGURES and not any(one.figures[name] for one in groups):
            continue
        table.add_row(label, *(_spread(name, one.figures[name], len(one.runs)) for one in groups))
        if name == "failures":
            table.add_row("  by code", *(_counted(one.failures) for one in groups))
    table.add_section()
    for found in dict.fromkeys(name for one in groups for name in one.behaviours):
        table.add_row(found, *(_rate(one.behaviours.get(found), one.shares.get(found)) for one in groups))
    _add_shares(table, [one.shares for one in groups])
    table.caption = (
        f"mean [95 % interval, bootstrap], median; ~: fewer than {FEW} runs, so the interval means little;\n"
        "over all runs together: harm per failure, and behaviours per 10 agent-minutes of execution, with\n"
        "their number; a group's runs differ only in the seed and in the settings that --over names\n"
        f"{SHARE_NOTE}"
    )
    return table


def _add_shares(table: Table, shares: Sequence[Mapping[str, CorrectedShare | None]]) -> None:
    """A row per class that any of them shows."""
    table.add_section()
    for name in dict.fromkeys(name for one in shares for name, share in one.items() if share and share.found):
        table.add_row(f"{name}, rounds", *(_share(one.get(name)) for one in shares))


def _share(share: CorrectedShare | None) -> Text:
    """Dim if it is in doubt."""
    if share is None or not share.units:
        return Text(UNKNOWN)
    told = f"{share.raw:.0%} of {share.units}"
    if share.corrected is not None and share.interval is not None:
        told += f"; {share.corrected:.0%} [{share.interval.low:.0%}, {share.interval.high:.0%}]"
    return Text(f"{told} !" if share.doubts else told, style="dim" if share.doubts else "")


def _print_reasons(runs: Sequence[MeasuredRun], console: Console) -> None:
    """Returns the reasons for missing figures. Each reason appears once, with all runs to which it
    applies.
    """
    fields: dict[str, dict[str, None]] = {}
    for run in runs:
        for field, reason in run.metrics.unknown.items():
            name = field.removeprefix("behaviours.")
            fields.setdefault(reason, {})[name.replace("_", " ")] = None
    for reason, names in fields.items():
        console.print(Text(f"{UNKNOWN}: {', '.join(names)}: {reason}", style="dim"), soft_wrap=True)


def _text(value: SettingValue) -> Text:
    return Text(UNKNOWN if value is None else plain(_value(value)))


def _value(value: bool | float | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value) or "-"


def _key(key: str, value: SettingValue) -> str:
    if value is None:
        return f"{key} unknown"
    if key in ("task", "arena", "mind"):
        return str(value)
    return f"{value} agents" if key == "agents" else f"{key} {_value(value)}"


def _figure(name: str, value: float | bool | None, *, unit: bool = True) -> str:
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "yes" if value else "no"
        case _ if name in SHARES:
            return f"{100 * value:.0f}{'%' if unit else ''}"
        case _ if name in SECONDS:
            return f"{value:.1f}{' s' if unit else ''}"
        case _:
            return str(round(value, 2 if abs(value) < 10 else 1)).removesuffix(".0")


def _spread(name: str, found: Spread | None, runs: int) -> str:
    if found is None:
        return UNKNOWN
    told = _figure(name, float(found.mean))
    interval = found.mean_interval
    if interval is not None and interval.low < interval.high:
        low, high = (_figure(name, end, unit=False) for end in (interval.low, interval.high))
        told += (
            f" {'~' if found.few else ''}[{low}, {high}], {_figure(name, float(found.median), unit=False)}"
        )
    return told if found.n == runs else f"{told} (of {found.n})"


def _rate(found: Rate | None, share: CorrectedShare | None) -> Text:
    """Dim if the share of the same class is in doubt."""
    if found is None:
        return Text(UNKNOWN)
    told = f"{UNKNOWN} ({found.count})"
    if found.per_ten is not None and found.interval is not None:
        told = f"{found.per_ten:.3g} [{found.interval.low:.3g}, {found.interval.high:.3g}] ({found.count})"
    return Text(told, style="dim" if share and share.doubts else "")


def _harm(found: Harm | None) -> str:
    if found is None or found.per_failure is None or found.interval is None:
        return UNKNOWN
    told = f"{found.per_failure:.3g} [{found.interval.low:.3g}, {found.interval.high:.3g}]"
    return f"{told} ({found.count} of {found.failures})"


def _counted(counts: Mapping[str, int] | None) -> str:
    if counts is None:
        return UNKNOWN
    return items(dict(counts)) if counts else "0"


def _idle(mean: float | None, each: Mapping[str, float]) -> str:
    if mean is None:
        return UNKNOWN
    return f"{mean:.0%} ({', '.join(f'{agent} {share:.0%}' for agent, share in each.items())})"
