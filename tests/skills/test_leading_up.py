"""Skills that farm, do all that leads up to a thing, build, or work with others: what is missing is named.

What stood in the way is told with its code and how far they came, and what cannot be had is given up in time.
"""

from __future__ import annotations

import asyncio

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

COWARD = "await bot.waitForTicks(20); throw fail('NO_PATH', 'the cow keeps away')"
BARE = """function bareSheep (bot) {
  return Object.values(bot.entities).filter(e => e.name === 'sheep' && (e.metadata[16] ?? 0) & 16).length
}"""


async def test_sheep_give_wool_and_live(crew: Crew) -> None:
    await crew.fails("MISSING_ITEM", "no shears", "Bob", "shearSheep")
    await crew.grant("Bob", "shears", 1)
    outcome = await crew.does("Bob", "shearSheep", 2)
    assert 2 <= outcome.gained["white_wool"] <= 6
    assert (await crew.held("Bob"))["white_wool"] == outcome.gained["white_wool"]
    assert (await crew.run("Bob", "bareSheep", code=BARE)).result >= 1  # one may have eaten meanwhile


async def test_soil_is_tilled_near_water_and_sown(crew: Crew) -> None:
    await crew.fails("MISSING_ITEM", "no hoe", "Bob", "tillSoil")
    await crew.fails("BAD_ARGUMENT", "wheat, carrots, potatoes, beetroots", "Bob", "plantCrop", "stone")
    await crew.fails(
        "MISSING_ITEM", "2 wheat need 2 wheat_seeds; the inventory has 0", "Bob", "plantCrop", "wheat", 2
    )
    await crew.grant("Bob", "wheat_seeds", 5)
    await crew.fails("NOT_FOUND", "no free farmland", "Bob", "plantCrop", "wheat", 2)
    await crew.grant("Bob", "wooden_hoe", 1)
    tilled = (await crew.does("Bob", "tillSoil", 2)).result
    assert len(tilled) == 2
    assert (await crew.sees("Bob")).blocks["farmland"].count == 2
    sown = (await crew.does("Bob", "plantCrop", "wheat", 3)).result  # the third is tilled for it
    assert [place[1] if isinstance(place, list) else place["y"] for place in sown] == [4, 4, 4]
    seen = (await crew.sees("Bob")).blocks
    assert (seen["wheat"].count, seen["farmland"].count) == (3, 3)
    assert (await crew.held("Bob"))["wheat_seeds"] == 2


async def test_only_ripe_wheat_is_reaped(crew: Crew) -> None:
    await crew.fails("NOT_FOUND", "no ripe wheat", "Bob", "mineBlock", "wheat")
    await crew.grant("Bob", "bone_meal", 10)
    feed = """async function feed (bot) {
      const [place] = bot.findBlocks({ matching: mcData.blocksByName.wheat.id, maxDistance: 32, count: 3 })
      await reachBlock(bot, place, 2)
      await equipItem(bot, 'bone_meal')
      for (let i = 0; i < 5 && Number(bot.blockAt(place).getProperties().age) < 7; i++) {
        await bot.activateBlock(bot.blockAt(place))
        await bot.waitForTicks(4)
      }
    }"""
    await crew.does("Bob", "feed", code=feed)
    outcome = await crew.does("Bob", "mineBlock", "wheat")
    assert outcome.gained["wheat"] == 1
    assert outcome.gained["wheat_seeds"] >= 1
    assert (await crew.sees("Bob")).blocks["wheat"].count == 2


async def test_as_much_wheat_is_reaped_as_is_asked_for(crew: Crew) -> None:
    await crew.set_blocks({(14, 5, z): "wheat 7" for z in range(4, 10)})
    outcome = await crew.does("Bob", "mineBlock", "wheat", 4)
    assert outcome.gained["wheat"] == 4
    again = await crew.does("Bob", "mineBlock", "wheat", 2)
    assert again.gained["wheat"] == 2


async def test_what_is_missing_is_gathered_and_what_was_set_up_is_taken_along(crew: Crew) -> None:
    outcome = await crew.does("Alice", "craftFromScratch", "ladder", 3, deadline=120)
    held = await crew.held("Alice")
    assert held["ladder"] == 3
    assert held["crafting_table"] == 1
    assert outcome.result == outcome.gained == held
    assert "crafting_table" not in (await crew.sees("Alice")).blocks


async def test_what_is_held_is_used_first(crew: Crew) -> None:
    await crew.grant("Bob", "birch_planks", 5)
    await crew.grant("Bob", "crafting_table", 1)
    outcome = await crew.does("Bob", "craftBoat")
    assert outcome.gained == {"birch_boat": 1, "birch_planks": -5}
    assert outcome.seconds < 15


