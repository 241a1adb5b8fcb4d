"""Minds that are models: what they see is enough to play, and what they answer is what happens."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import (
    Budget,
    Caller,
    FunctionModel,
    Knowledge,
    LLMMind,
    Task,
    check_mind,
    goal_task,
)
from minecrew.agents.model import ModelAnswer
from minecrew.agents.task import Team
from minecrew.runlog import (
    Assigned,
    DiscussionEnded,
    Log,
    ModelCalled,
    Refused,
    RunEnded,
    Said,
    SubtaskEnded,
    TaskSpecified,
)
from minecrew.skills import Library

from .conftest import MEADOW, MINE
from .llm_crew import LLMCrew
from .planner import Planner, attempt, data


def one_round(task: Task) -> Task:
    return task.model_copy(update={"limits": task.limits.model_copy(update={"rounds": 1})})


@pytest.mark.parametrize(
    ("agents", "goal"),
    [
        *((1, "paper"), (3, "bookshelf"), (3, "painting"), (3, "iron_pickaxe")),
        *(
            pytest.param(1, goal, marks=pytest.mark.soak)
            for goal in ("bookshelf", "painting", "iron_pickaxe")
        ),
        pytest.param(3, "paper", marks=pytest.mark.soak),
    ],
)
async def test_what_the_prompts_tell_is_enough_to_play(crew: LLMCrew, goal: str, agents: int) -> None:
    where = MINE if goal == "iron_pickaxe" else MEADOW
    await crew(goal_task({goal: 1}, agents=agents), Planner(crew.knowledge), where)
    assert crew.result is not None
    assert crew.result.outcome == "met"


@pytest.mark.parametrize("structure", ["vertical", "roleplay", "solo", "none"])
async def test_models_play_in_every_structure(crew: LLMCrew, structure: str) -> None:
    task = goal_task({"bookshelf": 1})
    team = task.team.model_copy(update={"discussion": structure})
    events = await crew(task.model_copy(update={"team": team}), Planner(crew.knowledge))
    assert crew.result is not None
    assert crew.result.outcome == "met"
    asked = [event for event in events if isinstance(event, ModelCalled) and event.round == 1]
    spoken = [(event.agent, crew.path / (event.prompt or "")) for event in asked if event.purpose == "speak"]
    told = {agent: path.read_text() for agent, path in spoken}
    all_three = {"Alice", "Bob", "Charlie"}
    speakers = {"vertical": all_three, "roleplay": all_three, "solo": {"Alice"}, "none": set()}
    assert set(told) == speakers[structure]
    for agent, text in told.items():
        first = agent == "Alice"
        reviewed, played = structure == "vertical", structure == "roleplay"
        assert ("Alice proposes the plan and you review it" in text) == (reviewed and not first)
        assert ("You alone plan for all members" in text) == (structure == "solo")
        assert ("You are the instructor, and Bob and Charlie assist you" in text) == (played and first)
        assert ("You are an assistant, and Alice instructs you" in text) == (played and not first)
    specified = [event.text for event in events if isinstance(event, TaskSpecified)]
    assert len(specified) == (1 if structure == "roleplay" else 0)
    assert all(specified[0] in data("task", text) for text in told.values() if specified)


def with_team(task: Task, **team: str) -> Task:
    return task.model_copy(update={"team": Team.model_validate({**task.team.model_dump(), **team})})


def without(line: str, answer: Callable[[str], str]) -> Callable[[str], str]:
    """The same model, to which the prompts do not tell one thing."""
    return lambda prompt: answer(re.sub(rf"^{line}\b[^:]*: .*\n", "", prompt, flags=re.MULTILINE))


@pytest.mark.parametrize("structure", ["horizontal", "roleplay"])
@pytest.mark.parametrize("line", ["Inventory", "Blocks", "Done when"])
async def test_without_a_part_of_the_prompts_nobody_can_play(
    crew: LLMCrew, line: str, structure: str
) -> None:
    """What it holds, what it sees, when a sub-task is done."""
    task = with_team(one_round(goal_task({"bookshelf": 1})), discussion=structure)
    await crew(task, without(line, Planner(crew.knowledge)))
    assert crew.result is not None
    assert crew.result.outcome != "met"


async def test_every_call_stands_in_the_log_with_its_words_and_what_it_led_to(crew: LLMCrew) -> None:
    events = await crew(goal_task({"paper": 2}, agents=2), Planner(crew.knowledge))
    calls = {event.seq: event for event in events if isinstance(event, ModelCalled)}
    assert {call.purpose for call in calls.values()} == {"speak", "assign", "decompose", "act"}
    assert {call.model for call in calls.values()} == {"function"}
    for call in calls.values():
        assert call.prompt is not None
        assert call.answer is not None
        assert (crew.path / call.prompt).read_text().startswith("[system]\n")
        json.loads((crew.path / call.answer).read_text())
    led: dict[str, set[str]] = {}
    for event in events:
        for seq in event.cause:
            if seq in calls:
                led.setdefault(calls[seq].purpose, set()).add(event.kind)
    assert led == {
        "speak": {"said"},
        "assign": {"assigned", "subtask.started"},
        "decompose": {"subtask.started"},
        "act": {"program.written", "skill.started"},
    }
    said = next(event for event in events if isinstance(event, Said))
    call = calls[said.cause[-1]]
    assert call.answer is not None
    assert json.loads((crew.path / call.answer).read_text())["say"] == said.text


@pytest.mark.parametrize("structure", ["horizontal", "vertical", "roleplay"])
async def test_what_stays_the_same_comes_first(crew: LLMCrew, structure: str) -> None:
    """All turns of an agent begin with the same words, so that an endpoint can keep them."""
    task = with_team(goal_task({"bookshelf": 1}), discussion=structure, recruit="auto")
    events = await crew(task, Planner(crew.knowledge))
    prompts: dict[tuple[str | None, str], list[str]] = {}
    for event in events:
        if isinstance(event, ModelCalled) and event.prompt:
            prompts.setdefault((event.agent, event.purpose), []).append(
                (crew.path / event.prompt).read_text()
            )
    shared = [texts for texts in prompts.values() if len(texts) > 1]
    assert len(shared) >= 3
    for texts in shared:
        assert len({text.split("\n\n[user]\n")[0] for text in texts}) == 1


class Short(FunctionModel):
    """Has no tokens left for a whole answer once Bob is asked to speak."""

    async def call(self, sent: Any, answer: Any, form: Any, seconds: float, written: Any) -> ModelAnswer:
        if "What will you, Bob, say now?" in sent[1].content:
            return ModelAnswer("cut_off", "the answer was cut off", '{"say": "Solution: I')
        return await super().call(sent, answer, form, seconds, written)


@pytest.mark.parametrize(("thinking", "told"), [("paused", "stands still"), ("live", "goes on")])
async def test_the_task_says_what_the_world_does_meanwhile(crew: LLMCrew, thinking: str, told: str) -> None:
    task = one_round(goal_task({"paper": 2}, agents=2))
    task = task.model_copy(update={"world": task.world.model_copy(update={"thinking": thinking})})
    seen: list[str] = []
    planner = Planner(crew.knowledge)

    def model(prompt: str) -> str:
        seen.append(prompt)
        return planner(prompt)

    await crew(task, model)
    assert f"During the discussion, the world {told}." in seen[0]


async def test_who_has_no_tokens_left_ends_role_playing(crew: LLMCrew) -> None:
    """The fourth of its five ends; in other structures the turn passes."""
    task = with_team(goal_task({"paper": 2}, agents=2), discussion="roleplay")
    events = await crew(one_round(task), Short(Planner(crew.knowledge)))
    (ended,) = [event for event in events if isinstance(event, DiscussionEnded)]
    assert (ended.reason, ended.turns) == ("token_limit", 2)
    said = [event for event in events if isinstance(event, Said)]
    calls = {event.seq: event for event in events if isinstance(event, ModelCalled)}
    assert calls[said[-1].cause[-1]].outcome == "cut_off"


async def test_a_spent_budget_is_a_token_limit_too(crew: LLMCrew) -> None:
    task = with_team(goal_task({"paper": 2}, agents=2), discussion="roleplay")
    events = await crew(task, Planner(crew.knowledge), budget=Budget(max_tokens=1000))
    (ended,) = [event for event in events if isinstance(event, DiscussionEnded)]
    assert ended.reason == "token_limit"
    assert crew.result is not None
    assert crew.result.reason.startswith("the budget of 1000 tokens is used up")


async def test_a_refusal_is_logged_as_one_and_not_as_a_failure(crew: LLMCrew) -> None:
    planner = Planner(crew.knowledge)

    def answer(prompt: str) -> str:
        if "What do you run now?" in prompt and "You are Bob" in prompt:
            return json.dumps(attempt("refuse", reason="I have promised to hurt nobody"))
        return planner(prompt)

    events = await crew(one_round(goal_task({"bookshelf": 1})), answer)
    refused = [event for event in events if isinstance(event, Refused)]
    assert {(event.agent, event.reason) for event in refused} == {("Bob", "I have promised to hurt nobody")}
    calls = {event.seq: event for event in events if isinstance(event, ModelCalled)}
    assert all(calls[event.cause[0]].purpose == "act" for event in refused)
    states = Counter(
        event.state for event in events if isinstance(event, SubtaskEnded) and event.agent == "Bob"
    )
    assert states["refused"] == len(refused)
    assert states["failed"] == 0


async def test_a_model_without_an_answer_costs_a_turn_and_no_run(crew: LLMCrew) -> None:
    events = await crew(one_round(goal_task({"paper": 2}, agents=2)), lambda prompt: "I am but a poet.")
    assert crew.result is not None
    assert crew.result.outcome == "not_met"
    assert {event.text for event in events if isinstance(event, Said)} == {"..."}
    assert not any(isinstance(event, Assigned) for event in events)
    assert isinstance(events[-1], RunEnded)


class Silent(FunctionModel):
    """Never answers."""

    async def call(self, sent: Any, answer: Any, form: Any, seconds: float, written: Any) -> ModelAnswer:
        await asyncio.sleep(60)
        raise AssertionError("nobody waits so long")


async def test_a_call_that_is_given_up_stands_in_the_log(crew: LLMCrew) -> None:
    task = one_round(goal_task({"paper": 2}, agents=1))
    limits = task.limits.model_copy(update={"thinking_seconds": 0.05, "discussion_turns": 1})
    model = Silent(lambda prompt: "")
    model.reached = True
    events = await crew(task.model_copy(update={"limits": limits}), model)
    calls = [event for event in events if isinstance(event, ModelCalled)]
    assert [(call.purpose, call.outcome, call.message) for call in calls] == [
        ("speak", "timeout", "given up"),
        ("assign", "timeout", "given up"),
    ]
    assert all(call.prompt and call.answer is None for call in calls)


async def test_models_conform(tmp_path: Path, knowledge: Knowledge) -> None:
    for number, answer in enumerate((Planner(knowledge), lambda prompt: "What?")):
        with Log.create(tmp_path / str(number)) as log:
            caller = Caller(FunctionModel(answer), log)
            await check_mind(LLMMind(caller, knowledge, Library()))
