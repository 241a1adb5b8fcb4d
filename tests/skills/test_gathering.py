"""Mining, hunting, picking up, walking, exploring, in a real world: each success and each coded failure.

What mined blocks drop reaches the inventory, wherever it falls, or the failure says what lies where.
"""

from __future__ import annotations

import asyncio
import math

import pytest

from minecrew.skills import Library

from .conftest import AWAIT_ITEM, Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEES_ONE = """async function seesOne (bot, id) { // hunts in a world with one cow, and counts its own blows
  let blows = 0
  const isHere = e => e.name !== 'cow' || e.id === id
  const instead = {
    attack: mob => { blows++; return bot.attack(mob) },
    nearestEntity: wanted => bot.nearestEntity(e => isHere(e) && wanted(e))
  }
  const world = new Proxy({}, { get: (_, name) => {
    const seen = () => Object.fromEntries(Object.entries(bot.entities).filter(([, e]) => isHere(e)))
    if (name === 'entities') return seen()
    return instead[name] ?? bot[name]
  } })
  try { await killMob(world, 'cow') } catch (error) { return [blows, error.code] }
  return [blows, null]
}"""
NEAREST = "async function nearest (bot) { return bot.nearestEntity(e => e.name === 'cow').id }"
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
LYING = """async function lying (bot) {
  await bot.waitForTicks(2)
  return Object.values(bot.entities).filter(e => e.name === 'item').map(e => e.getDroppedItem().name)
}"""


async def test_mining_brings_the_drops_into_the_inventory(crew: Crew) -> None:
    outcome = await crew.does("Alice", "mineBlock", "oak_log", 2)
    assert outcome.gained == {"oak_log": 2}
    assert outcome.result == {"oak_log": 2}
    assert await crew.held("Alice") == {"oak_log": 2}
    assert outcome.seconds < 15


async def test_sugar_cane_is_cut_above_the_base(crew: Crew) -> None:
    before = (await crew.sees("Bob")).blocks["sugar_cane"].count
    outcome = await crew.does("Bob", "mineBlock", "sugar_cane", 4)
    after = (await crew.sees("Bob")).blocks["sugar_cane"].count
    assert outcome.gained == {"sugar_cane": 4}
    assert before - after == 4
    cut = """async function cut (bot) {
      const id = mcData.blocksByName.sugar_cane.id
      const canes = bot.findBlocks({ matching: id, maxDistance: 48, count: 200 })
      return canes.filter(p => bot.blockAt(p.offset(0, -1, 0)).name !== 'sugar_cane').length
    }"""
    bases = await crew.run("Bob", "cut", code=cut)
    assert bases.result == before // 3, "every column still has its lowest block"


async def test_what_is_covered_is_dug_free(crew: Crew) -> None:
    outcome = await crew.does("Carol", "mineBlock", "dirt", 2)
    assert outcome.gained["dirt"] >= 2


async def test_blocks_that_drop_by_chance_are_mined_all_the_same(crew: Crew) -> None:
    program = """async function trim (bot) {
      const all = bot.findBlocks({ matching: mcData.blocksByName.oak_leaves.id, maxDistance: 64, count: 999 })
      await mineBlock(bot, 'oak_leaves', 2)
      return all.filter(p => bot.blockAt(p).name !== 'oak_leaves').length
    }"""
    outcome = await crew.run("Carol", "trim", code=program)
    assert (outcome.ok, outcome.result) == (True, 2), outcome.message


async def test_mining_failures_are_coded(crew: Crew) -> None:
    await crew.fails("BAD_ARGUMENT", "nearest name: oak_log", "Alice", "mineBlock", "oak_lgo")
    await crew.fails("BAD_ARGUMENT", "not 0", "Alice", "mineBlock", "oak_log", 0)
    await crew.fails("BAD_ARGUMENT", "bedrock", "Alice", "mineBlock", "bedrock")
    await crew.fails("NOT_FOUND", "no diamond_ore within 48 blocks", "Alice", "mineBlock", "diamond_ore")
    await crew.fails("NEEDS_TOOL", "wooden_pickaxe", "Alice", "mineBlock", "stone")
    assert await crew.held("Alice") == {"oak_log": 2}


async def test_a_block_that_hangs_too_high_is_out_of_reach(crew: Crew) -> None:
    await crew.set_block(8, 16, 8, "bookshelf")
    await crew.fails("OUT_OF_REACH", "8 16 8", "Alice", "mineBlock", "bookshelf")


async def test_a_named_place_is_binding(crew: Crew) -> None:
    """The nearer block stays; the way there is the skill's own."""
    await crew.set_block(4, 5, 4, "melon")
    await crew.set_block(34, 5, 4, "melon")
    outcome = await crew.does("Alice", "mineBlock", "melon", 1, [34, 5, 6])
    assert outcome.gained["melon_slice"] >= 1
    await crew.fails(
        "NOT_FOUND", "no melon within 16 blocks of 34 5 6", "Alice", "mineBlock", "melon", 1, [34, 5, 6]
    )
    assert (await crew.does("Alice", "mineBlock", "melon", 1, [4, 5, 4])).ok
    await crew.does("Alice", "goTo", 8, 5, 8)


