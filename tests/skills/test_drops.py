"""What mined blocks drop reaches the inventory, wherever it falls, or the failure says what lies where."""

from __future__ import annotations

import pytest

from .conftest import AWAIT_ITEM, Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
LYING = """async function lying (bot) {
  await bot.waitForTicks(2)
  return Object.values(bot.entities).filter(e => e.name === 'item').map(e => e.getDroppedItem().name)
}"""


async def lying(crew: Crew) -> list[str]:
    return list((await crew.does("Alice", "lying", code=LYING)).result)


async def test_what_falls_under_a_roof_is_fetched_from_there(crew: Crew) -> None:
    """The bot stands on the roof, at the very place but three blocks above."""
    places = [(6, 6), (8, 6), (10, 6)]
    for x, z in places:
        await crew.set_block(x, 3, z, "air")
        await crew.set_block(x, 2, z, "spruce_log")
    outcome = await crew.does("Alice", "mineBlock", "spruce_log", len(places))
    assert outcome.gained["spruce_log"] == len(places)
    assert "spruce_log" not in await lying(crew)


async def test_what_lay_on_a_block_is_not_taken_for_what_it_drops(crew: Crew) -> None:
    """The ground is dug away first, and falls to where the stone is."""
    await crew.grant("Bob", "wooden_pickaxe", 1)
    await crew.does("Alice", "goTo", 24, 5, 24, 2)  # or she picks up what falls beside her
    outcome = await crew.does("Bob", "mineBlock", "stone", 8)
    assert outcome.gained["cobblestone"] >= 8, "and mostly what it dug on its way"


@pytest.mark.soak
async def test_what_is_dug_on_the_way_is_fetched_too(crew: Crew) -> None:
    await crew.grant("Bob", "wooden_pickaxe", 1)
    await crew.does("Bob", "mineBlock", "stone", 8)
    assert "cobblestone" not in await lying(crew)


async def test_what_lies_out_of_reach_is_told_and_where(crew: Crew) -> None:
    x, z = 2, 2
    for y in (2, 3):
        for dx, dz in SIDES:
            await crew.set_block(x + dx, y, z + dz, "oak_planks")  # which nobody digs through on the way
    await crew.set_block(x, 1, z, "oak_planks")
    await crew.set_block(x, 2, z, "birch_log")
    await crew.set_block(x, 3, z, "air")
    await crew.set_block(x, 4, z, "oak_planks")
    for dx, dz in SIDES:
        await crew.set_block(x + dx, 4, z + dz, "oak_planks")
    await crew.does("Carol", "goTo", x, 5, z, 0)
    told = f"out of reach: 1 birch_log at {x} 2 {z}"
    await crew.fails("NO_EFFECT", told, "Carol", "mineBlock", "birch_log")
    assert "birch_log" in await lying(crew)


async def test_a_cut_of_which_only_a_part_falls_counts_for_that_part(crew: Crew) -> None:
    for x in (6, 10):
        for y in (5, 6, 7):
            await crew.set_block(x, y, 20, "kelp_plant")  # of which nothing falls with the lowest
    outcome = await crew.does("Alice", "mineBlock", "kelp_plant", 3)
    assert outcome.gained["kelp"] == 3


async def test_what_somebody_else_picks_up_is_told_and_other_blocks_are_mined(crew: Crew) -> None:
    await crew.set_block(12, 5, 12, "jungle_log")
    await crew.does("Bob", "goTo", 11, 5, 12, 0)
    wait = "while (args[0].entity.isValid) await bot.waitForTicks(2)\nreturn true"
    async with crew.taught("Alice", fetchDrop=wait):
        await crew.does("Alice", "goTo", 15, 5, 12, 0)
        await crew.fails("NO_EFFECT", "(picked up by Bob)", "Alice", "mineBlock", "jungle_log")
        assert (await crew.held("Bob"))["jungle_log"] == 1


async def test_no_room_for_what_a_block_drops(crew: Crew) -> None:
    await crew.set_block(4, 5, 12, "melon")
    await crew.grant("Carol", "melon", 1)
    bread = await crew.server.grant("Carol", "bread", 64 * 36)
    await crew.does("Carol", "awaitItem", "bread", bread, code=AWAIT_ITEM)
    await crew.fails("INVENTORY_FULL", "out of reach: ", "Carol", "mineBlock", "melon")
    assert "melon_slice" in await lying(crew)
