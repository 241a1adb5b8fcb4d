"""Shearing and farming, in a real world."""

from __future__ import annotations

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

BARE = """function bareSheep (bot) {
  return Object.values(bot.entities).filter(e => e.name === 'sheep' && (e.metadata[16] ?? 0) & 16).length
}"""


async def test_sheep_give_wool_and_live(crew: Crew) -> None:
    await crew.fails("MISSING_ITEM", "no shears", "Alice", "shearSheep")
    await crew.grant("Alice", "shears", 1)
    outcome = await crew.does("Alice", "shearSheep", 2)
    assert 2 <= outcome.gained["white_wool"] <= 6
    assert (await crew.held("Alice"))["white_wool"] == outcome.gained["white_wool"]
    assert (await crew.run("Alice", "bareSheep", code=BARE)).result >= 1  # one may have eaten meanwhile


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
    for z in range(4, 10):
        await crew.set_block(14, 5, z, "wheat 7")
    outcome = await crew.does("Carol", "mineBlock", "wheat", 4)
    assert outcome.gained["wheat"] == 4
    again = await crew.does("Carol", "mineBlock", "wheat", 2)
    assert again.gained["wheat"] == 2
