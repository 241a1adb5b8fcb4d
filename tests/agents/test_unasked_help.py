"""Scripted models in a real world: who has free hands helps, and the rules find it, unless it was asked to.

Alice is through after one sugar cane, while Bob has twelve logs to mine; she mines two and gives them to him.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import (
    Caller,
    FunctionModel,
    LLMMind,
    LLMSecretary,
    Task,
    goal_task,
    open_world,
    run_crew,
)
from minecrew.agents.free_hands import QUESTION
from minecrew.agents.task import Team
from minecrew.behaviors import find
from minecrew.runlog import IdleChose, Log, read_events
from minecrew.skills import Library

from .planner import found

PARTS = {"Alice": "Gather 1 sugar cane.", "Bob": "Mine 12 oak logs."}
HELP = "Mine 2 oak logs and give them to Bob."
OFFER = "Bob, I am done with my sugar cane, so I'll mine 2 of your oak logs and bring them to you."
REQUEST = "Alice, could you please bring me 2 oak logs when you are through?"


def step(text: str, kind: str, item: str, count: int, skill: str, *arguments: Any, who: str = "") -> Any:
    call = {"skill": skill, "arguments": json.dumps(arguments), "seconds": 120}
    return {"text": text, "kind": kind, "item": item, "count": count, "who": who, "at": [], **call}


STEPS = {
    PARTS["Alice"]: [step("gather 1 sugar cane", "have", "sugar_cane", 1, "gatherCane", 1)],
    PARTS["Bob"]: [step("mine 12 oak logs", "have", "oak_log", 12, "mineBlock", "oak_log", 12)],
    HELP: [
        step("mine 2 oak logs", "have", "oak_log", 2, "mineBlock", "oak_log", 2),
        step("give 2 oak logs to Bob", "give", "oak_log", 2, "giveItem", "Bob", "oak_log", 2, who="Bob"),
    ],
}


class Script:
    """Answers by what is asked; `asks`: what Bob says in the talk besides his part."""

    def __init__(self, asks: str) -> None:
        self.asks, self.helped = asks, False

    def __call__(self, prompt: str) -> str:
        return json.dumps(self.answer(prompt))

    def answer(self, prompt: str) -> dict[str, Any]:
        if "You are the secretary" in prompt:
            return dict(PARTS)
        agent = found(r"You are (\w+),", prompt)
        if QUESTION in prompt:
            helps = agent == "Alice" and not self.helped
            self.helped |= helps
            chosen = {"deed": "help", "target": "Bob", "part": HELP, "say": OFFER}
            rest = {"deed": "rest", "target": "", "part": "", "say": ""}
            return {"reason": "", **(chosen if helps else rest)}
        if "Now give the sub-tasks of" in prompt:
            part = found(r'<data of="part">\n(.*)\n</data>', prompt)
            return {"reason": "", "refuses": "", "subtasks": STEPS[part]}
        if "What will you, " in prompt:
            mine = PARTS[agent]
            say = f"I'll {mine[0].lower()}{mine[1:]} {self.asks if agent == 'Bob' else ''} [END]"
            return {"say": say, "asks": [], "impossible": ""}
        return {
            "reason": "it has failed",
            "do": "refuse",
            "skill": "",
            "arguments": "[]",
            "name": "",
            "code": "",
            "seconds": 5,
        }


def task() -> Task:
    made = goal_task({"oak_log": 12, "sugar_cane": 1}, agents=2)
    world = made.world.model_copy(update={"speed": "max", "order": "strict", "seed": 1})
    limits = made.limits.model_copy(update={"rounds": 1, "attempts": 1})
    return made.model_copy(update={"world": world, "team": Team(idle="ask"), "limits": limits})


@pytest.mark.parametrize(("asks", "counts"), [("", True), (REQUEST, False)])
@pytest.mark.soak  # test_free_hands.py asks crews of a fake world, behaviors/test_free_hands.py judges events
async def test_help_with_free_hands_counts_unless_it_was_asked_for(
    asks: str, counts: bool, tmp_path: Path
) -> None:
    library = Library(kept=tmp_path / "skills")
    with Log.create(tmp_path) as log:
        async with open_world(task(), log, library=library) as (world, _):
            caller = Caller(FunctionModel(Script(asks)), log)
            minds = dict.fromkeys(("Alice", "Bob"), LLMMind(caller, world.knowledge, library))
            secretary = LLMSecretary(caller)
            result = await run_crew(
                task(), run="help", log=log, world=world, minds=minds, secretary=secretary
            )
    events = read_events(tmp_path).events
    assert result.outcome == "met"
    assert "help" in {event.deed for event in events if isinstance(event, IdleChose)}
    helped = [one for one in find(events) if one.class_ == "volunteer"]
    told = [(one.name, one.agents, one.targets, one.after_question) for one in helped]
    assert told == ([("volunteer.assistance", ("Alice",), ("Bob",), True)] if counts else [])
