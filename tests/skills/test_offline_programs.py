"""Coming within reach of a block, and programs of offline minds: stations, several gifts at once, strays."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from minecrew.agents.offline.attempts import written
from minecrew.bridge import Outcome
from minecrew.game import DISTANCES

from .conftest import Crew, Place

pytestmark = pytest.mark.asyncio(loop_scope="module")

REACH = """async function reach (bot, x, y, z) {
  const place = new Vec3(x, y, z)
  await reachBlock(bot, place)
  return bot.entity.position.offset(0, rules.distances.eyes, 0).distanceTo(place.offset(0.5, 0.5, 0.5))
}"""
GROUND = 5
"""Height at which one stands in the meadow."""
PIT = (20, 24)
"""From one corner to the other, on both axes: open, with steps of one block in its first row."""
JUMP = """async function jump (bot) {
  bot.setControlState('jump', true)
  await bot.waitForTicks(100)
  bot.clearControlStates()
}"""
THROW = """async function lose (bot, x, z) {
  await bot.lookAt(new Vec3(x, 5, z), true)
  await bot.waitForTicks(2)
  await bot.toss(mcData.itemsByName.book.id, null, 1)
  await bot.waitForTicks(50)
}"""


async def runs(crew: Crew, agent: str, name: str, *args: Any) -> Outcome:
    program = written(name, *args)
    return await crew.does(agent, program.call, *program.args, code=program.code)


async def stands(crew: Crew, x: int, y: int, z: int) -> str:
    look = "function look (bot, x, y, z) { return bot.blockAt(new Vec3(x, y, z)).name }"
    outcome = await crew.does("Alice", "look", x, y, z, code=look)
    return str(outcome.result)


async def nearest(crew: Crew, block: str) -> Place:
    """As Alice sees it."""
    x, y, z = map(math.floor, (await crew.sees("Alice")).blocks[block].nearest)
    return x, y, z


async def test_who_is_in_reach_stays_where_it_is(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 8, GROUND, 8, 0)
    before = (await crew.sees("Alice")).position
    outcome = await crew.does("Alice", "reach", 10, GROUND, 8, code=REACH)
    assert math.dist(before, (await crew.sees("Alice")).position) < 0.01
    assert outcome.seconds <= 0.1, (
        "a tick may pass between the question and the answer; no walk is that short"
    )


@pytest.mark.parametrize("height", [0, 3, 5])
async def test_one_walks_until_the_block_is_in_reach(crew: Crew, height: int) -> None:
    """A block beside one's feet, overhead, and as high as one can reach from the ground."""
    await crew.does("Alice", "goTo", 8, GROUND, 8, 0)
    outcome = await crew.does("Alice", "reach", 16, GROUND + height, 8, code=REACH)
    assert isinstance(outcome.result, float)
    assert outcome.result <= DISTANCES["reach"]
    assert abs((await crew.sees("Alice")).position[1] - GROUND) < 2


async def test_what_hangs_too_high_is_told_with_its_distance(crew: Crew) -> None:
    outcome = await crew.run("Alice", "reach", 12, GROUND + 9, 8, code=REACH)
    assert (outcome.ok, outcome.code) == (False, "OUT_OF_REACH")
    assert f"12 {GROUND + 9} 8" in outcome.message
    assert outcome.message.endswith(f"reach is {DISTANCES['reach']:g}")


async def test_what_stands_deep_below_or_high_above_is_reached_on_foot(crew: Crew) -> None:
    """No block is dug on the way: one goes down the steps of a pit, and up those of a tower."""
    low, high = PIT
    floor = GROUND - 4
    for x in range(low, high + 1):
        for z in range(low, high + 1):
            rim = GROUND - 1 - (x - low) if z == low else floor - 1  # the row of steps
            for y in range(rim + 1, GROUND):
                await crew.server.command(f"/setblock {x} {y} {z} air")
            await crew.server.command(f"/setblock {x} {max(rim, 0)} {z} stone")
    await crew.set_block(high, floor, high, "bookshelf")
    before = {x: await stands(crew, x, GROUND - 1, low) for x in range(low - 3, low + 1)}
    await crew.does("Alice", "goTo", low - 3, GROUND, low, 0)
    outcome = await crew.does("Alice", "reach", high, floor, high, code=REACH)
    assert isinstance(outcome.result, float)
    assert outcome.result <= DISTANCES["reach"]
    assert outcome.gained == {}
    for height in range(6):
        for step in range(height, 6):
            await crew.server.command(f"/setblock {low + step} {GROUND + height} {low - 4} stone")
    await crew.set_block(low + 7, GROUND + 6, low - 4, "bookshelf")
    await crew.does("Alice", "goTo", low - 3, GROUND, low - 4, 0)
    outcome = await crew.does("Alice", "reach", low + 7, GROUND + 6, low - 4, code=REACH)
    assert isinstance(outcome.result, float)
    assert outcome.result <= DISTANCES["reach"]
    assert outcome.gained == {}
    assert before == {x: await stands(crew, x, GROUND - 1, low) for x in before}


