"""A hostile program gets nowhere, and the bot is none the worse for it."""

from __future__ import annotations

import pytest

from benchmarks.attacks.reaching import ALLOWED, REFUSED, WALK

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("name", REFUSED)
async def test_an_attack_fails(stage: Stage, name: str) -> None:
    if name == "constructor of bot":
        await stage.bridge.call("server", "grant", {"player": "Alice", "item": "stick", "count": 1})
    outcome = await stage.run("Alice", REFUSED[name])
    assert not outcome.ok, outcome.result
    assert outcome.code in ("PROGRAM_ERROR", "FORBIDDEN", "BAD_ARGUMENT"), outcome


@pytest.mark.parametrize("number", range(len(ALLOWED)))
async def test_nothing_of_the_host_shows(stage: Stage, number: int) -> None:
    body = list(ALLOWED)[number]
    outcome = await stage.run("Alice", body)
    assert (outcome.ok, outcome.result) == (True, ALLOWED[body]), outcome


async def test_no_object_in_reach_belongs_to_the_host(stage: Stage) -> None:
    outcome = await stage.run("Alice", WALK, deadline=30)
    assert outcome.ok, outcome
    assert outcome.result["seen"] > 10_000
    assert outcome.result["found"] == []
    assert len(outcome.result["loose"]) <= 5, outcome.result["loose"]


async def test_the_bot_survived_it_all(stage: Stage) -> None:
    assert stage.of("exit", "Alice") == []
    assert (await stage.run("Alice", "return bot.username")).result == "Alice"
