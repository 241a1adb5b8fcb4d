"""A whole run over real HTTP, of a hundred calls and more, while three in ten go wrong."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minecrew.agents import Endpoint, Knowledge, Retries, goal_task
from minecrew.runlog import ModelCalled, RunEnded, SubtaskEnded
from tests.endpoint_server import KEY, completion, misbehaving

from .conftest import MEADOW
from .llm_crew import LLMCrew
from .planner import Planner

FAULTS: tuple[Any, ...] = (
    (429, {"error": {"message": f"slow down, {KEY}"}}, "0"),
    (500, {"error": {"message": f"oops {KEY}"}}),
    "<hang>",
    "<drop>",
    "<half>",
    "<html>",
    completion(""),
    completion('{"sa', finish="length"),
    completion(None, refusal=f"I will not, {KEY}"),
    "I would rather not say it in JSON.",
    '{"say": }',
    '{"Zoe": "Gather 3 sugar cane."}',
)
GOAL = {"bookshelf": 8}
"""More than the meadow has cane for, so that all rounds are played."""
SILENCE = 1.5
"""Seconds; what takes longer under load is one fault more."""


async def no_sleep(seconds: float) -> None:
    await asyncio.sleep(0)


async def test_a_run_goes_on_whatever_its_model_does(
    tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    crew, chance, planner = LLMCrew(tmp_path / "run", knowledge, MEADOW), Random(3), Planner(knowledge)
    sent: list[str] = []

    def answer(number: int, request: dict[str, Any]) -> Any:
        fault = chance.choice(FAULTS) if chance.random() < 0.3 else None
        sent.append("" if fault is None else str(fault))
        return fault or planner("\n\n".join(f"[{m['role']}]\n{m['content']}" for m in request["messages"]))

    async with (
        misbehaving(answer) as server,
        Endpoint(
            "m",
            base_url=server.url,
            retries=Retries(SILENCE, sleep=no_sleep),
        ) as endpoint,
    ):
        events = await crew(goal_task(GOAL, agents=6), endpoint)
    calls = [event for event in events if isinstance(event, ModelCalled)]
    unheard = len(calls) - len(sent)  # given up before the endpoint had read them: the machine is busy
    assert 0 <= unheard <= sum(call.outcome == "timeout" for call in calls)
    assert len(sent) >= 100
    assert sum(map(bool, sent)) > 0.2 * len(sent)
    assert {str(fault) for fault in FAULTS} <= set(sent)
    named = {"answered", "unreadable", "cut_off", "declined", "limited", "timeout", "failed"}
    assert {call.outcome for call in calls} == named
    assert all(call.message for call in calls if call.outcome != "answered")
    assert not [event for event in events if event.kind == "fault"]
    assert isinstance(events[-1], RunEnded)
    assert events[-1].outcome in ("met", "not_met")
    begun = sum(event.kind == "subtask.started" for event in events)
    assert begun == sum(isinstance(event, SubtaskEnded) for event in events)
    kept = "".join(path.read_text("utf-8") for path in crew.path.rglob("*") if path.is_file())
    assert KEY not in kept