async def test_a_station_is_set_up_beside_the_place_and_not_on_it(crew: Crew) -> None:
    await crew.grant("Alice", "crafting_table", 2)
    outcome = await runs(crew, "Alice", "setUp", "crafting_table", 8, GROUND, 8)
    assert outcome.gained == {"crafting_table": -1}
    spot = (await crew.sees("Alice")).blocks["crafting_table"].nearest
    assert 0 < math.dist(spot, (8, GROUND, 8)) < 3
    assert await stands(crew, *map(int, spot)) == "crafting_table"


async def test_one_that_stands_near_is_used(crew: Crew) -> None:
    outcome = await runs(crew, "Bob", "setUp", "crafting_table", 8, GROUND, 8)
    assert outcome.gained == {}
    again = await runs(crew, "Alice", "setUp", "crafting_table", 10, GROUND, 10)
    assert again.gained == {}


async def test_where_somebody_stands_nothing_is_set_up(crew: Crew) -> None:
    """Bob stands on the spot that was the first."""
    first = await nearest(crew, "crafting_table")
    await crew.set_block(*first, "air")
    await crew.does("Bob", "goTo", *first, 0)
    await crew.grant("Alice", "furnace", 1)
    await runs(crew, "Alice", "setUp", "furnace", 8, GROUND, 8)
    spot = await nearest(crew, "furnace")
    assert spot != first
    assert math.dist(spot, (8, GROUND, 8)) < 3
    await crew.set_block(*spot, "air")


async def test_without_one_and_without_room_is_told(crew: Crew) -> None:
    program = written("setUp", "smoker", 8, GROUND, 8)
    outcome = await crew.run("Bob", program.call, *program.args, code=program.code)
    assert (outcome.ok, outcome.code) == (False, "MISSING_ITEM")


async def test_a_station_is_set_up_where_every_spot_is_taken(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 8, 5, 8, 0)
    spots = [(x, z) for x in range(6, 11) for z in range(6, 11) if (x, z) != (8, 8)]
    await crew.set_blocks({(x, 5, z): "stone" for x, z in spots})
    assert await crew.held("Alice") == {"crafting_table": 1}
    await runs(crew, "Alice", "setUp", "crafting_table", 8, 5, 8)
    assert (await crew.sees("Alice")).blocks["crafting_table"].count == 1
    assert "crafting_table" not in await crew.held("Alice")
    await crew.set_blocks({(x, 5, z): "air" for x, z in spots})


async def test_several_kinds_are_handed_over_at_once(crew: Crew) -> None:
    for item, count in {"paper": 3, "leather": 2, "stick": 1}.items():
        await crew.grant("Alice", item, count)
    place = [12, 5, 8]
    await crew.does("Bob", "goTo", *place, 0)
    outcome = await runs(crew, "Alice", "deliver", "Bob", "paper", 3, place, {"leather": 2, "stick": 1})
    assert outcome.result == {"paper": 3, "leather": 2, "stick": 1}
    assert await crew.held("Bob") == {"paper": 3, "leather": 2, "stick": 1}
    assert await crew.held("Alice") == {}
    assert outcome.seconds < 8, "three hand-overs would take longer"


