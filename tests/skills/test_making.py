"""Crafting, placing, taking back and equipping, in a real world; and skills of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.skills import Library

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_crafting_counts_the_times_the_recipe_is_made(crew: Crew) -> None:
    await crew.grant("Alice", "oak_log", 3)
    outcome = await crew.does("Alice", "craftItem", "oak_planks", 3)
    assert outcome.gained == {"oak_log": -3, "oak_planks": 12}
    assert outcome.result == {"oak_planks": 12}
    assert await crew.held("Alice") == {"oak_planks": 12}


async def test_variants_are_mixed_when_one_kind_does_not_do(crew: Crew) -> None:
    await crew.grant("Bob", "birch_planks", 2)
    await crew.grant("Bob", "oak_planks", 2)
    assert (await crew.does("Bob", "craftItem", "stick", 2)).gained["stick"] == 8
    assert await crew.held("Bob") == {"stick": 8}


async def test_crafting_failures_name_what_is_missing(crew: Crew) -> None:
    await crew.fails("MISSING_ITEM", "2 oak_planks (or another kind)", "Bob", "craftItem", "stick")
    await crew.fails(
        "MISSING_ITEM",
        "to make 1 bookshelf, 3 book are missing: 3 needed, 0 held",
        "Alice",
        "craftItem",
        "bookshelf",
    )
    await crew.fails("BAD_ARGUMENT", "bedrock cannot be crafted", "Alice", "craftItem", "bedrock")
    await crew.fails("BAD_ARGUMENT", "nearest name: stick", "Alice", "craftItem", "stik")
    await crew.grant("Alice", "stick", 2)
    await crew.fails("NEEDS_TABLE", "none within 32 blocks", "Alice", "craftItem", "wooden_pickaxe")
    assert await crew.held("Alice") == {"oak_planks": 12, "stick": 2}


async def test_placing_crafting_at_the_table_and_taking_it_back(crew: Crew) -> None:
    await crew.does("Alice", "craftItem", "crafting_table")
    await crew.does("Alice", "placeItem", "crafting_table", [12, 5, 12])
    assert "crafting_table" not in await crew.held("Alice")
    assert (await crew.sees("Alice")).blocks["crafting_table"].nearest == (12, 5, 12)
    await crew.does("Alice", "goTo", 2, 5, 2)
    assert (await crew.does("Alice", "craftItem", "wooden_pickaxe")).gained["wooden_pickaxe"] == 1
    outcome = await crew.does("Alice", "givePlacedItemBack", "crafting_table", [12, 5, 12])
    assert outcome.gained == {"crafting_table": 1}
    await crew.fails("NOT_FOUND", "12 5 12", "Alice", "givePlacedItemBack", "crafting_table", [12, 5, 12])


async def test_a_table_that_somebody_takes_away_is_told_and_another_is_set_up(crew: Crew) -> None:
    at = [6, 5, 14]
    await crew.set_block(*at, "crafting_table")
    for name in ("Alice", "Bob"):
        await crew.does(name, "goTo", 6, 5, 12)
    await crew.grant("Alice", "stick", 2)
    async with crew.taught("Alice", reachBlock="await bot.waitForTicks(130)"):
        _, failed = await crew.together(
            crew.does("Bob", "givePlacedItemBack", "crafting_table", at),
            crew.run("Alice", "craft", "wooden_sword"),
        )
        assert (failed.code, failed.message) == (
            "NEEDS_TABLE",
            "the crafting table at 6 5 14 was taken away; made 0 of 1 wooden_sword",
        )
        await crew.does("Bob", "placeItem", "crafting_table", at)
        _, made = await crew.together(
            crew.does("Bob", "givePlacedItemBack", "crafting_table", at),
            crew.run("Alice", "craftFromScratch", "wooden_sword"),
        )
        assert made.ok, made
    assert (await crew.held("Alice"))["wooden_sword"] == 1
    await crew.does("Bob", "goTo", 10, 5, 8)


async def test_without_a_place_one_is_found(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 4, 5, 4)
    place = (await crew.does("Alice", "placeItem", "crafting_table")).result
    await crew.fails("NO_SPACE", "crafting_table is there", "Alice", "placeItem", "oak_planks", place)
    await crew.does("Alice", "givePlacedItemBack", ["crafting_table"], [place])


async def test_a_bot_steps_out_of_the_place(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 4, 5, 4, 0)
    await crew.does("Alice", "placeItem", "oak_planks", [4, 5, 4])
    assert (await crew.does("Alice", "givePlacedItemBack", "oak_planks", [4, 5, 4])).gained == {
        "oak_planks": 1
    }


async def test_placing_failures_are_coded(crew: Crew) -> None:
    await crew.fails(
        "NO_SPACE", "no solid block beside 8 20 8", "Alice", "placeItem", "oak_planks", [8, 20, 8]
    )
    await crew.fails(
        "NO_SPACE", "8 4 8 is not free: grass_block is there", "Alice", "placeItem", "oak_planks", [8, 4, 8]
    )
    await crew.fails("MISSING_ITEM", "no chest", "Alice", "placeItem", "chest", [9, 5, 9])
    await crew.fails("BAD_ARGUMENT", "stick is not a block", "Alice", "placeItem", "stick", [9, 5, 9])
    await crew.fails("BAD_ARGUMENT", "position", "Alice", "placeItem", "oak_planks", ["a", 5, 9])


async def test_a_place_that_somebody_takes_meanwhile_is_told(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 4, 5, 4)
    faster = """await equipItem(bot, 'crafting_table')
      await bot.placeBlock(bot.blockAt(new Vec3(6, 4, 4)), new Vec3(0, 1, 0))"""
    async with crew.taught("Alice", reachBlock=faster):
        late = await crew.run("Alice", "placeItem", "oak_planks", [6, 5, 4])
    told = "oak_planks was not placed at 6 5 4: there is already crafting_table at 6 5 4"
    assert (late.code, late.message) == ("NO_EFFECT", told)
    covered = """async function covered (bot) {
      await equipItem(bot, 'oak_planks')
      await bot.placeBlock(bot.blockAt(new Vec3(6, 4, 4)), new Vec3(0, 1, 0))
    }"""
    outcome = await crew.run("Alice", "covered", code=covered)
    assert (outcome.code, outcome.message) == ("NO_SPACE", "there is already crafting_table at 6 5 4")
    await crew.does("Alice", "givePlacedItemBack", ["crafting_table"], [[6, 5, 4]])


async def test_who_loses_a_place_puts_the_block_down_elsewhere(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 4, 5, 4)
    once = """const table = bot.inventory.items().find(item => item.name === 'crafting_table')
      if (!table) return
      await bot.equip(table, 'hand')
      await bot.placeBlock(bot.blockAt(args[0].offset(0, -1, 0)), new Vec3(0, 1, 0))"""
    no_niche = "throw fail('NO_EFFECT', 'there is room, so nothing is dug')"
    async with crew.taught("Alice", reachBlock=once, digBlock=no_niche):
        down = """async function down (bot) { return putDown(bot, 'oak_planks') }"""
        assert (await crew.held("Alice"))["crafting_table"] == 1
        place = (await crew.does("Alice", "down", code=down)).result
    await crew.does("Alice", "givePlacedItemBack", ["oak_planks"], [place])
    table = (await crew.sees("Alice")).blocks["crafting_table"].nearest
    await crew.does("Alice", "givePlacedItemBack", ["crafting_table"], [[int(one // 1) for one in table]])


async def test_taking_back_what_drops_something_else_is_told(crew: Crew) -> None:
    await crew.set_block(6, 5, 10, "bookshelf")
    await crew.fails("NO_EFFECT", "did not reach", "Bob", "givePlacedItemBack", "bookshelf", [6, 5, 10])


async def test_equipping(crew: Crew) -> None:
    outcome = await crew.does("Alice", "equipItem", "wooden_pickaxe")
    assert outcome.observation is not None
    assert outcome.observation.held == "wooden_pickaxe"
    await crew.grant("Alice", "leather_helmet", 1)
    await crew.does("Alice", "equipItem", "leather_helmet", "head")
    await crew.fails("MISSING_ITEM", "no iron_sword", "Alice", "equipItem", "iron_sword")
    await crew.fails("BAD_ARGUMENT", "destination", "Alice", "equipItem", "stick", "nose")


async def test_a_full_inventory_is_told(crew: Crew) -> None:
    await crew.grant("Carol", "oak_log", 2)
    await crew.grant("Carol", "dirt", 35 * 64)
    await crew.fails("INVENTORY_FULL", "no room for 4 oak_planks", "Carol", "craftItem", "oak_planks")
    await crew.fails("INVENTORY_FULL", "no room", "Carol", "mineBlock", "dandelion")
    await crew.set_block(10, 5, 4, "bookshelf")
    await crew.fails("INVENTORY_FULL", "no room", "Carol", "givePlacedItemBack", "bookshelf", [10, 5, 4])
    assert await crew.held("Carol") == {"oak_log": 2, "dirt": 35 * 64}


async def test_a_file_dropped_into_a_directory_is_a_skill(crew: Crew, tmp_path: Path) -> None:
    (tmp_path / "makeSticks.js").write_text(
        """/** Makes sticks from planks, in the manner of Voyager. */
