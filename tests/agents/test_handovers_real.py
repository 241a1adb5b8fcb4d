"""In a real world, what others hand over does not end a sub-task that waits for a certain member."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from minecrew.agents import Caller, FunctionModel, LLMMind, LLMSecretary, goal_task, open_world, run_crew
from minecrew.runlog import ItemPicked, Log, SubtaskEnded, read_events
from minecrew.skills import Library

from .planner import found
from .test_unasked_help import step

HELD = {"Alice": 3, "Bob": 3, "Charlie": 6}
"""Pieces of paper."""
STEPS = {
    "Alice": [
        step("receive from Bob", "receive", "paper", 3, "receiveItem", "Bob", "paper", 3, who="Bob"),
        step(
            "receive from Charlie", "receive", "paper", 6, "receiveItem", "Charlie", "paper", 6, who="Charlie"
        ),
    ],
    "Bob": [
        step("walk away", "other", "", 0, "goTo", 30, 5, 8),
        step("give to Alice", "give", "paper", 3, "giveItem", "Alice", "paper", 3, who="Alice"),
    ],
    "Charlie": [step("give to Alice", "give", "paper", 6, "giveItem", "Alice", "paper", 6, who="Alice")],
}


def script(prompt: str) -> str:
    if "You are the secretary" in prompt:
        answer: dict[str, Any] = {name: f"{name} hands over 1 paper." for name in STEPS}
    elif "Now give the sub-tasks of" in prompt:
        answer = {"reason": "", "refuses": "", "subtasks": STEPS[found(r"You are (\w+),", prompt)]}
    elif "What will you, " in prompt:
        answer = {"say": "I hand over 1 paper. [END]", "asks": [], "impossible": ""}
    else:
        answer = {"why": "it ended well", "done": True}
    return json.dumps(answer)


async def test_each_gift_counts_for_its_giver(tmp_path: Path) -> None:
    made = goal_task({"bookshelf": 1}, agents=3)
    task = made.model_copy(
        update={
            "world": made.world.model_copy(update={"speed": "max", "order": "strict", "seed": 1}),
            "limits": made.limits.model_copy(update={"rounds": 1, "attempts": 1}),
            "agents": tuple(
                agent.model_copy(update={"inventory": {"paper": HELD[agent.name]}}) for agent in made.agents
            ),
        }
    )
    library = Library(kept=tmp_path / "skills")
    with Log.create(tmp_path) as log:
        async with open_world(task, log, library=library) as (world, _):
            caller = Caller(FunctionModel(script), log)
            minds = dict.fromkeys(STEPS, LLMMind(caller, world.knowledge, library))
            await run_crew(
                task, run="gifts", log=log, world=world, minds=minds, secretary=LLMSecretary(caller)
            )
    events = read_events(tmp_path).events
    ended = [
        (one.text, one.state, one.attempts)
        for one in events
        if isinstance(one, SubtaskEnded) and one.agent == "Alice"
    ]
    assert [one.count for one in events if isinstance(one, ItemPicked)] == [6, 3]
    assert ended == [("receive from Bob", "done", 1), ("receive from Charlie", "done", 0)]