async def test_fewer_than_wanted_says_how_many(crew: Crew) -> None:
    await crew.set_block(6, 5, 6, "melon")
    outcome = await crew.fails("NOT_FOUND", "mined 1 of 2", "Alice", "mineBlock", "melon", 2)
    assert outcome.gained["melon_slice"] >= 1


async def test_stone_with_a_pickaxe(crew: Crew) -> None:
    await crew.grant("Alice", "wooden_pickaxe", 1)
    outcome = await crew.does("Alice", "mineBlock", "stone", 1)
    assert outcome.gained["cobblestone"] == 1


async def test_killing_picks_up_what_falls(crew: Crew) -> None:
    program = """async function hunt (bot) {
      const cows = () => Object.values(bot.entities).filter(e => e.name === 'cow' && e.isValid).map(e => e.id)
      const before = cows()
      await killMob(bot, 'cow')
      const after = cows()
      return before.filter(id => !after.includes(id)).length
    }"""
    outcome = await crew.run("Alice", "hunt", code=program)
    assert (outcome.ok, outcome.result) == (True, 1), outcome.message
    assert 1 <= outcome.gained["beef"] <= 3
    assert (await crew.held("Alice"))["beef"] == outcome.gained["beef"]


async def test_hunting_failures_are_coded(crew: Crew) -> None:
    await crew.fails("NOT_FOUND", "no zombie in sight", "Alice", "killMob", "zombie")
    await crew.fails("BAD_ARGUMENT", "no mob is called 'unicorn'", "Alice", "killMob", "unicorn")
    await crew.fails("BAD_ARGUMENT", "timeout", "Alice", "killMob", "cow", -1)
    await crew.fails("NO_EFFECT", "still alive", "Alice", "killMob", "sheep", 0.1)


async def test_a_weapon_that_is_held_is_used(crew: Crew) -> None:
    await crew.grant("Bob", "stone_sword", 1)
    outcome = await crew.does("Bob", "killMob", "sheep")
    assert outcome.observation is not None
    assert outcome.observation.held == "stone_sword"
    assert outcome.gained["white_wool"] == 1


async def test_picking_up(crew: Crew) -> None:
    await crew.fails("NOT_FOUND", "no paper lies on the ground within 32", "Carol", "pickUp", "paper")
    await crew.grant("Alice", "paper", 5)
    throw = """async function drop (bot) {
      await goTo(bot, 8, 5, 8)
      await bot.lookAt(bot.entity.position.offset(0, 1, 3), true)
      await bot.waitForTicks(2)
      await bot.toss(mcData.itemsByName.paper.id, null, 5)
      await goTo(bot, 8, 5, 2)
    }"""
    assert (await crew.run("Alice", "drop", code=throw)).ok
    assert (await crew.does("Carol", "pickUp", "paper")).result == {"paper": 5}
    assert (await crew.held("Carol"))["paper"] == 5
    await crew.fails("NOT_FOUND", "paper", "Carol", "pickUp", "paper", 1)


async def test_walking(crew: Crew) -> None:
    outcome = await crew.does("Carol", "goTo", 2, 5, 12)
    assert outcome.observation is not None
    assert math.dist(outcome.observation.position, (2.5, 5, 12.5)) < 2
    await crew.fails("NO_PATH", "2 15 12", "Carol", "goTo", 2, 15, 12)
    await crew.fails("BAD_ARGUMENT", "finite", "Carol", "goTo", "here", 5, 12)
    await crew.fails("BAD_ARGUMENT", "range", "Carol", "goTo", 2, 5, 12, -1)


async def test_exploring(crew: Crew) -> None:
    program = """async function look (bot) {
      const start = bot.entity.position
      const far = () => bot.entity.position.distanceTo(start) > 8 && { x: start.x }
      return exploreUntil(bot, new Vec3(-1, 0, 0), 20, far)
    }"""
    found = await crew.run("Carol", "look", code=program)
    assert found.ok, found.message
    assert found.result["x"] == pytest.approx(2.5, abs=1.5)
    assert (await crew.does("Carol", "exploreUntil", [1, 0, 0], 20, "oak_log")).result["y"] >= 5
    await crew.fails("NOT_FOUND", "no zombie found within 3", "Carol", "exploreUntil", [1, 0, 0], 3, "zombie")
    in_vain = "async function look (bot) { return exploreUntil(bot, new Vec3(1, 0, 0), 2, () => false) }"
    assert (await crew.does("Carol", "look", code=in_vain)).result is None, "as in Voyager"
    assert (await crew.does("Carol", "exploreUntil", [1, 0, 0], 2)).result is None
    here = (await crew.does("Carol", "exploreUntil", [1, 0, 0], 1)).observation.position
    for name, axis, sign in (("south", 2, 1), ("north", 2, -1), ("west", 0, -1), ("east", 0, 1)):
        there = (await crew.does("Carol", "exploreUntil", name, 2)).observation.position
        assert sign * (there[axis] - here[axis]) > 2, name
        here = there
    for name, x, z in (
        ("south-east", 1, 1),
        ("northwest", -1, -1),
        ("South West", -1, 1),
        ("north_east", 1, -1),
    ):
        there = (await crew.does("Carol", "exploreUntil", name, 3)).observation.position
        assert min(x * (there[0] - here[0]), z * (there[2] - here[2])) > 2, name
        here = there
    deeper = """async function dig (bot) {
      const start = bot.entity.position
      return exploreUntil(bot, new Vec3(0, -1, 0), 30, () => bot.entity.position.y < start.y && { y: 1 })
    }"""
    dug = await crew.run("Carol", "dig", code=deeper)
    assert dug.ok, dug.message
    await crew.fails("BAD_ARGUMENT", "direction", "Carol", "exploreUntil", [0, 0, 0], 3, "zombie")
    told = "direction has to be north, northeast, east, southeast, south, southwest, west, northwest, down or"
    await crew.fails("BAD_ARGUMENT", told, "Carol", "exploreUntil", "left", 3, "zombie")
    await crew.fails("BAD_ARGUMENT", "callback", "Carol", "exploreUntil", [1, 0, 0], 3, 7)
    await crew.fails("BAD_ARGUMENT", "maxTime", "Carol", "exploreUntil", [1, 0, 0], 0, "zombie")