async function makeSticks (bot, times) {
  const mcData = require('minecraft-data')(bot.version)
  await craftItem(bot, 'stick', times)
  return bot.inventory.count(mcData.itemsByName.stick.id)
}
""",
        encoding="utf-8",
    )
    library = Library([tmp_path])
    assert library.search("sticks")[0].name == "makeSticks"
    await crew.bots["Bob"].learn(library.sources())
    await crew.grant("Bob", "oak_planks", 2)
    before = (await crew.held("Bob")).get("stick", 0)
    assert (await crew.does("Bob", "makeSticks", 1)).result == before + 4


async def test_craft_counts_items(crew: Crew) -> None:
    await crew.grant("Bob", "oak_log", 3)
    outcome = await crew.does("Bob", "craft", "oak_planks", 6)
    assert (outcome.result, outcome.gained) == ({"oak_planks": 8}, {"oak_log": -2, "oak_planks": 8})
    more = "the held items make only 4 oak_planks; to make 8 more oak_planks (crafted 2 times, 4 each time), "
    lacks = f"{more}2 oak_log (or another kind) are missing: 2 needed, 0 left"
    await crew.fails("MISSING_ITEM", lacks, "Bob", "craft", "oak_planks", 10)
    assert (await crew.does("Bob", "craft", "stick", 5)).gained == {"oak_planks": -4, "stick": 8}


async def test_craft_sets_up_a_held_table_if_none_is_near(crew: Crew) -> None:
    await crew.grant("Alice", "crafting_table", 1)
    await crew.grant("Alice", "stick", 2)
    await crew.grant("Alice", "oak_planks", 2)
    await crew.fails("NEEDS_TABLE", "none within 32 blocks", "Alice", "craftItem", "wooden_hoe")
    gained = (await crew.does("Alice", "craft", "wooden_hoe")).gained
    assert (gained["wooden_hoe"], gained["crafting_table"]) == (1, -1)
    at = (await crew.sees("Alice")).blocks["crafting_table"].nearest
    await crew.does("Alice", "givePlacedItemBack", "crafting_table", list(map(int, at)))


async def test_hunting_leaves_the_held_planks_alone(crew: Crew) -> None:
    held = await crew.held("Bob")
    await crew.does("Bob", "gatherLeather", 1)
    after = await crew.held("Bob")
    assert after["leather"] >= held.get("leather", 0) + 1
    assert {name: after.get(name) for name in held} == held