async def test_what_is_missing_is_named_with_its_number(crew: Crew) -> None:
    await crew.fails("MISSING_ITEM", "cannot make 1 cake; missing: 3 milk_bucket, 1 egg", "Carol", "bakeCake")
    await crew.fails(
        "MISSING_ITEM",
        "cannot make 1 cake: this world yields no 3 milk_bucket, 1 egg",
        "Carol",
        "craftFromScratch",
        "cake",
    )
    await crew.fails(
        "MISSING_ITEM",
        "needs 10 cobblestone, but the bot holds 0: 10 missing",
        "Carol",
        "buildWall",
        5,
        2,
        "cobblestone",
    )
    await crew.fails("MISSING_ITEM", "25 building blocks", "Carol", "buildShelter")
    await crew.fails(
        "MISSING_ITEM",
        "the bot holds 0 paper, but needs 3 to share: 3 missing",
        "Carol",
        "shareChest",
        {"paper": 3},
    )
    assert await crew.held("Carol") == {}


async def test_arguments_are_checked(crew: Crew) -> None:
    await crew.fails("BAD_ARGUMENT", "not 'plastic'", "Carol", "craftTool", "axe", "plastic")
    await crew.fails("BAD_ARGUMENT", "not 'fork'", "Carol", "craftTool", "fork")
    await crew.fails("BAD_ARGUMENT", "not 'sock'", "Carol", "craftArmour", "iron", ["sock"])
    await crew.fails("BAD_ARGUMENT", "not 'stone'", "Carol", "gatherWood", 1, "stone")
    await crew.fails("BAD_ARGUMENT", "not 'mud'", "Carol", "mineOre", "mud")
    await crew.fails("BAD_ARGUMENT", "at most 4", "Carol", "buildWall", 5, 9)
    await crew.fails("NOT_FOUND", "no player Dave", "Carol", "follow", "Dave")


async def test_a_pillar_is_stood_upon(crew: Crew) -> None:
    await crew.grant("Carol", "dirt", 3)
    before = (await crew.sees("Carol")).position
    await crew.does("Carol", "buildPillar", 3)
    after = (await crew.sees("Carol")).position
    assert after[1] == pytest.approx(before[1] + 3, abs=0.01)
    assert await crew.held("Carol") == {}


async def test_who_waits_in_vain_says_what_has_come(crew: Crew) -> None:
    await crew.fails(
        "NOT_RECEIVED", "received 0 of 2 paper from Bob in 2 s", "Alice", "receiveItem", "Bob", "paper", 2, 2
    )
    await crew.fails(
        "NOT_RECEIVED", "the bot holds 0 of 2 paper after 2 s", "Alice", "waitFor", "paper", 2, 2
    )
    await crew.fails(
        "NOT_FOUND",
        "no furnace within 3 blocks of 8 5 10 in 2 s",
        "Alice",
        "waitFor",
        "furnace",
        3,
        2,
        [8, 5, 10],
    )
    await crew.fails("BAD_ARGUMENT", "no block is called", "Alice", "waitFor", "bread", 3, 2, [8, 5, 9])
    await crew.fails("NOT_FOUND", "none of the 0 chests within", "Alice", "fetchFromChests", {"bread": 1})


async def test_a_block_is_waited_for_until_another_places_it(crew: Crew) -> None:
    await crew.grant("Bob", "barrel", 1)
    place = [*(await crew.sees("Bob")).position]
    waits = asyncio.create_task(crew.run("Alice", "waitFor", "barrel", 8, 30, place))
    placed = await crew.does("Bob", "placeItem", "barrel")
    outcome = await waits
    assert outcome.ok, outcome.message
    assert isinstance(outcome.result, dict)
    assert outcome.result["place"] == placed.result
    again = await crew.does("Alice", "waitFor", "barrel", 8, 30, place)
    assert again.seconds < 1
    await crew.does("Bob", "givePlacedItemBack", "barrel", placed.result)


async def test_prey_that_cannot_be_had_is_given_up(crew: Crew) -> None:
    async with crew.taught("Alice", killMob=COWARD):
        outcome = await crew.fails("NO_PATH", "the cow keeps away", "Alice", "gatherLeather", 1)
    assert outcome.seconds < 10


