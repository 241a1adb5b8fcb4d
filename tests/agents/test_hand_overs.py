"""Who hands over what, and for what a crafter waits."""

from __future__ import annotations

import pytest

from minecrew.agents import goal_task
from minecrew.agents.conformance import NOWHERE
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.steps import break_down
from minecrew.agents.views import AssignmentView
from minecrew.runlog import SkillStarted, SubtaskEnded, SubtaskStarted

from .conftest import Play


async def test_all_that_goes_to_one_member_is_handed_over_at_once(play: Play) -> None:
    events = await play(goal_task({"bookshelf": 1}))
    begun = [event.text for event in events if isinstance(event, SubtaskStarted) and event.agent == "Bob"]
    assert begun[-1] == "hand 9 sugar cane and 1 leather to Alice"
    (call,) = [
        event
        for event in events
        if isinstance(event, SkillStarted) and event.name == "deliver" and event.agent == "Bob"
    ]
    assert (call.args[:3], call.args[4]) == (("Alice", "sugar_cane", 9), {"leather": 1})
    ended = [event.state for event in events if isinstance(event, SubtaskEnded)]
    assert set(ended) == {"done"}


async def test_what_arrived_of_a_hand_over_that_failed_is_counted(play: Play) -> None:
    task = goal_task({"bookshelf": 1})
    play.prepare(task).not_received["Bob"] = [{"leather": 1}]
    events = await play(task)
    calls = [
        event.args
        for event in events
        if isinstance(event, SkillStarted) and event.name == "deliver" and event.agent == "Bob"
    ]
    assert [(args[1:3], args[4:]) for args in calls] == [
        (("sugar_cane", 9), ({"leather": 1},)),
        (("leather", 1), ()),
    ]
    assert {event.state for event in events if isinstance(event, SubtaskEnded)} == {"done"}


async def test_a_crafter_waits_only_for_what_its_next_step_takes(play: Play) -> None:
    events = await play(goal_task({"bookshelf": 1}))
    begun = [event.text for event in events if isinstance(event, SubtaskStarted) and event.agent == "Alice"]
    place = next(text for text in begun if text.startswith("wait")).split(" for ")[0]
    assert begun[begun.index(f"{place} for 9 sugar cane from Bob") :] == [
        f"{place} for 9 sugar cane from Bob",
        "craft 9 paper",
        f"{place} for 3 leather from Bob and Charlie",
        "craft 3 books",
        "craft 1 bookshelf",
    ]


def test_a_tool_that_is_brought_is_waited_for_before_it_is_used(knowledge: Knowledge) -> None:
    view = AssignmentView(
        agent="Alice",
        role="",
        team=("Alice", "Bob"),
        goal={"furnace": 1},
        assignment="Gather 8 cobblestone and craft 1 furnace once Bob has brought 1 wooden pickaxe.",
        observation=NOWHERE.model_copy(update={"inventory": {"crafting_table": 1}}),
    )
    verbs = [step.text.split()[0] for step in break_down(view, knowledge, {"stone": 5.0})]
    assert [verb for verb in verbs if verb != "set"] == ["wait", "gather", "craft"]


@pytest.mark.parametrize("agents", [8, 16])
async def test_a_large_crew_gathers_no_more_than_the_goal_takes(play: Play, agents: int) -> None:
    """Each member that has time offers help, but only with what nobody else has offered to take over."""
    sources = {"oak_log": 90, "sugar_cane": 200, "cow": 80}
    await play(goal_task({"bookshelf": agents}, agents=agents), dict(sources))
    assert play.result is not None
    assert play.result.outcome == "met"
    assert play.world is not None
    taken = {name: count - play.world.sources.get(name, 0) for name, count in sources.items()}
    logs = -(-(6 * agents + 4) // 4)  # planks, and those of the table
    assert taken == {"oak_log": logs, "sugar_cane": 9 * agents, "cow": 3 * agents}
