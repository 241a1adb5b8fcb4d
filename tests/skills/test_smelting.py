"""Smelting in a real world: what it makes, what it burns, and how it fails."""

from __future__ import annotations

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

OVEN = (8, 5, 14)
AWAIT_COLD = """async function awaitCold (bot, x, y, z) {
  while (bot.blockAt(new Vec3(x, y, z)).getProperties().lit) await bot.waitForTicks(20)
}"""


async def cold(crew: Crew) -> None:
    await crew.does("Carol", "awaitCold", *OVEN, code=AWAIT_COLD, deadline=200)


async def test_without_a_furnace_and_without_the_thing(crew: Crew) -> None:
    await crew.grant("Alice", "iron_ore", 20)
    await crew.fails("NOT_FOUND", "no furnace within 32 blocks", "Alice", "smeltItem", "iron_ore", "coal", 3)
    await crew.fails(
        "MISSING_ITEM", "the bot holds 0 beef, but needs 2 to smelt", "Alice", "smeltItem", "beef", "coal", 2
    )
    await crew.fails("BAD_ARGUMENT", "nearest name: iron_ore", "Alice", "smeltItem", "iron_or", "coal")


async def test_no_fuel_and_what_is_none(crew: Crew) -> None:
    await crew.set_block(*OVEN, "furnace")
    await crew.fails("MISSING_ITEM", "no coal left to burn", "Alice", "smeltItem", "iron_ore", "coal", 3)
    await crew.grant("Alice", "dirt", 3)
    await crew.fails("BAD_ARGUMENT", "dirt does not burn", "Alice", "smeltItem", "iron_ore", "dirt", 3)
    await crew.grant("Alice", "coal", 9)
    await crew.fails("BAD_ARGUMENT", "dirt cannot be smelted", "Alice", "smeltItem", "dirt", "coal")
    assert await crew.held("Alice") == {"iron_ore": 20, "dirt": 3, "coal": 9}


async def test_just_the_fuel_that_is_needed_is_burnt(crew: Crew) -> None:
    outcome = await crew.does("Alice", "smeltItem", "iron_ore", "coal", 9, deadline=150)
    assert outcome.result == {"iron_ingot": 9}
    assert outcome.gained == {"iron_ore": -9, "iron_ingot": 9, "coal": -2}
    assert 90 <= outcome.seconds <= 100


async def test_what_burns_too_short_is_fed_in_time(crew: Crew) -> None:
    await cold(crew)
    await crew.grant("Alice", "oak_planks", 8)
    outcome = await crew.does("Alice", "smeltItem", "iron_ore", "oak_planks", 4, deadline=90)
    assert outcome.gained == {"iron_ore": -4, "iron_ingot": 4, "oak_planks": -3}


async def test_fuel_that_runs_out_is_told_and_the_rest_comes_back(crew: Crew) -> None:
    await cold(crew)
    await crew.grant("Bob", "sand", 3)
    await crew.grant("Bob", "oak_planks", 1)
    await crew.fails(
        "MISSING_ITEM",
        "2 sand not smelted yet",
        "Bob",
        "smeltItem",
        "sand",
        "oak_planks",
        3,
        deadline=90,
    )
    assert await crew.held("Bob") == {"sand": 2, "glass": 1}


async def test_a_busy_furnace_is_left_alone_until_its_owner_comes_back(crew: Crew) -> None:
    timed = await crew.run("Alice", "smeltItem", "iron_ore", "coal", 2, deadline=5)
    assert timed.code == "TIMEOUT", timed.message
    await crew.grant("Bob", "coal", 1)
    await crew.fails("NO_SPACE", "is still smelting 2 iron_ore", "Bob", "smeltItem", "sand", "coal")
    outcome = await crew.does("Alice", "smeltItem", "iron_ore", "coal", 1, deadline=60)
    assert outcome.result == {"iron_ingot": 3}


async def test_no_room_leaves_it_in_the_furnace(crew: Crew) -> None:
    await crew.grant("Carol", "sand", 128)
    await crew.grant("Carol", "coal", 2)
    await crew.grant("Carol", "dirt", 64 * 33)
    await crew.fails(
        "INVENTORY_FULL", "no room for 1 glass", "Carol", "smeltItem", "sand", "coal", 1, deadline=60
    )
    held = await crew.held("Carol")
    assert (held["sand"], held["dirt"]) == (127, 64 * 33)
