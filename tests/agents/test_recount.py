"""A bot's view of what it holds gives way to the server's count, after every program."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from minecrew.agents import Knowledge, goal_task
from minecrew.agents.real_world import RealWorld
from minecrew.bridge import Bot, Bridge, Outcome, Program, ServerAddress
from minecrew.game import VERSION
from minecrew.mc_server import EmbeddedServer
from minecrew.runlog import EVENT, ClockChanged, InventoryCorrected, Log
from minecrew.skills import Library

FORGETFUL = Path(__file__).with_name("forgetful.js")
TWO_TICKS = "async function main (bot) { await bot.waitForTicks(2) }"


@pytest_asyncio.fixture
async def bob(tmp_path: Path) -> AsyncIterator[tuple[RealWorld, Bot]]:
    """On a server that does not tell him of a diamond."""
    options = {"port": 0, "seed": 42, "arena": "meadow", "save": None}
    task = goal_task({"diamond": 1}, agents=1)
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        info = await bridge.start_child("server", script=FORGETFUL, options=options, heap_mb=512, rss_mb=1500)
        address = ServerAddress(host="127.0.0.1", port=info["port"], version=VERSION)
        server = EmbeddedServer(bridge, address)
        bot = await bridge.join("Bob", address, seed=1)
        with Log.create(tmp_path) as log:
            rules = Knowledge.model_validate(await server.knowledge())
            yield (
                RealWorld(
                    bridge, server, {"Bob": bot}, rules, log, paced=task.world.paced(), library=Library()
                ),
                bot,
            )


async def run(world: RealWorld, bot: Bot) -> Outcome:
    """`world.run` waits for its watch, which no crew is there to start."""
    watch = asyncio.ensure_future(world.watch())
    try:
        return await world.run("Bob", Program(call="main", code=TWO_TICKS), deadline=5)
    finally:
        watch.cancel()


async def test_a_difference_is_an_event_and_the_servers_count_wins(
    bob: tuple[RealWorld, Bot], tmp_path: Path
) -> None:
    world, bot = bob
    await world.server.grant("Bob", "stick", 2)
    await bot.notice()
    await world.server.grant("Bob", "diamond", 1)
    outcome = await run(world, bot)
    held = {"stick": 2, "diamond": 1}
    assert outcome.gained == {"diamond": 1}
    assert outcome.observation is not None
    assert outcome.observation.inventory == held
    assert (await world.observe("Bob")).inventory == held
    told = map(EVENT.validate_json, (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines())
    (event,) = (one for one in told if not isinstance(one, ClockChanged))
    assert isinstance(event, InventoryCorrected)
    assert (event.agent, event.seen, event.counted) == ("Bob", {"stick": 2}, held)
    before = len((tmp_path / "events.jsonl").read_text().splitlines())
    await world.server.grant("Bob", "diamond", 2)  # and a server of others is asked anew
    await bot.notice()
    world.server.abilities = frozenset()
    await world.recount()
    assert (await world.inventories()) == {"Bob": {"stick": 2, "diamond": 3}}
    told = (tmp_path / "events.jsonl").read_text().splitlines()[before:]
    assert '"inventory.corrected"' in "".join(told)


async def test_what_is_on_its_way_is_no_difference(bob: tuple[RealWorld, Bot], tmp_path: Path) -> None:
    world, bot = bob
    await run(world, bot)
    await world.server.grant("Bob", "stick", 2)  # the world stands still: nobody told him yet
    told = await bot.recount()
    assert told is not None
    assert told.seen == told.counted == {"stick": 2}
    assert (await bot.recount()) == told