async def test_what_came_of_it_is_told_with_the_failure(crew: Crew) -> None:
    async with crew.taught("Alice", gatherRaw="throw fail('INVENTORY_FULL', 'no room for oak_log')"):
        outcome = await crew.fails(
            "INVENTORY_FULL", "no room for oak_log; got 0 of 2 logs", "Alice", "gatherWood", 2, "oak"
        )
    assert outcome.at is not None
    assert outcome.at.skill == "gatherRaw"  # where it failed, and not where the text was added


async def test_slips_and_what_the_guard_says_keep_their_code(crew: Crew) -> None:
    told = """async function told (bot) {
      const slip = new TypeError('x is not a function')
      const denied = Object.assign(new Error('that is theirs'), { code: 'FORBIDDEN' })
      const gone = tellMore(fail('NOT_FOUND', 'no cow'), 'got 1 of 2')
      return [tellMore(slip, 'got 1') === slip, tellMore(denied, 'got 1') === denied, gone.code, gone.message]
    }"""
    outcome = await crew.does("Alice", "told", code=told)
    assert outcome.result == [True, True, "NOT_FOUND", "no cow; got 1 of 2"]


async def test_who_stands_outside_has_no_shelter(crew: Crew) -> None:
    away = "await goTo(bot, args[0][0].x - 4, args[0][0].y, args[0][0].z); return { placed: 0 }"
    async with crew.taught("Bob", layBlocks=away):
        await crew.fails("NO_EFFECT", "the bot is not inside", "Bob", "buildShelter", "dirt")


async def test_blocks_that_run_out_are_told(crew: Crew) -> None:
    await crew.grant("Bob", "dirt", 3)
    lose = "await bot.toss(mcData.itemsByName.dirt.id, null, 1); return args[1]"
    async with crew.taught("Bob", placeItem=lose):
        await crew.fails("MISSING_ITEM", "are used up; 0 of 3 blocks of", "Bob", "buildWall", 3, 1, "dirt")
    await crew.fails("BAD_ARGUMENT", "stick is not a block", "Bob", "buildPillar", 1, "stick")
    await crew.fails("BAD_ARGUMENT", "height has to be a whole number", "Bob", "buildPillar", "high")


async def test_a_chest_that_stays_shut_is_told(crew: Crew) -> None:
    await crew.set_block(8, 5, 14, "chest")
    async with crew.taught("Carol", checkItemInsideChest="throw fail('NO_PATH', 'no way to it')"):
        await crew.fails(
            "NOT_FOUND",
            "none of the 1 chest within 48 blocks has 1 bread; one of them could not be "
            "opened (no way to it)",
            "Carol",
            "fetchFromChests",
            {"bread": 1},
        )
    await crew.fails("BAD_ARGUMENT", "seconds has to be", "Carol", "fetchFromChests", {"bread": 1}, "soon")


async def test_a_crop_that_is_gone_is_no_harvest(crew: Crew) -> None:
    nowhere = "return [bot.entity.position.floored()]"
    async with crew.taught("Carol", plantCrop=nowhere):
        await crew.fails("NO_EFFECT", "1 of 1 wheat that were sown", "Carol", "raiseCrop")


async def test_what_was_raised_is_reaped_and_nothing_else(crew: Crew) -> None:
    await crew.set_blocks({(14, 5, z): "wheat 7" for z in (4, 5, 10)})
    sown_far = "await goTo(bot, 14, 5, 3); return [new Vec3(14, 4, 10)]"
    async with crew.taught("Carol", plantCrop=sown_far):
        outcome = await crew.does("Carol", "raiseCrop")
    assert outcome.gained["wheat"] == 1
    left = "function left (bot) { return [4, 5, 10].map(z => bot.blockAt(new Vec3(14, 5, z)).name) }"
    assert (await crew.does("Carol", "left", code=left)).result == ["wheat", "wheat", "air"]


async def test_a_tree_is_planted_elsewhere_where_one_place_is_refused(crew: Crew) -> None:
    await crew.fails("BAD_ARGUMENT", "not 'banana'", "Alice", "plantTree", "banana")
    await crew.fails(
        "MISSING_ITEM", "1 oak_sapling to plant, but the bot holds 0: 1 missing", "Alice", "plantTree", "oak"
    )
    await crew.grant("Alice", "oak_sapling", 1)
    refuse = """if (!bot.inventory.slots.some(item => item?.name === 'stick')) {
      await craftItem(bot, 'oak_planks', 1); await craftItem(bot, 'stick', 1)
      throw fail('NO_EFFECT', 'somebody stands there')
    }
    return args[1]"""
    await crew.grant("Alice", "oak_log", 1)
    async with crew.taught("Alice", placeItem=refuse):
        outcome = await crew.does("Alice", "plantTree", "oak")
    assert len(outcome.result["planted"]) == 1
