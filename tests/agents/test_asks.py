"""A model says whom it asks; its words are not searched for that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minecrew.agents import Knowledge, goal_task
from minecrew.runlog import DiscussionEnded, ModelCalled, Said

from .conftest import MEADOW
from .llm_crew import LLMCrew

QUESTION = "Bob, is it not a fine day? [END]"


@pytest.mark.parametrize(
    ("answer", "asks", "turns"),
    [
        ({"say": QUESTION, "asks": []}, (), 2),
        ({"say": "Let us all work. [END]", "asks": ["Bob"]}, ("Bob",), 3),
        ({"say": QUESTION}, None, 3),
    ],
)
async def test_the_talk_waits_for_whom_a_model_says_it_asks(
    tmp_path: Path, knowledge: Knowledge, answer: dict[str, object], asks: tuple[str, ...] | None, turns: int
) -> None:
    """Bob is waited for where Alice asks it, after it has spoken; the third answer is Alice's word to end."""

    def model(prompt: str) -> str:
        if "say now?" not in prompt:
            return "{}"
        if "You are Bob" in prompt:
            return json.dumps({"say": "I'll gather 3 sugar cane. [END]", "asks": []})
        return json.dumps(answer)

    task = goal_task({"paper": 2}, agents=2)
    limits = task.limits.model_copy(update={"rounds": 1, "discussion_turns": 3})
    reversed_team = tuple(reversed(task.agents))
    task = task.model_copy(update={"limits": limits, "agents": reversed_team})
    events = await LLMCrew(tmp_path / "run", knowledge, MEADOW)(task, model)
    said = next(event for event in events if isinstance(event, Said) and event.agent == "Alice")
    assert said.asks == asks
    assert said.to == ("Bob",)
    ended = next(event for event in events if isinstance(event, DiscussionEnded))
    assert (ended.turns, ended.reason) == (turns, "agreed")


async def test_a_model_can_ask_nobody_who_is_not_there(tmp_path: Path, knowledge: Knowledge) -> None:
    def model(prompt: str) -> str:
        return json.dumps({"say": "Zoe, come! [END]", "asks": ["Zoe"]})

    events = await LLMCrew(tmp_path / "run", knowledge, MEADOW)(goal_task({"paper": 2}, agents=2), model)
    calls = [event for event in events if isinstance(event, ModelCalled) and event.purpose == "speak"]
    assert {call.outcome for call in calls} == {"unreadable"}
    assert "'Bob'" in (calls[0].message or "")
