"""Meeting and giving: the receiver's inventory decides, and the giver does not keep its own gift."""

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
  await goTo(bot, 18, 5, 28, 1)
}"""


async def test_giving_over_a_distance_and_back(crew: Crew) -> None:
    await crew.grant("Alice", "paper", 9)
    await crew.does("Bob", "goTo", 26, 5, 8)
    outcome = await crew.does("Alice", "giveItem", "Bob", "paper", 9)
    assert outcome.gained == {"paper": -9}
    assert await crew.held("Bob") == {"paper": 9}
    assert outcome.seconds < 15
    assert (await crew.does("Bob", "giveItem", "Alice", "paper", 4)).gained == {"paper": -4}
    assert (await crew.held("Alice"), await crew.held("Bob")) == ({"paper": 4}, {"paper": 5})


async def test_both_at_once(crew: Crew) -> None:
    await crew.grant("Alice", "stick", 2)
    async with asyncio.TaskGroup() as group:
        group.create_task(crew.does("Alice", "giveItem", "Bob", "stick", 2))
        group.create_task(crew.does("Bob", "giveItem", "Alice", "paper", 1))
    assert await crew.held("Alice") == {"paper": 5}
    assert await crew.held("Bob") == {"paper": 4, "stick": 2}


async def test_a_receiver_who_is_busy_nearby(crew: Crew) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(crew.does("Bob", "mineBlock", "oak_log", 2))
        group.create_task(crew.does("Alice", "giveItem", "Bob", "paper", 2))
    assert (await crew.held("Bob"))["paper"] == 6
    assert (await crew.held("Bob"))["oak_log"] >= 2


async def test_a_receiver_who_runs_away_gets_nothing_and_nothing_is_lost(crew: Crew) -> None:
    flee = """async function flee (bot) {
      for (let x = 16; ; x += 12) {
        while (!dropsNear(bot, bot.entity.position, 8, ['paper']).length) await bot.waitForTicks(2)
        await goTo(bot, x, 5, 8, 0)
      }
    }"""
    async with asyncio.TaskGroup() as group:
        fleeing = group.create_task(crew.run("Bob", "flee", code=flee, deadline=1000))
        await crew.fails("NOT_RECEIVED", "took 0 of 3 paper", "Alice", "giveItem", "Bob", "paper", 3)
        await crew.bots["Bob"].stop()
    assert fleeing.result().code == "STOPPED"
    assert ((await crew.held("Alice"))["paper"], (await crew.held("Bob"))["paper"]) == (3, 6)


async def test_at_a_named_place_the_receiver_is_waited_for(crew: Crew) -> None:
    await crew.grant("Alice", "paper", 1)
    await crew.does("Bob", "goTo", 26, 5, 8)
    async with asyncio.TaskGroup() as group:
        giving = group.create_task(crew.does("Alice", "giveItem", "Bob", "paper", 1, [6, 5, 4]))
        group.create_task(crew.does("Bob", "goTo", 8, 5, 4))
    assert giving.result().gained == {"paper": -1}
    assert (await crew.sees("Alice")).position[0] < 15
    await crew.does("Bob", "goTo", 26, 5, 8)
    outcome = await crew.fails(
        "NOT_RECEIVED",
        "Bob did not come to 6 5 4",
        "Alice",
        "giveItem",
        "Bob",
        "paper",
        1,
        [6, 5, 4],
        deadline=90,
    )
    assert outcome.gained == {}


async def test_giving_failures_are_coded(crew: Crew) -> None:
    await crew.fails("MISSING_ITEM", "96 missing", "Alice", "giveItem", "Bob", "paper", 99)
    await crew.fails("NOT_FOUND", "no player Zed", "Alice", "giveItem", "Zed", "paper", 1)
    await crew.fails("BAD_ARGUMENT", "itself", "Alice", "giveItem", "Alice", "paper", 1)
    await crew.fails("BAD_ARGUMENT", "count", "Alice", "giveItem", "Bob", "paper", 1.5)


async def test_two_who_stand_in_one_spot_know_their_own_throws(crew: Crew) -> None:
    throw = """async function throwOne (bot, dx, dz, ticks) {
      const throws = ownThrows(bot)
      await bot.lookAt(bot.entity.position.offset(dx, 0.2, dz), true)
      await bot.waitForTicks(ticks)
      await bot.toss(mcData.itemsByName.stick.id, null, 1)
      await bot.waitForTicks(60 - ticks)
      return throws.count('stick')
    }"""
    for name in ("Alice", "Bob"):
        await crew.grant(name, "stick", 1)
        await crew.does(name, "goTo", 14, 5, 4, 0)
    async with asyncio.TaskGroup() as group:
        alice = group.create_task(crew.run("Alice", "throwOne", 4, 0, 5, code=throw))
        bob = group.create_task(crew.run("Bob", "throwOne", 0, 4, 30, code=throw))
    assert (alice.result().result, bob.result().result) == (1, 1)


async def test_meeting(crew: Crew) -> None:
    await crew.does("Bob", "goTo", 20, 5, 12)
    outcome = await crew.does("Alice", "meet", "Bob")
    assert outcome.observation is not None
    place, other = outcome.observation.position, outcome.observation.players["Bob"]
    assert max(abs(a - b) for a, b in zip(place, other, strict=True)) <= 3
    await crew.does("Alice", "meet", "Bob", 8, 5, 8)
    await crew.fails("NOT_FOUND", "no player Zed", "Alice", "meet", "Zed")
    await crew.fails("BAD_ARGUMENT", "itself", "Alice", "meet", "Alice")


async def test_a_giver_in_a_pit_comes_up_first(crew: Crew) -> None:
    for y in (4, 3):
        await crew.set_block(24, y, 8, "air")
    await crew.does("Alice", "goTo", 24, 3, 8, 0)
    await crew.does("Bob", "goTo", 23, 5, 8, 0)
    before = (await crew.held("Bob"))["paper"]
    await crew.does("Alice", "giveItem", "Bob", "paper", 1)
    assert (await crew.held("Bob"))["paper"] == before + 1


async def test_a_giver_comes_up_a_step(crew: Crew) -> None:
    await crew.set_block(20, 5, 4, "stone")
    await crew.does("Bob", "goTo", 20, 6, 4, 0)
    await crew.does("Alice", "goTo", 23, 5, 4, 0)
    before = (await crew.held("Bob"))["paper"]
    outcome = await crew.does("Alice", "giveItem", "Bob", "paper", 1)
    assert (await crew.held("Bob"))["paper"] == before + 1
    assert outcome.seconds < 6  # at the first try


async def test_of_a_gift_that_falls_out_of_reach_it_is_told_where_and_the_giver_has_it_again(
    crew: Crew,
) -> None:
    """Somebody else gives Bob as much meanwhile, which does not count."""
    await crew.does("Bob", "goTo", 26, 5, 4, 0)
    await crew.grant("Bob", "dirt", 2)
    await crew.does("Bob", "buildPillar", 2, "dirt")
    await crew.grant("Alice", "feather", 3)
    giving = asyncio.create_task(crew.run("Alice", "giveItem", "Bob", "feather", 3))
    await crew.run(
        "Bob",
        "lying",
        code="""async function lying (bot) {
      while (!dropsNear(bot, bot.entity.position, 16, ['feather']).length) await bot.waitForTicks(1)
    }""",
    )
    await crew.server.grant("Bob", "feather", 5)
    outcome = await giving
    assert (outcome.ok, outcome.code) == (False, "NOT_RECEIVED")
    assert "Bob took 0 of 3 feather" in outcome.message
    assert "Bob stood at 26 7 4, out of reach of it" in outcome.message
    assert "room" not in outcome.message
    assert (await crew.held("Alice"))["feather"] == 3


async def test_a_giver_takes_back_the_rest_of_its_own_gift_and_nothing_else(crew: Crew) -> None:
    """The receiver has room for a part only."""
    await crew.grant("Carol", "paper", 62)
    await crew.grant("Carol", "dirt", 35 * 64)
    await crew.grant("Alice", "paper", 5)
    before = (await crew.held("Alice"))["paper"]
    await asyncio.gather(
        crew.does("Carol", "goTo", 10, 5, 20, 0),
        crew.does("Alice", "goTo", 6, 5, 20, 0),
        crew.does("Bob", "goTo", 9, 5, 24, 0),
    )
    giving, _ = await asyncio.gather(
        crew.run("Alice", "giveItem", "Carol", "paper", 4), crew.run("Bob", "drop", code=DROP)
    )
    assert (giving.code, giving.result) == ("NOT_RECEIVED", {"paper": 2}), giving.message
    assert (await crew.held("Alice"))["paper"] == before - 2
    assert (await crew.held("Carol"))["paper"] == 64


async def test_a_full_receiver_gets_nothing_and_the_giver_takes_it_back(crew: Crew) -> None:
    before = await crew.held("Alice")
    failed = await crew.fails("NOT_RECEIVED", "took 0 of 3 paper", "Alice", "giveItem", "Carol", "paper", 3)
    assert "the inventory of Carol has no room for paper" in failed.message
    assert await crew.held("Carol") == {"paper": 64, "dirt": 35 * 64}
    assert await crew.held("Alice") == before


async def test_who_takes_what_was_meant_for_somebody_else_is_named(crew: Crew) -> None:
    step_between = """async function stepBetween (bot) {
      while (!dropsNear(bot, bot.entity.position, 16, ['paper']).length) await bot.waitForTicks(1)
      await goTo(bot, 10, 5, 4, 0)
    }"""
    await crew.grant("Alice", "paper", 1)
    await asyncio.gather(
        crew.does("Carol", "goTo", 10, 5, 4, 0),
        crew.does("Bob", "goTo", 14, 5, 4, 0),
        crew.does("Alice", "goTo", 10, 5, 7, 0),
    )
    held = (await crew.held("Bob"))["paper"]
    failed, _ = await crew.together(
        crew.fails("NOT_RECEIVED", "took 0 of 1 paper", "Alice", "giveItem", "Carol", "paper", 1),
        crew.does("Bob", "stepBetween", code=step_between),
    )
    assert "Bob picked up the thrown items" in failed.message
    assert f"Bob holds {held + 1} paper now" in failed.message
    assert failed.gained == {"paper": -1}  # it is not thrown again
    assert failed.seconds < 6, "nobody waits for Bob, who is not told to hand it on"


async def test_two_who_give_to_one_that_still_walks_both_reach_it(crew: Crew) -> None:
    """Each throws only when the receiver stands, so that neither steps into what the other throws."""
    for start in ((18, 5, 22), (4, 5, 26), (6, 5, 14)):
        await crew.grant("Alice", "feather", 1)
        await crew.grant("Bob", "leather", 1)
        await asyncio.gather(
            crew.does("Alice", "goTo", 8, 5, 21, 0),
            crew.does("Bob", "goTo", 12, 5, 18, 0),
            crew.does("Dora", "goTo", *start, 0),
        )
        given = await crew.together(
            crew.run("Alice", "giveItem", "Dora", "feather", 1, [10, 5, 20]),
            crew.run("Bob", "giveItem", "Dora", "leather", 1, [10, 5, 20]),
            crew.does("Dora", "goTo", 10, 5, 20, 0),
        )
        assert all(outcome.ok for outcome in given), [outcome.message for outcome in given]
    held = await crew.held("Dora")
    assert (held["feather"], held["leather"]) == (3, 3)


async def test_givers_that_stand_too_near_make_room_for_each_other(crew: Crew) -> None:
    await crew.grant("Alice", "feather", 1)
    await crew.grant("Bob", "leather", 1)
    await asyncio.gather(
        crew.does("Dora", "goTo", 10, 5, 20, 0),
        crew.does("Bob", "goTo", 10, 5, 21, 0),
        crew.does("Alice", "goTo", 11, 5, 20, 0),
    )
    given = await crew.together(
        crew.does("Alice", "giveItem", "Dora", "feather", 1),
        crew.does("Bob", "giveItem", "Dora", "leather", 1),
    )
    assert [outcome.gained for outcome in given] == [{"feather": -1}, {"leather": -1}]
    assert all(outcome.seconds < 5 for outcome in given), "neither waits for the other to go away"


async def test_while_a_third_player_stands_beside_the_receiver_nothing_is_thrown(crew: Crew) -> None:
    leave = """async function leave (bot) {
      await bot.waitForTicks(30)
      await goTo(bot, 16, 5, 20, 0)
    }"""
    await crew.grant("Alice", "feather", 1)
    await crew.grant("Alice", "stick", 1)
    await asyncio.gather(
        crew.does("Alice", "goTo", 13, 5, 20, 0),
        crew.does("Bob", "goTo", 11, 5, 20, 0),
        crew.does("Dora", "goTo", 10, 5, 20, 0),
    )
    given, _ = await crew.together(
        crew.does("Alice", "giveItem", "Dora", "feather", 1), crew.does("Bob", "leave", code=leave)
    )
    assert 3.5 < given.seconds < 6, "thrown when Bob had left, and at once"
    assert given.gained == {"feather": -1}


async def test_if_the_third_player_stays_the_giver_comes_from_the_other_side(crew: Crew) -> None:
    before = (await crew.held("Dora")).get("stick", 0)
    await asyncio.gather(
        crew.does("Alice", "goTo", 13, 5, 20, 0),
        crew.does("Bob", "goTo", 11, 5, 20, 0),
        crew.does("Dora", "goTo", 10, 5, 20, 0),
    )
    await crew.does("Alice", "giveItem", "Dora", "stick", 1)
    assert (await crew.held("Dora"))["stick"] == before + 1
    assert (await crew.sees("Alice")).position[0] < 10


async def test_if_there_is_a_wall_behind_the_receiver_the_giver_stays_in_front(crew: Crew) -> None:
    await crew.grant("Alice", "stick", 1)
    before = (await crew.held("Dora")).get("stick", 0)
    await asyncio.gather(
        crew.does("Alice", "goTo", 14, 5, 20, 0),
        crew.does("Bob", "goTo", 11, 5, 20, 0),
        crew.does("Dora", "goTo", 10, 5, 20, 0),
    )
    wall = [(9, y, z) for y in (5, 6, 7) for z in range(12, 29)]
    await crew.set_blocks(dict.fromkeys(wall, "stone"))
    await crew.does("Alice", "giveItem", "Dora", "stick", 1)
    assert (await crew.held("Dora"))["stick"] == before + 1
    assert (await crew.sees("Alice")).position[0] > 10
    await crew.set_blocks(dict.fromkeys(wall, "air"))


async def test_only_what_the_named_giver_brings_is_received(crew: Crew) -> None:
    """Bob's items come first."""
    await crew.grant("Alice", "coal", 3)
    await crew.grant("Bob", "coal", 6)
    await asyncio.gather(
        crew.does("Dora", "goTo", 10, 5, 26, 0),
        crew.does("Bob", "goTo", 13, 5, 26, 0),
        crew.does("Alice", "goTo", 30, 5, 26, 0),
    )
    received, *_ = await crew.together(
        crew.does("Dora", "receiveItem", "Alice", "coal", 3, 30),
        crew.does("Bob", "giveItem", "Dora", "coal", 6),
        crew.does("Alice", "giveItem", "Dora", "coal", 3),
    )
    assert received.result == {"coal": 3}
    assert received.gained == {"coal": 9}
    await crew.grant("Bob", "coal", 2)
    failed, _ = await crew.together(
        crew.fails(
            "NOT_RECEIVED", "received 0 of 1 coal from Alice", "Dora", "receiveItem", "Alice", "coal", 1, 5
        ),
        crew.does("Bob", "giveItem", "Dora", "coal", 2),
    )
    assert "2 came from Bob" in failed.message
