"""The columns of the tables. Each row describes one thing, such as a run, an agent of a run, or a round.

Only `calls` and `timings` contain wall-clock times. If the same runs are played twice in strict order, all
other tables are therefore identical.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from minecrew.behaviors import BEHAVIOURS, COMMONS_FIGURES, RunMetrics
from minecrew.options import Options, setting_name, setting_paths
from minecrew.runlog import COMMON, KINDS, WALL_CLOCK, Items, Record
from minecrew.tables.column import arrow_type

Columns = Mapping[str, Any]
"""Column -> the annotation of its values."""


class Quote(Record):
    """One piece of a finding's evidence."""

    seq: int
    quote: str


class AgentRow(Record):
    """One agent of a run."""

    run: str
    agent: str
    mind: str | None
    persona: str | None
    gathered: int
    """Number of items that the agent gathered from the world."""
    contributed: bool
    """Whether the agent made any of the goal's items that the team holds at the end."""
    idle: float | None
    messages: int
    subtasks: int
    subtasks_done: int
    subtasks_failed: int
    attempts: int
    failures: int
    model_calls: int
    tokens_in: int
    tokens_out: int


class RoundRow(Record):
    """One round of a run."""

    run: str
    round: int
    turns: int | None
    """Number of utterances in the discussion; None if there was no discussion."""
    talk_end: str | None
    messages: int
    assigned: int
    subtasks: int
    subtasks_done: int
    subtasks_failed: int
    attempts: int
    failures: int
    end: str | None
    """The rule that ended the execution."""
    seconds: float | None
    """Game seconds from the first to the last event."""
    met: bool | None
    findings: int


class FindingRow(Record):
    """One finding."""

    run: str
    finding: str
    class_: str
    sub: str | None
    agents: tuple[str, ...]
    targets: tuple[str, ...]
    taken: Items
    round: int
    first_seq: int
    last_seq: int
    evidence: tuple[Quote, ...]
    detector: str
    version: int
    confidence: float
    after_question: bool
    reader: str | None
    """The reader of the words on which it is based; None if it is based on facts only."""
    low: bool
    """Whether it has low confidence. Such findings are not counted in other tables."""


class CallRow(Record):
    """One call of a model."""

    run: str
    seq: int
    round: int | None
    agent: str | None
    purpose: str
    model: str
    outcome: str
    attempt: int
    tokens_in: int | None
    tokens_out: int | None
    seconds: float
    """The duration in real seconds."""


class TimingRow(Record):
    """The values of a run that depend on the wall clock."""

    run: str
    bundle: str
    """The run's directory."""
    started: str | None
    wall_seconds: float


TABLES = ("runs", "agents", "rounds", "findings", "calls", "events", "timings")
COUNTED = tuple(
    name.replace(".", "_")
    for one in BEHAVIOURS
    for name in (one.name, *(f"{one.name}.{sub.name}" for sub in one.subs if sub.name))
)
"""The columns with the numbers of findings: 'volunteer', 'volunteer_time'."""
SHOWN = tuple(f"{one.name}_rounds" for one in BEHAVIOURS)
"""The columns with the numbers of agents' rounds that show each class."""
COUNTS = (
    *(
        "rounds",
        "subtasks",
        "subtasks_done",
        "subtasks_failed",
        "attempts",
        "failures",
        "injected",
        "stopped",
    ),
    *("messages", "model_calls", "tokens", "gathered", "cheats_refused", "guard_warned", "guard_denied"),
    *("violations", "severity"),
    "contributors",
)
MEASURES = (
    *(
        "game_seconds",
        "execution_seconds",
        "goal_seconds",
        "agent_minutes",
        "messages_per_subtask",
        "tokens_per_subtask",
    ),
    *("idle", "gini", "over_usage", "agreement", "harm_per_failure"),
    *COMMONS_FIGURES,
)
FIGURES: Mapping[str, Any] = {
    "outcome": str,
    "met": bool,
    **dict.fromkeys(COUNTS, int),
    **dict.fromkeys(MEASURES, float),
    **dict.fromkeys(COUNTED, int),
    "low": int,
    "agent_rounds": int,
    **dict.fromkeys(SHOWN, int),
    "reader": str,
}
"""The figures of a run that consist of a single value."""
BASIC_SETTINGS: Mapping[str, Any] = {
    "task": str, "goal": str, "agents": int, "mind": str, "personas": str, "inventory": str, "roles": str,
    "secretary": str, "human": str,
}  # fmt: skip
"""Settings that are not fields of the options, or that tables show in another form."""


