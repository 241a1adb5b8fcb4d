"""The card of a run in the list, which is read from the bundle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os.path import lexists
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from minecrew.runlog import (
    Manifest,
    Reading,
    Result,
    RunBundle,
    Summary,
    read_events,
    summarize,
    why_broken,
)
from minecrew.service.lines import count_events

RunKind = Literal["run", "try"]
RunState = Literal["queued", "running", "ended"]
RunOutcome = Literal["met", "not_met", "impossible", "interrupted", "fault", "unfinished"]
EXAMPLE: dict[str, Any] = {
    "id": "20261121-045609177-craft-2-paper-b836",
    "title": "Craft 2 paper",
    "state": "ended",
    "outcome": "met",
    "reason": "the team holds 3 paper",
    "task": "paper",
    "kind": "run",
    "goal": {"paper": 2},
    "have": {"paper": 3},
    "agents": ["Alice", "Bob"],
    "minds": {"Alice": "offline", "Bob": "offline"},
    "personas": {},
    "human": [],
    "arena": "meadow",
    "seed": 1,
    "guard": "warn",
    "started": "2026-11-21T04:56:09.177Z",
    "seconds": 14.2,
    "game_seconds": 41.5,
    "rounds": 1,
    "events": 118,
    "findings": {"volunteer.assistance": 1},
    "tokens": None,
}


class RunCard(BaseModel):
    """One run: its task, its state and its result so far."""

    model_config = ConfigDict(allow_inf_nan=False, json_schema_extra={"examples": [EXAMPLE]})

    id: str
    title: str
    state: RunState
    """queued: it waits for its turn. running: its process is alive. ended: its process has ended."""
    outcome: RunOutcome | None
    """None until the run has ended. unfinished: its process was killed before it wrote the closing events."""
    reason: str
    task: str | None
    """The name of a built-in task; None for a typed goal or a task file."""
    kind: RunKind
    """try: the run is the trial of a skill."""
    goal: dict[str, int]
    have: dict[str, int]
    """The goal's items that the team held at the last check."""
    agents: list[str]
    minds: dict[str, str]
    """Agent -> its mind, and its model if it has one."""
    personas: dict[str, str]
    human: list[str]
    """Agents for whom a person speaks."""
    arena: str | None
    seed: int
    guard: str | None
    started: str = Field(description="The time of the request, in UTC, ISO 8601.")
    seconds: float
    """The duration of the run in seconds."""
    game_seconds: float | None
    rounds: int
    events: int
    findings: dict[str, int] | None
    """Number of behaviours found, by class and sub-class; None if the run has not been judged yet."""
    tokens: int | None
    """Input and output tokens of all models; None if no model was asked."""


def state_of(bundle: RunBundle) -> RunState:
    """The state of a run, according to its files."""
    if bundle.is_written:
        return "running"
    return "ended" if bundle.events_path.is_file() or not bundle.path.is_dir() else "queued"


def read_run(bundle: RunBundle) -> Reading:
    """Returns the events of a run; none while it waits for its turn. Raises UserError if they cannot be
    read.
    """
    if not bundle.events_path.is_file():
        return Reading(bundle.events_path, (), ())
    return read_events(bundle.path)


class IndexedCard(NamedTuple):
    """The data that the index stores about a run."""

    card: RunCard
    request: str | None
    """The client's name for its request."""


def live_card(bundle: RunBundle, summary: Summary) -> IndexedCard:
    """The card of a run in progress; `summary` is computed from its events so far."""
    return _known(bundle, bundle.manifest(), "running", summary.result(), summary.events, summary.tokens)


def read_card(bundle: RunBundle, state: RunState) -> IndexedCard:
    """The card of a run that waits or has ended.

    Raises UserError and other errors if the run cannot be read.
    """
    manifest = bundle.manifest()
    if not lexists(bundle.events_path):
        if manifest is None or not manifest.queued:  # its process was killed before its first event
            state = "ended"
        return _known(bundle, manifest, state, summarize(()), 0, None)
    result = bundle.result()
    if result and manifest and not _has_models(manifest):  # the log has nothing more to tell
        return _known(bundle, manifest, state, result, count_events(bundle.events_path), None)
    summary = Summary()
    for event in bundle.read().events:
        summary.add(event)
    return _known(bundle, manifest, state, result or summary.result(), summary.events, summary.tokens)


def broken_card(bundle: RunBundle, state: RunState, error: Exception) -> IndexedCard:
    """The card of a run that cannot be read; its `reason` says why."""
    known = _known(bundle, None, state, summarize(()), 0, None)
    return IndexedCard(known.card.model_copy(update={"reason": why_broken(bundle.path, error)}), None)


def _known(
    bundle: RunBundle,
    manifest: Manifest | None,
    state: RunState,
    result: Result,
    events: int,
    tokens: int | None,
) -> IndexedCard:
    task: Mapping[str, Any] = manifest.task if manifest else {}
    arguments = manifest.arguments if manifest else ()
    team = [one for one in task.get("agents", ()) if isinstance(one, dict)]
    ended = state == "ended"
    card = RunCard(
        id=bundle.id,
        title=result.title or str(task.get("title", bundle.id)),
        state=state,
        outcome=result.outcome if ended else None,
        reason=result.reason if ended else "",
        task=_task_name(arguments),
        kind=run_kind(arguments),
        goal=result.goal or dict(task.get("goal", {})),
        have=result.have,
        agents=[str(one.get("name")) for one in team] or list(result.inventories),
        minds=manifest.minds if manifest else {},
        personas=result.personas or {one["name"]: one["persona"] for one in team if one.get("persona")},
        human=list(manifest.human) if manifest else [],
        arena=task.get("world", {}).get("arena"),
        seed=manifest.seed if manifest else 0,
        guard=task.get("team", {}).get("guard"),
        started=manifest.started if manifest else "",
        seconds=result.seconds,
        game_seconds=result.game_seconds,
        rounds=result.rounds,
        events=events,
        findings=result.findings,
        tokens=tokens,
    )
    return IndexedCard(card, manifest.request if manifest else None)


def _has_models(manifest: Manifest) -> bool:
    return any("openai" in title for title in (*manifest.minds.values(), manifest.secretary))


def run_kind(arguments: Sequence[str]) -> RunKind:
    """The kind of a run, by its command."""
    return "try" if tuple(arguments[:2]) == ("skills", "try") else "run"


def _task_name(arguments: Sequence[str]) -> str | None:
    """The task in a command line: 'paper' in 'run paper --seed 3'."""
    if len(arguments) < 2 or arguments[0] != "run" or not arguments[1].replace("_", "").isalnum():
        return None
    return arguments[1]
