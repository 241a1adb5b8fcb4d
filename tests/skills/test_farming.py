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
