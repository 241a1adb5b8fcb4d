"""The recruiter: whom it describes is in the log and in the prompts, and changes with the evaluation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import (
    Caller,
    CrewView,
    FakeWorld,
    Feedback,
    FunctionModel,
    Knowledge,
    LLMMind,
    LLMRecruiter,
    LLMSecretary,
    LLMSpecifier,
    Task,
    goal_task,
    run_crew,
)
from minecrew.agents.task import Team
from minecrew.runlog import Evaluated, Event, Log, ModelCalled, Note, Recruited, TaskSpecified, read_events
from minecrew.skills import Library

from .conftest import MEADOW
from .llm_crew import LLMCrew
from .planner import Planner, data

TEAM = ("Alice", "Bob")


@pytest.fixture
def crew(tmp_path: Path, knowledge: Knowledge) -> LLMCrew:
    return LLMCrew(tmp_path / "run", knowledge, MEADOW)


def task(*, rounds: int = 1, recruit: str = "auto", turns: int = 2) -> Task:
    made = goal_task({"paper": 2}, agents=2)
    limits = made.limits.model_copy(update={"rounds": rounds, "discussion_turns": turns})
    return made.model_copy(update={"team": Team.model_validate({"recruit": recruit}), "limits": limits})


def prompts(events: list[Event], path: Path, purpose: str, number: int) -> list[str]:
    calls = [e for e in events if isinstance(e, ModelCalled) and (e.purpose, e.round) == (purpose, number)]
    return [(path / (call.prompt or "")).read_text() for call in calls]


async def test_by_default_nobody_is_asked_for_experts(crew: LLMCrew) -> None:
    events = await crew(task(recruit="fixed"), Planner(crew.knowledge))
    assert not any(
        isinstance(e, Recruited) or (isinstance(e, ModelCalled) and e.purpose == "recruit") for e in events
    )
    assert all("EXPERTS" not in prompt for prompt in prompts(events, crew.path, "speak", 1))


async def test_experts_stand_in_the_log_and_in_the_prompts(crew: LLMCrew) -> None:
    events = await crew(task(), Planner(crew.knowledge))
    recruited = [event for event in events if isinstance(event, Recruited)]
    assert [event.agent for event in recruited] == [*TEAM]
    (call,) = [event for event in events if isinstance(event, ModelCalled) and event.purpose == "recruit"]
    assert [event.cause for event in recruited] == [(call.seq,)] * 2
    told = "\n".join(f"{e.agent}: {e.expert} - {e.description}" for e in recruited)
    for purpose in ("speak", "decompose"):
        for prompt in prompts(events, crew.path, purpose, 1):
            assert data("experts", prompt) == told
    assert crew.result is not None
    assert crew.result.outcome == "met"


async def test_experts_change_with_what_the_evaluator_says(tmp_path: Path, knowledge: Knowledge) -> None:
    """Nobody is assigned anything in the first round, so that there is a second one."""
    planner = Planner(knowledge)

    def model(prompt: str) -> str:
        if prompt.startswith("[system]\nYou are the secretary") and not advised:
            return json.dumps(dict.fromkeys(TEAM, "nothing"))
        return planner(prompt)

    advised: list[Feedback] = []

    async def advise(feedback: Feedback) -> str:
        advised.append(feedback)
        return "You lack somebody for the crafting table."

    made = task(rounds=2)
    made = made.model_copy(
        update={"team": made.team.model_copy(update={"evaluator": "human", "discussion": "roleplay"})}
    )
    library = Library(kept=tmp_path / "skills")
    with Log.create(tmp_path / "run") as log:
        caller = Caller(FunctionModel(model), log)
        await run_crew(
            made,
            run="test",
            log=log,
            world=FakeWorld(knowledge, made.names, MEADOW, library=library),
            minds=dict.fromkeys(made.names, LLMMind(caller, knowledge, library)),
            secretary=LLMSecretary(caller),
            specifier=LLMSpecifier(caller),
            recruiter=LLMRecruiter(caller, library),
            advise=advise,
        )
    events = list(read_events(tmp_path / "run").events)
    first, second = ([e for e in events if isinstance(e, Recruited) and e.round == n] for n in (1, 2))
    assert [(e.agent, e.expert) for e in first] == [("Alice", "oak_log expert"), ("Bob", "sugar_cane expert")]
    assert [(e.agent, e.expert) for e in second] == [("Alice", "crafting_table expert")]
    assert sum(isinstance(event, TaskSpecified) for event in events) == 1
    evaluated = next(event for event in events if isinstance(event, Evaluated))
    assert evaluated.seq in second[0].cause
    assert "You lack somebody for the crafting table." in prompts(events, tmp_path / "run", "recruit", 2)[0]
    assert "Alice: crafting_table expert" in data("experts", prompts(events, tmp_path / "run", "speak", 2)[0])


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ({"Alice": "Weaver - knows wool", "Bob": "Drover"}, "write an expert as NAME - DESCRIPTION"),
        ({"Alice": "Weaver - knows wool"}, "Bob: Field required"),
        ({"Alice": "A - b", "Bob": "B - c", "Zoe": "C - d"}, "Zoe: Extra inputs are not permitted"),
    ],
)
async def test_experts_are_one_a_member_and_described(
    tmp_path: Path, lines: dict[str, str], wrong: str
) -> None:
    answers: list[Any] = [lines, {"Alice": "Weaver: knows wool", "Bob": "2. Drover \u2014 knows\ncattle"}]
    calls: list[Event] = []
    with Log.create(tmp_path) as log:
        log.subscribe(calls.append)
        caller = Caller(FunctionModel(lambda prompt: json.dumps(answers.pop(0))), log)
        view = CrewView(team=TEAM, roles={}, goal={"paper": 2}, round=1)
        recruits = await LLMRecruiter(caller, Library()).recruit(view)
    assert [(e.agent, e.name, e.text) for e in recruits.experts] == [
        ("Alice", "Weaver", "knows wool"),
        ("Bob", "Drover", "knows cattle"),
    ]
    assert isinstance(calls[0], ModelCalled)
    assert wrong in (calls[0].message or "")


async def test_a_recruiter_without_an_answer_leaves_the_team_as_it_is(crew: LLMCrew) -> None:
    planner = Planner(crew.knowledge)
    events = await crew(
        task(), lambda prompt: "Hm." if "recruit an expert for each of its" in prompt else planner(prompt)
    )
    note = next(event for event in events if isinstance(event, Note))
    assert note.text.startswith("the recruiter gave no answer (unreadable")
    assert not any(isinstance(event, Recruited) for event in events)
    assert crew.result is not None
    assert crew.result.outcome == "met"