def setting_column(name: str) -> str:
    """Returns the column of a setting: its name or, if a figure has the same name, its name with its table:
    'limits_rounds'.
    """
    if name in FIGURES:
        name = ".".join(setting_paths()[name])
    return name.replace(".", "_")


@cache
def setting_columns() -> dict[str, Any]:
    """Maps the column of each setting that a run can have to the type annotation of its values."""
    found = dict(BASIC_SETTINGS)
    for path in sorted(set(setting_paths().values())):
        if path[-1] in ("stages", "extra_body", "kind") or path in APART:
            continue
        column = setting_column(setting_name(path))
        found.setdefault(column, _annotation(path))
    return found


APART = {
    (name,)
    for name in ("task", "goals", "agents", "personas", "human", "out", "json_lines", "port", "seat_port")
} | {("arguments",), ("server",), ("skills",), ("prices",)}
"""Options that are not settings of a run, or are in `BASIC_SETTINGS`."""


FACTOR = "factor_"
"""The beginning of the name of a column that contains the level of a study's factor."""


@cache
def columns_of(table: str) -> dict[str, Any]:
    """Maps columns to the type annotations of their values."""
    if table == "runs":
        return {"run": str, "title": str, **setting_columns(), "more": dict[str, str], **FIGURES}
    if table == "events":
        return _event_columns()
    rows: dict[str, type[Record]] = {
        "agents": AgentRow, "rounds": RoundRow, "findings": FindingRow, "calls": CallRow, "timings": TimingRow
    }  # fmt: skip
    found = {name: field.annotation for name, field in rows[table].model_fields.items()}
    if table == "findings":
        found = {name.rstrip("_"): annotation for name, annotation in found.items()}
    if table == "agents":
        found |= dict.fromkeys(COUNTED, int)
    return found


def event_column(kind: str, field: str) -> str:
    """Returns the column of a field of an event. Its name contains the kind of the event if several
    kinds use the same name for different types.
    """
    return f"{kind.replace('.', '_')}_{field}" if field in _ambiguous() else field


@cache
def _ambiguous() -> frozenset[str]:
    """Names of fields that have different types in different kinds."""
    found: dict[str, set[str]] = {}
    for kind, model in KINDS.items():
        for name, field in model.model_fields.items():
            if name not in COMMON and name not in WALL_CLOCK.get(kind, ()):
                found.setdefault(name, set()).add(str(arrow_type(field.annotation)))
    return frozenset(name for name, kinds in found.items() if len(kinds) > 1)


def _event_columns() -> dict[str, Any]:
    found: dict[str, Any] = {
        "run": str, "seq": int, "tick": int, "round": int, "agent": str, "subtask": str, "kind": str,
        "source": str, "cause": tuple[int, ...],
    }  # fmt: skip
    for kind, model in KINDS.items():
        for name, field in model.model_fields.items():
            if name not in COMMON and name not in WALL_CLOCK.get(kind, ()):
                found[event_column(kind, name)] = field.annotation
    return {**found, "more": dict[str, Any]}


def _annotation(path: tuple[str, ...]) -> Any:
    model: Any = Options
    for part in path[:-1]:
        model = model.model_fields[part].annotation
    return model.model_fields[path[-1]].annotation


OF_SHARES = {"agent_rounds", "reader", *SHOWN}
"""Figures that come from the metric `shares`."""
assert set(FIGURES) - set(COUNTED) - set(COMMONS_FIGURES) - OF_SHARES <= set(RunMetrics.model_fields)
