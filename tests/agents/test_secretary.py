"""The secretary that is a model: who does what by the talk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import (
    Caller,
    Discussion,
    FunctionModel,
    Knowledge,
    LLMSecretary,
    ScriptedModel,
    TalkLine,
)
from minecrew.runlog import (
    Log,
    ModelCalled,
)

TEAM = ("Alice", "Bob", "Cleo")
TALK = (
    TalkLine(speaker="Alice", text="I gather 3 sugar cane.", seq=4),
    TalkLine(speaker="Bob", text="I will not, it is night.", seq=5),
)


def listening(log: Log) -> list[ModelCalled]:
    """The calls that will be logged."""
    calls: list[ModelCalled] = []
    log.subscribe(lambda event: calls.append(event) if isinstance(event, ModelCalled) else None)
    return calls


async def assign(path: Path, *answers: dict[str, str]) -> tuple[Any, list[ModelCalled]]:
    with Log.create(path) as log:
        calls = listening(log)
        caller = Caller(ScriptedModel(json.dumps(answer) for answer in answers), log)
        record = Discussion(goal={"paper": 1}, team=TEAM, lines=TALK, reason="agreed")
        plan = await LLMSecretary(caller).assign(record)
    return plan, calls


LINES = {"Alice": "Gather 3 sugar cane.", "Bob": "refuses: it is night", "Cleo": "nothing"}


async def test_the_secretary_tells_work_refusal_and_leisure_apart(tmp_path: Path) -> None:
    plan, (call,) = await assign(tmp_path, LINES)
    assert [(a.agent, a.text, a.cause) for a in plan.assignments] == [
        ("Alice", "Gather 3 sugar cane.", (4, 5, call.seq))
    ]
    assert [(r.agent, r.reason) for r in plan.refusals] == [("Bob", "it is night")]


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ({name: line for name, line in LINES.items() if name != "Bob"}, "Bob: Field required"),
        (LINES | {"Dave": "Gather 1 oak log."}, "Dave: Extra inputs"),
        (LINES | {"Alice": "Gather some sugar cane."}, "Alice: Value error, the line has no quantity"),
        (LINES | {"Bob": "refuses: "}, "Bob: Value error, write the reason"),
        (LINES | {"Cleo": ""}, "Cleo: String should have at least 1"),
    ],
)
async def test_nobody_is_invented_or_dropped(tmp_path: Path, answer: dict[str, str], wrong: str) -> None:
    plan, calls = await assign(tmp_path / "fixed", answer, LINES)
    assert [call.outcome for call in calls] == ["unreadable", "answered"]
    assert calls[0].message is not None
    assert calls[0].message.startswith(wrong)
    assert [a.agent for a in plan.assignments] == ["Alice"]
    plan, calls = await assign(tmp_path / "not", answer, answer)
    assert not plan.assignments
    assert not plan.refusals
    assert [(call.outcome, call.attempt) for call in calls] == [("unreadable", 1), ("unreadable", 2)]


async def test_the_same_words_are_kept_once(tmp_path: Path, knowledge: Knowledge) -> None:
    with Log.create(tmp_path) as log:
        calls = listening(log)
        secretary = LLMSecretary(Caller(FunctionModel(lambda prompt: '{"Alice": "Gather 3 cane"}'), log))
        record = Discussion(goal={"paper": 1}, team=("Alice",), lines=(), reason="agreed")
        plans = [await secretary.assign(record) for _ in range(2)]
    first, second = calls
    assert (first.prompt, first.answer) == (second.prompt, second.answer)
    assert len(list((tmp_path / "models").iterdir())) == 2
    assert [plan.assignments[0].cause for plan in plans] == [(0,), (1,)]
