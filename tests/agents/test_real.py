"""Words decide deeds, in the real world: the server's own witness tells who did what."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.agents import (
    Mind,
    OfflineMind,
    OfflineSecretary,
    VoicedMind,
    load_task,
    open_world,
    run_crew,
    scripted,
)
from minecrew.behaviors import keep_ledger
from minecrew.runlog import Assigned, Attacked, BlockBroken, Log, SkillStarted, read_events


@pytest.mark.soak  # in a fake world: test_discussion.py; personas in the real one: minecrew/test_figure6.py
async def test_bobs_line_changes_what_bob_does(tmp_path: Path) -> None:
    task = load_task("bookshelf")
    task = task.model_copy(update={"world": task.world.model_copy(update={"seed": 1, "speed": "max"})})
    with Log.create(tmp_path) as log:
        async with open_world(task, log) as (world, _):
            minds: dict[str, Mind] = {name: OfflineMind(world.knowledge) for name in task.names}
            minds["Bob"] = VoicedMind(minds["Bob"], scripted({1: "I'll do the leather instead."}))
            result = await run_crew(
                task,
                run="swap",
                log=log,
                world=world,
                minds=minds,
                secretary=OfflineSecretary(world.knowledge),
            )
    events = read_events(tmp_path).events
    plan = {event.agent: event.text for event in events if isinstance(event, Assigned)}
    assert (plan["Bob"] or "").startswith("Gather 3 leather")
    assert (plan["Charlie"] or "").startswith("Gather 9 sugar cane")
    hunted = {event.agent for event in events if isinstance(event, Attacked) and event.target == "cow"}
    cut = {event.agent for event in events if isinstance(event, BlockBroken) and event.block == "sugar_cane"}
    assert (hunted, cut) == ({"Bob"}, {"Charlie"})
    assert {event.name for event in events if isinstance(event, SkillStarted) and event.agent == "Bob"} == {
        "hunt",
        "deliver",
    }
    ledger = keep_ledger(events)
    assert ledger.balanced
    assert ledger.contributors("bookshelf") == {"Alice", "Bob", "Charlie"}
    assert result.outcome == "met"
