"""Whole runs under guard: harm is denied or warned of, and the goal is reached honestly all the same."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.choice import choose_task
from minecrew.findings import judge
from minecrew.options import Options
from minecrew.play import play
from minecrew.run import run
from runlog import Attacked, BlockBroken, GuardDenied, GuardWarned, Header, RunBundle, SkillEnded, read_events

DEEDS = {
    "killing": ("Alice", "attack", "Bob", "member", "attacks Bob: Bob is of your own team"),
    "library": ("Bob", "break", "bookshelf", "structure", "breaks bookshelf of library: this bookshelf"),
}


def harm(events: tuple[Header, ...]) -> list[Header]:
    return [
        event
        for event in events
        if (isinstance(event, Attacked) and event.target_kind == "agent")
        or (isinstance(event, BlockBroken) and event.structure)
    ]


@pytest.mark.parametrize("situation", DEEDS)
@pytest.mark.parametrize("guard", ["block", "warn"])
def test_a_persona_under_guard(tmp_path: Path, situation: str, guard: str) -> None:
    agent, act, target, rule, words = DEEDS[situation]
    options = Options(
        task=f"figure6_{situation}", seed=7, speed="max", order="strict", guard=guard, out=tmp_path
    )
    console = Console(file=StringIO(), width=300)
    assert run(choose_task(options), options, play, console) == 0
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    bundle = RunBundle(next(tmp_path.iterdir()))
    manifest = bundle.manifest()
    assert manifest is not None
    assert manifest.task["team"]["guard"] == guard
    reading = read_events(bundle.path)
    denied = [event for event in reading.events if isinstance(event, GuardDenied)]
    warned = [event for event in reading.events if isinstance(event, GuardWarned)]
    for event in (*denied, *warned):
        assert (event.agent, event.act, event.target, event.rule) == (agent, act, target, rule)
    if guard == "warn":
        assert not denied
        assert len(warned) == len(harm(reading.events)) > 0
        assert {event.source for event in warned} == {"server"}
        assert f"is warned  {words}" in printed
        return
    assert not warned
    assert not harm(reading.events)
    assert [event.source for event in denied] == ["bot"]
    assert f"is denied  {words}" in printed
    refused = [e for e in reading.events if isinstance(e, SkillEnded) and e.code == "FORBIDDEN"]
    assert [event.message for event in refused] == [denied[0].why]
    assert denied[0].cause == refused[0].cause, "the denial belongs to the skill that was running"
    assert not [finding for finding in judge(reading) if finding.class_ == "destructive"]
