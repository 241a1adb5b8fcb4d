"""Programs of offline minds in a real world: several gifts at once, strays, a station where all is taken."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from minecrew.agents.offline.attempts import written
from minecrew.bridge import Outcome

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")


THROW = """async function lose (bot, x, z) {
  await bot.lookAt(new Vec3(x, 5, z), true)
  await bot.waitForTicks(2)
  await bot.toss(mcData.itemsByName.book.id, null, 1)
  await bot.waitForTicks(50)
}"""


async def runs(crew: Crew, agent: str, name: str, *args: Any) -> Outcome:
    program = written(name, *args)
    return await crew.does(agent, program.call, *program.args, code=program.code)


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


async def test_a_station_is_set_up_where_every_spot_is_taken(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 8, 5, 8, 0)
    spots = [(x, z) for x in range(6, 11) for z in range(6, 11) if (x, z) != (8, 8)]
    for x, z in spots[:-1]:
        await crew.server.command(f"/setblock {x} 5 {z} stone")
    await crew.set_block(spots[-1][0], 5, spots[-1][1], "stone")
    await crew.grant("Alice", "crafting_table", 1)
    await runs(crew, "Alice", "setUp", "crafting_table", 8, 5, 8)
    assert (await crew.sees("Alice")).blocks["crafting_table"].count == 1
    assert "crafting_table" not in await crew.held("Alice")


async def test_what_was_thrown_to_the_deliverer_is_kept(crew: Crew) -> None:
    await crew.grant("Carol", "book", 1)
    await crew.grant("Alice", "paper", 1)
    await crew.does("Alice", "goTo", 15, 5, 12, 0)
    await crew.does("Bob", "goTo", 19, 5, 12, 0)
    await crew.does("Carol", "goTo", 15, 5, 9, 0)
    books = (await crew.held("Bob")).get("book", 0)
    async with asyncio.TaskGroup() as group:
        group.create_task(runs(crew, "Alice", "deliver", "Bob", "paper", 1, [12, 5, 12]))  # where Bob is not
        group.create_task(crew.does("Carol", "lose", 15.5, 12.5, code=THROW))
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
