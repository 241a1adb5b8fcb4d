"""An agent over real HTTP with a dummy key plays as it does without one; a real key gets into no file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import Endpoint, Knowledge, goal_task
from minecrew.runlog import Assigned, Event, Said
from tests.endpoint_server import KEY, misbehaving

from .conftest import MEADOW
from .llm_crew import LLMCrew
from .planner import Planner

DUMMIES = ("x", "EMPTY", "none", "ollama", "sk-no-key-required", "-")
WORDS = " My axe - the next best - is none of yours, ollama, EMPTY."


async def play(path: Path, knowledge: Knowledge, aside: str, *, agents: int) -> tuple[list[Event], list[str]]:
    """A small run, and all prompts. The model adds `aside` to all that it says. Only a single agent asks in
    an order that does not depend on the machine.
    """
    prompts: list[str] = []
    planner = Planner(knowledge)

    def answer(number: int, request: dict[str, Any]) -> str:
        prompts.append("\n\n".join(f"[{one['role']}]\n{one['content']}" for one in request["messages"]))
        said = json.loads(planner(prompts[-1]))
        return json.dumps(said | {"say": f"{said['say']}{aside}"} if "say" in said else said)

    async with misbehaving(answer) as server, Endpoint("m", base_url=server.url) as endpoint:
        return await LLMCrew(path, knowledge, MEADOW)(
            goal_task({"paper": 3}, agents=agents), endpoint
        ), prompts


def decided(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, (Said, Assigned))]


async def test_a_dummy_key_changes_nothing_that_is_read_or_kept(
    tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    plain, asked = await play(tmp_path / "plain", knowledge, WORDS, agents=1)
    assert any(WORDS in line for line in decided(plain))
    for number, key in enumerate(DUMMIES):
        monkeypatch.setenv("OPENAI_API_KEY", key)
        events, prompts = await play(tmp_path / str(number), knowledge, WORDS, agents=1)
        assert prompts == asked, key
        assert decided(events) == decided(plain), key


async def test_a_key_that_a_model_repeats_is_read_by_minds_and_kept_in_no_file(
    tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    events, prompts = await play(tmp_path / "run", knowledge, f" My key is {KEY}.", agents=3)
    assert any(KEY in prompt for prompt in prompts), "the others hear what was said"
    assert any("My key is ***." in line for line in decided(events))
    files = [path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert len(files) > 10
    assert not [raw for raw in files if KEY.encode() in raw]