async def test_hunters_at_one_place_take_a_mob_each(crew: Crew) -> None:
    """All cows are to the east, so Alice is nearer to each of them than the two behind her."""
    names = ("Alice", "Bob", "Carol")
    await crew.join(*names)
    await asyncio.gather(*(crew.does(name, "goTo", -38 - 3 * i, 5, 8, 2) for i, name in enumerate(names)))
    outcomes = await asyncio.gather(*(crew.does(name, "killMob", "cow") for name in names))
    assert all(outcome.gained["beef"] for outcome in outcomes)


async def test_a_mob_that_another_player_strikes_first_is_left_to_that_player(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 20, 5, 8, 2)
    cow = (await crew.run("Alice", "nearest", code=NEAREST)).result
    await crew.does("Bob", "goTo", 4, 5, 8, 2)
    hunts = (crew.run(name, "seesOne", cow, code=SEES_ONE) for name in ("Alice", "Bob"))
    alice, bob = [outcome.result for outcome in await asyncio.gather(*hunts)]
    assert alice[1] is None
    assert bob == [0, "NOT_FOUND"]


async def lying(crew: Crew) -> list[str]:
    return list((await crew.does("Alice", "lying", code=LYING)).result)


async def test_what_falls_under_a_roof_is_fetched_from_there(crew: Crew) -> None:
    """The bot stands on the roof, at the very place but three blocks above."""
    places = [(6, 6), (8, 6)]
    await crew.set_blocks(
        {(x, y, z): block for x, z in places for y, block in ((3, "air"), (2, "spruce_log"))}
    )
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
    walls = {(x + dx, y, z + dz): "oak_planks" for y in (2, 3, 4) for dx, dz in SIDES}  # nobody digs them
    column = zip((1, 2, 3, 4), ("oak_planks", "birch_log", "air", "oak_planks"), strict=True)
    await crew.set_blocks(walls | {(x, y, z): block for y, block in column})
    await crew.does("Carol", "goTo", x, 5, z, 0)
    cell = [(x + dx, y, z + dz) for y in (5, 6) for dx, dz in SIDES]  # or she looks for a way for long
    await crew.set_blocks(dict.fromkeys(cell, "oak_planks"))
    told = f"out of reach: 1 birch_log at {x} 2 {z}"
    await crew.fails("NO_EFFECT", told, "Carol", "mineBlock", "birch_log")
    assert "birch_log" in await lying(crew)
    await crew.set_blocks(dict.fromkeys(cell, "air"))


async def test_a_cut_of_which_only_a_part_falls_counts_for_that_part(crew: Crew) -> None:
    kelp = [(x, y, 20) for x in (6, 10) for y in (5, 6, 7)]
    await crew.set_blocks(dict.fromkeys(kelp, "kelp_plant"))  # of which nothing falls with the lowest
    outcome = await crew.does("Alice", "mineBlock", "kelp_plant", 3)
    assert outcome.gained["kelp"] == 3


async def test_others_are_cut_for_what_did_not_fall_also_after_a_second_way_to_the_drops(crew: Crew) -> None:
    kelp = [(x, y, 22) for x in (6, 10) for y in (5, 6, 7)]
    await crew.set_blocks(dict.fromkeys(kelp, "kelp_plant"))
    fetch = Library().sources()["fetchDrop"].split("module.exports")[0]
    late = "if (!args[0].missed) return !(args[0].missed = true)\n" + fetch + "return fetchDrop(bot, ...args)"
    async with crew.taught("Alice", fetchDrop=late):
        outcome = await crew.does("Alice", "mineBlock", "kelp_plant", 3)
    assert outcome.gained["kelp"] == 3


async def test_what_somebody_else_picks_up_is_told_and_other_blocks_are_mined(crew: Crew) -> None:
    await crew.set_block(12, 5, 12, "jungle_log")
    await crew.does("Bob", "goTo", 12, 6, 12, 0)  # on the log, so that it falls into what drops
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
