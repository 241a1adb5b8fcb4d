"""A receiver that has room for a part of a gift only."""

from __future__ import annotations

import asyncio

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

DROP = """async function drop (bot) { // near the receiver, out of its reach
  while (!dropsNear(bot, bot.entity.position, 16, ['paper']).length) await bot.waitForTicks(1)
  await bot.lookAt(bot.entity.position.offset(-1, 1.2, 0), true)
  await bot.waitForTicks(4)
  await bot.toss(mcData.itemsByName.paper.id, null, 5)
  await goTo(bot, 34, 5, 16, 1)
}"""


async def test_a_giver_takes_back_the_rest_of_its_own_gift_and_nothing_else(crew: Crew) -> None:
    await crew.does("Bob", "goTo", 26, 5, 8, 0)
    for agent, item, count in (
        ("Bob", "paper", 62),
        ("Bob", "dirt", 35 * 64),
        ("Alice", "paper", 4),
        ("Carol", "paper", 5),
    ):
        await crew.grant(agent, item, count)
    await asyncio.gather(crew.does("Alice", "goTo", 22, 5, 8, 0), crew.does("Carol", "goTo", 25, 5, 12, 0))
    giving, _ = await asyncio.gather(
        crew.run("Alice", "giveItem", "Bob", "paper", 4), crew.run("Carol", "drop", code=DROP)
    )
    assert (giving.code, giving.result) == ("NOT_RECEIVED", {"paper": 2}), giving.message
    assert (await crew.held("Alice"))["paper"] == 2
    assert (await crew.held("Bob"))["paper"] == 64