async def test_nothing_is_thrown_before_the_receiver_stands(crew: Crew) -> None:
    await crew.grant("Alice", "paper", 1)
    place = [12, 5, 8]
    await asyncio.gather(crew.does("Bob", "goTo", *place, 0), crew.does("Alice", "goTo", 10, 5, 8, 0))
    jumping, given = await crew.together(
        crew.does("Bob", "jump", code=JUMP), runs(crew, "Alice", "deliver", "Bob", "paper", 1, place)
    )
    assert given.result == {"paper": 1}
    assert given.seconds > jumping.seconds


async def test_what_was_thrown_to_another_is_handed_on(crew: Crew) -> None:
    await crew.grant("Carol", "book", 1)
    await crew.grant("Alice", "paper", 1)
    await crew.does("Alice", "goTo", 8, 5, 8, 0)
    await crew.does("Bob", "goTo", 25, 5, 8, 0)
    await crew.does("Carol", "goTo", 20, 5, 5, 0)
    await crew.does("Carol", "lose", 20.5, 8.5, code=THROW)
    assert (await crew.held("Carol")).get("book", 0) == 0
    await runs(crew, "Alice", "deliver", "Bob", "paper", 1, [25, 5, 8])
    if "book" not in await crew.held("Bob"):
        assert "book" not in await crew.held("Alice"), "it keeps nothing that was meant for another"
        await crew.does("Alice", "pickUp", "book")
        pytest.fail("Alice did not walk over the book, so this test shows nothing")


async def test_what_was_thrown_to_the_deliverer_is_kept(crew: Crew) -> None:
    await crew.grant("Carol", "book", 1)
    await crew.grant("Alice", "paper", 1)
    await crew.does("Alice", "goTo", 15, 5, 12, 0)
    await crew.does("Bob", "goTo", 19, 5, 12, 0)
    await crew.does("Carol", "goTo", 15, 5, 9, 0)
    books = (await crew.held("Bob")).get("book", 0)
    await crew.together(
        runs(crew, "Alice", "deliver", "Bob", "paper", 1, [12, 5, 12]),  # where Bob is not
        crew.does("Carol", "lose", 15.5, 12.5, code=THROW),
    )
    assert (await crew.held("Alice"))["book"] == 1
    assert (await crew.held("Bob")).get("book", 0) == books


async def test_handing_on_does_not_use_up_the_time(crew: Crew) -> None:
    """The hand-over of the book never ends, although its paper has arrived."""
    await crew.grant("Carol", "book", 1)
    await crew.grant("Alice", "paper", 1)
    await crew.does("Alice", "goTo", 8, 5, 8, 0)
    await crew.does("Bob", "goTo", 25, 5, 8, 0)
    await crew.does("Carol", "goTo", 20, 5, 5, 0)
    await crew.does("Carol", "lose", 20.5, 8.5, code=THROW)
    program = written("deliver", "Bob", "paper", 1, [25, 5, 8])
    endless = "if (args[1].paper) return args[1]; await bot.waitForTicks(100000)"
    async with crew.taught("Alice", giveAll=endless):
        outcome = await crew.does("Alice", program.call, *program.args, code=program.code, deadline=75)
    assert outcome.result == {"paper": 1}
    assert outcome.seconds > 50, "Alice did not walk over the book, so this test shows nothing"


async def test_a_failed_hand_over_says_what_arrived(crew: Crew) -> None:
    await crew.grant("Carol", "paper", 1)
    await crew.grant("Carol", "dirt", 35 * 64)
    await crew.grant("Alice", "paper", 2)
    await crew.grant("Alice", "leather", 1)
    program = written("deliver", "Carol", "paper", 2, None, {"leather": 1})
    outcome = await crew.run("Alice", program.call, *program.args, code=program.code, deadline=75)
    assert outcome.code == "NOT_RECEIVED", outcome.message
    assert outcome.result == {"paper": 2, "leather": 0}


async def test_an_animal_that_belongs_to_somebody_is_not_what_is_sought(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 12, 5, 12, 0)
    await runs(crew, "Alice", "seek", ["sheep"], [0, 0, -1], 2)
    program = written("seek", ["sheep"], [0, 0, -1], 2)
    async with crew.taught("Alice", ownerOf="return 'Berta'"):
        outcome = await crew.run("Alice", program.call, *program.args, code=program.code, deadline=60)
    assert outcome.code == "NOT_FOUND"
