"""Chests and furnaces in a real world: laying in, taking out, smelting, what it burns, and how each fails."""

from __future__ import annotations

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHEST = [8, 5, 14]
OVEN = (10, 5, 14)
AWAIT_COLD = """async function awaitCold (bot, x, y, z) {
  while (bot.blockAt(new Vec3(x, y, z)).getProperties().lit) await bot.waitForTicks(20)
}"""
TAKE_AWAY = """async function takeAway (bot) {
  await bot.waitForTicks(60)
  await givePlacedItemBack(bot, 'chest', [12, 5, 14])
}"""


async def test_what_one_lays_in_another_takes_out(crew: Crew) -> None:
    await crew.set_block(8, 5, 14, "chest")
    await crew.grant("Alice", "dirt", 70)
    await crew.grant("Alice", "bread", 3)
    outcome = await crew.does("Alice", "depositItemIntoChest", CHEST, {"dirt": 66, "bread": 1})
    assert outcome.gained == {"dirt": -66, "bread": -1}
    assert (await crew.does("Bob", "checkItemInsideChest", CHEST)).result == {"dirt": 66, "bread": 1}
    outcome = await crew.does("Bob", "getItemFromChest", CHEST, {"dirt": 65})
    assert (outcome.result, outcome.gained) == ({"dirt": 65}, {"dirt": 65})
    assert await crew.held("Bob") == {"dirt": 65}
    assert await crew.held("Alice") == {"dirt": 4, "bread": 2}
    assert (await crew.does("Alice", "checkItemInsideChest", CHEST)).result == {"dirt": 1, "bread": 1}
    (known,) = (await crew.sees("Alice")).containers
    assert (known.block, list(known.at), known.items) == ("chest", CHEST, {"dirt": 1, "bread": 1})


async def test_failures_are_told_and_move_nothing(crew: Crew) -> None:
    await crew.fails("NOT_FOUND", "no chest at 2 5 2", "Bob", "checkItemInsideChest", [2, 5, 2])
    await crew.fails(
        "MISSING_ITEM",
        "the chest contains 1 bread, but 2 are wanted",
        "Bob",
        "getItemFromChest",
        CHEST,
        {"dirt": 1, "bread": 2},
    )
    await crew.fails(
        "MISSING_ITEM",
        "the bot holds 0 stick, but needs 1",
        "Bob",
        "depositItemIntoChest",
        CHEST,
        {"dirt": 1, "stick": 1},
    )
    await crew.fails(
        "BAD_ARGUMENT", "has to give an amount for each item", "Bob", "getItemFromChest", CHEST, ["dirt"]
    )
    assert await crew.held("Bob") == {"dirt": 65}


async def test_what_does_not_open_is_named_with_what_can_be_seen(crew: Crew) -> None:
    await crew.set_block(8, 6, 14, "stone")
    shut = await crew.fails(
        "NO_EFFECT", "the chest at 8 5 14 did not open", "Bob", "checkItemInsideChest", CHEST
    )
    assert "stone lies on it" in shut.message
    await crew.set_block(8, 6, 14, "air")


async def test_who_opens_what_is_taken_away_is_told_at_once(crew: Crew) -> None:
    await crew.set_blocks({(12, 5, 14): "chest", (12, 6, 14): "stone"})  # so that it stays shut meanwhile
    for name in ("Alice", "Bob"):
        await crew.does(name, "goTo", 12, 5, 12)
    outcome, _ = await crew.together(
        crew.run("Bob", "checkItemInsideChest", [12, 5, 14]),
        crew.does("Alice", "takeAway", code=TAKE_AWAY),
    )
    assert (outcome.code, outcome.message) == (
        "NOT_FOUND",
        "the chest at 12 5 14 is gone; there is air now",
    )
    assert outcome.seconds < 10


async def cold(crew: Crew) -> None:
    await crew.does("Bob", "awaitCold", *OVEN, code=AWAIT_COLD, deadline=200)


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
    await crew.fails("BAD_ARGUMENT", "dirt does not burn", "Alice", "smeltItem", "iron_ore", "dirt", 3)
    await crew.grant("Alice", "coal", 9)
    await crew.fails("BAD_ARGUMENT", "dirt cannot be smelted", "Alice", "smeltItem", "dirt", "coal")
    assert await crew.held("Alice") == {"iron_ore": 20, "dirt": 4, "bread": 2, "chest": 1, "coal": 9}


async def test_just_the_fuel_that_is_needed_is_burnt_and_fed_in_time(crew: Crew) -> None:
    """A piece of it burns for one thing and a half."""
    await crew.grant("Alice", "oak_planks", 8)
    outcome = await crew.does("Alice", "smeltItem", "iron_ore", "oak_planks", 4, deadline=90)
    assert outcome.result == {"iron_ingot": 4}
    assert outcome.gained == {"iron_ore": -4, "iron_ingot": 4, "oak_planks": -3}
    assert 40 <= outcome.seconds <= 50


@pytest.mark.soak
async def test_what_burns_for_long_is_fed_as_often_as_needed(crew: Crew) -> None:
    await crew.set_block(*OVEN, "furnace")
    await crew.grant("Alice", "iron_ore", 9)
    await crew.grant("Alice", "coal", 9)
    outcome = await crew.does("Alice", "smeltItem", "iron_ore", "coal", 9, deadline=150)
    assert outcome.result == {"iron_ingot": 9}
    assert outcome.gained == {"iron_ore": -9, "iron_ingot": 9, "coal": -2}
    assert 90 <= outcome.seconds <= 100


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
    assert await crew.held("Bob") == {"dirt": 65, "sand": 2, "glass": 1}


async def test_a_busy_furnace_is_left_alone_until_its_owner_comes_back(crew: Crew) -> None:
    timed = await crew.run("Alice", "smeltItem", "iron_ore", "coal", 2, deadline=5)
    assert timed.code == "TIMEOUT", timed.message
    await crew.grant("Bob", "coal", 1)
    await crew.fails("NO_SPACE", "is still smelting 2 iron_ore", "Bob", "smeltItem", "sand", "coal")
    outcome = await crew.does("Alice", "smeltItem", "iron_ore", "coal", 1, deadline=60)
    assert outcome.result == {"iron_ingot": 3}


async def test_no_room_in_the_chest_and_in_the_hands(crew: Crew) -> None:
    await crew.grant("Carol", "sand", 64 * 30)
    await crew.fails(
        "NO_SPACE", "room for 1600 of 1920 sand", "Carol", "depositItemIntoChest", CHEST, {"sand": 1920}
    )
    await crew.grant("Carol", "stone", 64 * 5)
    await crew.grant("Carol", "coal", 2)
    await crew.fails(
        "INVENTORY_FULL", "no room for 1 bread", "Carol", "getItemFromChest", CHEST, {"bread": 1}
    )
    assert await crew.held("Carol") == {"sand": 1920, "stone": 320, "coal": 2}


async def test_no_room_leaves_it_in_the_furnace(crew: Crew) -> None:
    """Carol holds what the test before gave to her."""
    await crew.fails(
        "INVENTORY_FULL", "no room for 1 glass", "Carol", "smeltItem", "sand", "coal", 1, deadline=60
    )
    held = await crew.held("Carol")
    assert (held["sand"], held["stone"]) == (1919, 320)
