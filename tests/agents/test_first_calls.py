"""A decomposition can say what is run: calls run in order, each is checked, and failures are asked about."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from minecrew.agents import FakeWorld, Knowledge, goal_task
from minecrew.agents.llm import shapes
from minecrew.bridge import Program
from minecrew.runlog import Event, ModelCalled, SkillStarted, SubtaskEnded
from minecrew.skills import Library

from .llm_crew import LLMCrew
from .planner import Planner

BLANK = {"count": 0, "who": "", "at": [], "seconds": 30, "skill": "", "arguments": "[]"}


def have(item: str, count: int, skill: str = "", *arguments: Any) -> dict[str, Any]:
    told = {"text": f"hold {count} {item}", "kind": "have", "item": item, "count": count}
    return {**BLANK, **told, "skill": skill, "arguments": json.dumps(arguments)}


async def played(crew: LLMCrew, *steps: dict[str, Any]) -> tuple[list[Event], FakeWorld]:
    """One agent alone whose part is broken into these."""
    plays = Planner(crew.knowledge)

    def model(prompt: str) -> str:
        if "Now give the sub-tasks of" in prompt:
            return json.dumps({"reason": "", "refuses": "", "subtasks": list(steps)})
        return plays(prompt)

    task = goal_task({"oak_planks": 8}, agents=1)
    limits = task.limits.model_copy(update={"rounds": 1})
    events = await crew(task.model_copy(update={"limits": limits}), model)
    assert crew.world is not None
    return events, crew.world


def asked(events: list[Event], purpose: str) -> int:
    return sum(isinstance(event, ModelCalled) and event.purpose == purpose for event in events)


async def test_calls_of_one_answer_run_in_order_and_each_is_checked(crew: LLMCrew) -> None:
    logs, planks = have("oak_log", 2), have("oak_planks", 8, "craftItem", "oak_planks", 2)
    events, world = await played(crew, logs, planks)
    done = [event.state for event in events if isinstance(event, SubtaskEnded)]
    assert done == ["done", "done"]
    assert world.ran[-1][1] == Program(call="craftItem", args=("oak_planks", 2))
    assert asked(events, "act") == 1, "only what the answer left open is asked for"
    assert crew.result is not None
    assert crew.result.outcome == "met"


async def test_a_call_that_fails_is_asked_about(crew: LLMCrew) -> None:
    wrong = have("oak_planks", 8, "craftItem", "oak_planks", 99)
    events, _ = await played(crew, have("oak_log", 2), wrong)
    runs = [event for event in events if isinstance(event, SkillStarted) and event.subtask == "r1.Alice.2"]
    assert [event.attempt for event in runs] == [1, 2]
    assert asked(events, "act") == 2
    assert [event.state for event in events if isinstance(event, SubtaskEnded)] == ["done", "done"]


async def test_what_is_held_already_is_not_called_for(crew: LLMCrew) -> None:
    logs, again = have("oak_log", 2), have("oak_log", 1, "craftItem", "oak_planks", 1)
    events, _ = await played(crew, logs, again)
    assert not any(isinstance(event, SkillStarted) and event.name == "craftItem" for event in events)


def test_only_skills_can_be_called_so(knowledge: Knowledge) -> None:
    shape = shapes.decomposition("Bob", ("Alice", "Bob"), knowledge, Library())
    answer = {"reason": "", "refuses": "", "subtasks": [have("oak_log", 2, "mineBlok", "oak_log", 2)]}
    with pytest.raises(ValidationError, match="there is no skill 'mineBlok'; did you mean mineBlock"):
        shape.model_validate(answer)
    older = {key: value for key, value in have("oak_log", 2).items() if key in ("text", "kind", "item")}
    told = shape.model_validate({**answer, "subtasks": [{**older, "count": 2, "who": ""}]})
    assert told.subtasks[0].subtask(()).first is None


def test_a_call_without_a_time_limit_may_take_as_long_as_any(knowledge: Knowledge) -> None:
    shape = shapes.decomposition("Bob", ("Alice", "Bob"), knowledge, Library())
    logs = {**have("oak_log", 2, "mineBlock", "oak_log", 2), "seconds": 0}
    told = shape.model_validate({"reason": "", "refuses": "", "subtasks": [logs]})
    first = told.subtasks[0].subtask(()).first
    assert first is not None
    assert first.seconds == shapes.USUAL
