"""Chests in a real world: looking into them, laying in, taking out, and how each fails."""

from __future__ import annotations

import asyncio

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHEST = [8, 5, 14]
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
    await crew.set_block(12, 5, 14, "chest")
    await crew.set_block(12, 6, 14, "stone")  # so that it stays shut meanwhile
    for name in ("Alice", "Bob"):
        await crew.does(name, "goTo", 12, 5, 12)
    async with asyncio.TaskGroup() as group:
        opening = group.create_task(crew.run("Bob", "checkItemInsideChest", [12, 5, 14]))
        group.create_task(crew.does("Alice", "takeAway", code=TAKE_AWAY))
    outcome = opening.result()
    assert (outcome.code, outcome.message) == (
        "NOT_FOUND",
        "the chest at 12 5 14 is gone; there is air now",
    )
    assert outcome.seconds < 10


async def test_no_room_in_the_chest_and_in_the_hands(crew: Crew) -> None:
    await crew.grant("Carol", "sand", 64 * 30)
    await crew.fails(
        "NO_SPACE", "room for 1600 of 1920 sand", "Carol", "depositItemIntoChest", CHEST, {"sand": 1920}
    )
    await crew.grant("Carol", "stone", 64 * 6)
    await crew.fails(
        "INVENTORY_FULL", "no room for 1 bread", "Carol", "getItemFromChest", CHEST, {"bread": 1}
    )
    assert await crew.held("Carol") == {"sand": 1920, "stone": 384}
