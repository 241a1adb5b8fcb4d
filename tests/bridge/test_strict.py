"""Strict order: what one program comes to does not depend on how fast the machine or the clock is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from minecrew.bridge import Bridge, Speed

from .conftest import Stage, start_server

CRAFT = """
  const recipe = bot.recipesFor(mcData.itemsByName.oak_planks.id, null, 1, null)[0]
  await bot.craft(recipe, 1)
  return bot.tick
"""
Told = list[tuple[Any, ...]]


async def play(speed: Speed) -> Told:
    """Crafts at once, as soon as the last craft has ended, and a while after; when each was done."""
    async with Bridge() as bridge:
        await bridge.clock.begin(speed=speed, waits=True, strict=True)
        address = await start_server(bridge)
        bot = await bridge.join("Alice", address, seed=7)
        stage = Stage(bridge, address, {"Alice": bot}, [])
        await bridge.call("server", "grant", {"player": "Alice", "item": "oak_log", "count": 10})
        await stage.ticks(3)
        told: Told = []
        for pause in (0.0, 0.0, 0.0, 0.06, 0.0, 0.06):
            await asyncio.sleep(pause)
            outcome = await stage.run("Alice", CRAFT)
            assert outcome.ok, outcome.message
            told.append((outcome.result, outcome.seconds))
        crafts = (witnessed for witnessed in stage.of("witness", "server"))
        return told + [(event["kind"], event["tick"]) for event in crafts if "tick" in event]


@pytest.mark.asyncio
async def test_a_program_begins_in_the_same_tick_at_any_speed() -> None:
    """Its first packets reach the server before the next tick begins, also where that begins at once."""
    fastest = await play("max")
    assert sum(kind == "item.crafted" for kind, _ in fastest) == 6
    assert await play(4.0) == fastest
