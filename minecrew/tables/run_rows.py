"""The rows of one run for all tables. They depend only on the run's bundle and the current detectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minecrew.behaviors import Finding, MeasuredRun, figures_of
from minecrew.judging.comparison import measure_run
from minecrew.judging.findings import judge_again
from minecrew.runlog import (
    COMMON,
    KINDS,
    TICKS,
    WALL_CLOCK,
    Assigned,
    DiscussionEnded,
    GoalChecked,
    Header,
    Manifest,
    ModelCalled,
    Reading,
    RoundEnded,
    Said,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
    SubtaskStarted,
    bundle_of,
)
from minecrew.tables.schema import COUNTED, SHOWN, event_column, setting_column, setting_columns

Row = dict[str, Any]


@dataclass(frozen=True)
class RunRows:
    """The rows of one run, by table name."""

    tables: Mapping[str, Sequence[Row]]

    @property
    def run(self) -> Row:
        return self.tables["runs"][0]


def run_rows(reading: Reading, *, name: str | None = None) -> RunRows:
    """`name`: the run's name in all tables; default: the name of its bundle or log."""
    judged = judge_again(reading)
    measured = measure_run(reading, judged=judged)
    bundle = bundle_of(reading)
    run = name or (bundle.id if bundle else measured.metrics.run)
    manifest = bundle.manifest() if bundle else None
    events, findings = reading.events, judged.findings
    timing = {
        "run": run,
        "bundle": bundle.id if bundle else measured.metrics.run,
        "started": manifest.started if manifest else None,
        "wall_seconds": measured.metrics.wall_seconds,
    }
    return RunRows(
        {
            "runs": [_run(run, measured, findings)],
            "agents": list(_agents(run, measured, manifest, events, findings)),
            "rounds": list(_rounds(run, events, findings)),
            "findings": [_finding(run, one) for one in findings],
            "calls": [_call(run, one) for one in events if isinstance(one, ModelCalled)],
            "events": [_event(run, one) for one in events],
            "timings": [timing],
        }
    )


def _run(run: str, measured: MeasuredRun, findings: Sequence[Finding]) -> Row:
    known = setting_columns()
    row: Row = {"run": run, "title": measured.metrics.title, "more": {}}
    for name, value in measured.setting.items():
        column = setting_column(name) if name in known or "." not in name else name.replace(".", "_")
        if column in known:
            row[column] = value
        elif value is not None:
            row["more"][name] = str(value)
    metrics = measured.metrics
    row |= figures_of(metrics)
    row |= {"outcome": metrics.outcome, "met": metrics.met, "stopped": metrics.stopped}
    row |= {"agent_minutes": metrics.agent_minutes, "harm_per_failure": metrics.harm_per_failure}
    row["contributors"] = len(metrics.contributors)
    row |= _counts(findings)
    row["low"] = sum(metrics.low.values())
    for name, share in metrics.shares.items():
        row |= {"reader": share.reader, "agent_rounds": share.units, f"{name}_rounds": share.found}
    for name, rate in metrics.behaviours.items():
        if rate is None:  # nobody looked for it
            row |= {column: None for column in (*COUNTED, *SHOWN) if column.split("_")[0] == name}
    return row


def _counts(findings: Sequence[Finding]) -> Row:
    """Column -> number of findings; those of low confidence are not counted."""
    sure = [one for one in findings if not one.low]
    found = Counter(name.replace(".", "_") for one in sure for name in {one.class_, one.name})
    return {column: found[column] for column in COUNTED}


def _agents(
    run: str,
    measured: MeasuredRun,
    manifest: Manifest | None,
    events: Sequence[Header],
    findings: Sequence[Finding],
) -> Iterator[Row]:
    metrics = measured.metrics
    given = dict(_personas(events))
    for agent in metrics.agents:
        own = [event for event in events if event.agent == agent]
        calls = [event for event in own if isinstance(event, ModelCalled)]
        yield {
            "run": run,
            "agent": agent,
            "mind": manifest.minds.get(agent) if manifest else None,
            "persona": given.get(agent),
            "gathered": metrics.gathered.get(agent, 0),
            "contributed": agent in metrics.contributors,
            "idle": metrics.idle_of.get(agent),
            "messages": sum(isinstance(event, Said) for event in own),
            **_work(own),
            "model_calls": len(calls),
            "tokens_in": sum(call.tokens_in or 0 for call in calls),
            "tokens_out": sum(call.tokens_out or 0 for call in calls),
            **_counts([one for one in findings if agent in one.agents]),
        }


def _personas(events: Sequence[Header]) -> Iterator[tuple[str, str]]:
    for event in events[:1]:
        yield from getattr(event, "personas", {}).items()


def _work(events: Sequence[Header]) -> Row:
    ended = [event for event in events if isinstance(event, SubtaskEnded)]
    tried = [event for event in events if isinstance(event, SkillEnded)]
    return {
        "subtasks": sum(isinstance(event, SubtaskStarted) for event in events),
        "subtasks_done": sum(event.state == "done" for event in ended),
        "subtasks_failed": sum(event.state == "failed" for event in ended),
        "attempts": sum(isinstance(event, SkillStarted) for event in events),
        "failures": sum(not event.ok and event.code != "STOPPED" for event in tried),
    }


def _rounds(run: str, events: Sequence[Header], findings: Sequence[Finding]) -> Iterator[Row]:
    rounds: dict[int, list[Header]] = {}
    for event in events:
        if event.round:
            rounds.setdefault(event.round, []).append(event)
    for number, own in sorted(rounds.items()):
        talk = next((event for event in own if isinstance(event, DiscussionEnded)), None)
        end = next((event for event in own if isinstance(event, RoundEnded)), None)
        checked = [event for event in own if isinstance(event, GoalChecked)]
        ticks = [event.tick for event in own if event.tick is not None]
        yield {
            "run": run,
            "round": number,
            "turns": talk.turns if talk else None,
            "talk_end": talk.reason if talk else None,
            "messages": sum(isinstance(event, Said) and event.agent is not None for event in own),
            "assigned": sum(isinstance(event, Assigned) for event in own),
            **_work(own),
            "end": end.rule if end else None,
            "seconds": (ticks[-1] - ticks[0]) / TICKS if ticks else None,
            "met": checked[-1].met if checked else None,
            "findings": sum(one.round == number and not one.low for one in findings),
        }


def _finding(run: str, one: Finding) -> Row:
    return {
        "run": run,
        "finding": one.id,
        "class": one.class_,
        "first_seq": one.evidence[0].seq,
        "last_seq": one.evidence[-1].seq,
        "reader": one.reader or None,
        **{
            name: getattr(one, name)
            for name in (
                *("sub", "agents", "targets", "taken", "round", "evidence", "detector", "version"),
                *("confidence", "after_question", "low"),
            )
        },
    }


def _call(run: str, one: ModelCalled) -> Row:
    names = (
        *("seq", "round", "agent", "purpose", "model", "outcome", "attempt", "tokens_in", "tokens_out"),
        "seconds",
    )
    return {"run": run, **{name: getattr(one, name) for name in names}}


def _event(run: str, event: Header) -> Row:
    kind = event.kind
    row: Row = {
        "run": run,
        **{
            name: getattr(event, name)
            for name in ("seq", "tick", "round", "agent", "subtask", "kind", "source", "cause")
        },
    }
    if kind not in KINDS:
        return row | {"more": dict(event.model_extra or {})}
    for name in type(event).model_fields:
        if name not in COMMON and name not in WALL_CLOCK.get(kind, ()):
            row[event_column(kind, name)] = getattr(event, name)
    return row
