"""Coming within arm's reach of a block, and setting a station up for others to find, in a real world."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from minecrew import agents
from minecrew.game import DISTANCES

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")
SET_UP = (Path(agents.__file__).parent / "offline" / "programs" / "setUp.js").read_text(encoding="utf-8")
REACH = """async function reach (bot, x, y, z) {
  const place = new Vec3(x, y, z)
  await reachBlock(bot, place)
  return bot.entity.position.offset(0, rules.distances.eyes, 0).distanceTo(place.offset(0.5, 0.5, 0.5))
}"""
GROUND = 5
"""Height at which one stands in the meadow."""


async def stands(crew: Crew, x: int, y: int, z: int) -> str:
    look = "function look (bot, x, y, z) { return bot.blockAt(new Vec3(x, y, z)).name }"
    outcome = await crew.does("Alice", "look", x, y, z, code=look)
    return str(outcome.result)


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


async def test_a_station_is_set_up_beside_the_place_and_not_on_it(crew: Crew) -> None:
    await crew.grant("Alice", "crafting_table", 2)
    outcome = await crew.does("Alice", "setUp", "crafting_table", 8, GROUND, 8, code=SET_UP)
    assert outcome.gained == {"crafting_table": -1}
    spot = (await crew.sees("Alice")).blocks["crafting_table"].nearest
    assert 0 < math.dist(spot, (8, GROUND, 8)) < 3
    assert await stands(crew, *map(int, spot)) == "crafting_table"


async def test_one_that_stands_near_is_used(crew: Crew) -> None:
    outcome = await crew.does("Bob", "setUp", "crafting_table", 8, GROUND, 8, code=SET_UP)
    assert outcome.gained == {}
    again = await crew.does("Alice", "setUp", "crafting_table", 10, GROUND, 10, code=SET_UP)
    assert again.gained == {}


async def test_where_somebody_stands_nothing_is_set_up(crew: Crew) -> None:
    """Bob stands on the spot that would be the first."""
    await crew.does("Bob", "goTo", 9, GROUND, 8, 0)
    await crew.grant("Alice", "furnace", 1)
    await crew.does("Alice", "setUp", "furnace", 8, GROUND, 8, code=SET_UP)
    spot = tuple(map(math.floor, (await crew.sees("Alice")).blocks["furnace"].nearest))
    assert spot != (9, GROUND, 8)
    assert math.dist(spot, (8, GROUND, 8)) < 3


async def test_without_one_and_without_room_is_told(crew: Crew) -> None:
    outcome = await crew.run("Carol", "setUp", "smoker", 8, GROUND, 8, code=SET_UP)
    assert (outcome.ok, outcome.code) == (False, "MISSING_ITEM")


PIT = (20, 24)
"""From one corner to the other, on both axes: open, with steps of one block in its first row."""


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
    await crew.set_block(high, floor, high, "furnace")
    before = {x: await stands(crew, x, GROUND - 1, low) for x in range(low - 3, low + 1)}
    await crew.does("Alice", "goTo", low - 3, GROUND, low, 0)
    outcome = await crew.does("Alice", "reach", high, floor, high, code=REACH)
    assert isinstance(outcome.result, float)
    assert outcome.result <= DISTANCES["reach"]
    assert outcome.gained == {}
    for height in range(6):
        for step in range(height, 6):
            await crew.server.command(f"/setblock {low + step} {GROUND + height} {low - 4} stone")
    await crew.set_block(low + 7, GROUND + 6, low - 4, "furnace")
    await crew.does("Alice", "goTo", low - 3, GROUND, low - 4, 0)
    outcome = await crew.does("Alice", "reach", low + 7, GROUND + 6, low - 4, code=REACH)
    assert isinstance(outcome.result, float)
    assert outcome.result <= DISTANCES["reach"]
    assert outcome.gained == {}
    assert before == {x: await stands(crew, x, GROUND - 1, low) for x in before}
