"""The virtual clock: one for the server and every bot, at the highest speed unless a test says otherwise."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from minecrew.bridge import Bridge, Speed
from minecrew.bridge.clock import Clock, ClockState
from tests.stopwatch import Stopwatch

from .conftest import Stage, join_all, set_speed, start_server

SMELT = """
  const { x, y, z } = bot.entity.position.floored()
  const furnace = () => bot.findBlock({ matching: mcData.blocksByName.furnace.id, maxDistance: 8 })
  await bot.equip(bot.inventory.items().find(item => item.name === 'furnace'), 'hand')
  await bot.placeBlock(bot.blockAt(new Vec3(x + 1, y - 1, z)), new Vec3(0, 1, 0))
  const window = await bot.openFurnace(furnace())
  await window.putFuel(mcData.itemsByName.coal.id, null, 1)
  await window.putInput(mcData.itemsByName.beef.id, null, 3)
  window.close()
"""
"""A furnace burns for 80 s, and has work for 30."""
PAIR = ("Alice", "Bob")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world() -> AsyncIterator[Stage]:
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max")
        address = await start_server(bridge)
        yield Stage(bridge, address, await join_all(bridge, address, PAIR), [])


async def tick(world: Stage) -> int:
    clock = await world.bridge.call("server", "clock")
    return int(clock["tick"])


async def snapshot(world: Stage) -> dict[str, Any]:
    told: dict[str, Any] = await world.bridge.call("server", "snapshot")
    return told


async def pause(clock: Clock, holder: str = "user") -> ClockState:
    """Holds the clock, and waits until the last tick is over."""
    clock.hold(holder)
    while (state := await clock.state()).moving:
        assert holder in state.holders
        await asyncio.sleep(0.005)
    return state


async def sound(world: Stage) -> ClockState:
    """The server counts one tick for each 50 ms of game time, and the clock found no fault."""
    state = await pause(world.bridge.clock, "test")
    ticks = await tick(world)
    world.bridge.clock.release("test")
    assert abs(ticks - state.quanta) <= 1, "the server's first tick falls within the first quantum"
    assert state.faults == 0
    assert state.seconds * 20 == pytest.approx(state.quanta)
    return state


async def test_ticks_are_game_time(world: Stage) -> None:
    before = await sound(world)
    body = "const t = bot.tick; await bot.waitForTicks(100); return bot.tick - t"
    outcome = await world.run("Alice", body, deadline=10)
    assert outcome.ok
    assert outcome.result == pytest.approx(100, abs=1), "it may begin within a tick"
    assert outcome.seconds == pytest.approx(5.0, abs=0.1)
    after = await sound(world)
    assert after.seconds - before.seconds >= 5.0


@pytest.mark.parametrize("seconds", [1.5, pytest.param(70, marks=pytest.mark.soak)])
async def test_in_a_pause_nothing_moves_and_nobody_is_kicked(world: Stage, seconds: float) -> None:
    for item, count in (("furnace", 1), ("coal", 1), ("beef", 3)):
        await world.bridge.call("server", "grant", {"player": "Bob", "item": item, "count": count})
    await world.run("Bob", "await bot.waitForTicks(3)")
    assert (await world.run("Bob", SMELT, deadline=30)).ok
    jumping = "bot.setControlState('jump', true); await bot.waitForTicks(150)"
    running = asyncio.create_task(world.run("Alice", jumping, deadline=60))
    await pause(world.bridge.clock)
    before = await snapshot(world)
    seen = [(await bot.observe(surroundings=True)).model_dump() for bot in world.bots.values()]
    await asyncio.sleep(seconds)
    assert await snapshot(world) == before
    assert [(await bot.observe(surroundings=True)).model_dump() for bot in world.bots.values()] == seen
    world.bridge.clock.release("user")
    assert (await running).ok
    after = await snapshot(world)
    assert all(after[part] != before[part] for part in ("tick", "timeOfDay", "entities", "containers")), (
        "it lives"
    )
    assert [world.of("exit", name) for name in PAIR] == [[], []]
    states = [told["state"] for told in world.of("clock", "supervisor")]
    assert states[-2:] == ["paused", "running"]
    await sound(world)


async def test_the_day_goes_by_with_the_ticks_and_everybody_sees_it(world: Stage) -> None:
    await pause(world.bridge.clock, "Alice")  # the program alone takes game time
    try:
        before = (await world.bots["Alice"].observe()).time
        assert (await world.run("Alice", "await bot.waitForTicks(200)", deadline=20)).ok
        after = (await world.bots["Alice"].observe()).time
    finally:
        world.bridge.clock.release("Alice")
    assert (after - before) % 24000 == pytest.approx(200, abs=20), "the server tells it once a second"


@pytest.mark.parametrize("paused", [pytest.param(False, marks=pytest.mark.soak), True])
async def test_a_killed_bot_comes_back_though_the_world_is_paused(world: Stage, paused: bool) -> None:
    if paused:
        await pause(world.bridge.clock)
    before = await world.bridge.clock.state()
    os.kill(world.bridge.pids["Bob"], signal.SIGKILL)
    while "Bob" in world.bridge.pids:
        await asyncio.sleep(0.01)
    assert set((await world.bots["Bob"].observe()).players) == {"Alice"}
    after = await world.bridge.clock.state()
    if paused:
        assert after.seconds - before.seconds < 5, "a join takes game time, but little"
        world.bridge.clock.release("user")
    assert (await world.run("Bob", "await bot.waitForTicks(5); return 1")).result == 1
    await sound(world)


async def test_a_bot_joins_and_leaves_while_the_world_is_paused(world: Stage) -> None:
    await pause(world.bridge.clock)
    dave = await world.bridge.join("Dave", world.address)
    assert "Dave" in (await world.bots["Alice"].observe()).players
    await dave.leave()
    world.bridge.clock.release("user")
    assert (await world.run("Alice", "await bot.waitForTicks(5); return 1")).result == 1
    assert "Dave" not in (await world.bridge.clock.state()).members
    await sound(world)


async def test_a_loop_without_end_holds_the_others_no_longer_than_the_watchdog(world: Stage) -> None:
    began = time.monotonic()
    with Stopwatch() as watch:
        spinning = asyncio.create_task(world.run("Bob", "for (;;) {}"))
        await asyncio.sleep(0.1)
        outcome = await world.run("Alice", "await bot.waitForTicks(10); return 'on'")
    assert outcome.result == "on"
    assert time.monotonic() - began > 1.5, "2 s of computing"
    assert watch.seconds < 20, "and the time in which Bob's process loads again"
    assert (await spinning).code == "UNRESPONSIVE"
    assert (await world.run("Bob", "return 1")).result == 1
    await sound(world)


async def test_deadlines_are_game_time(world: Stage) -> None:
    with Stopwatch() as watch:
        outcome = await world.run("Alice", "await new Promise(() => {})", deadline=20)
    assert (outcome.code, outcome.seconds) == ("TIMEOUT", 20.0)
    assert watch.seconds < 15
    await sound(world)


async def test_a_hold_is_lifted_for_a_program_and_taken_again_with_its_answer(world: Stage) -> None:
    clock = world.bridge.clock
    clock.hold("Alice")
    assert (await world.run("Alice", "await bot.waitForTicks(10); return 1")).result == 1
    then = await clock.state()
    assert "Alice" in then.holders
    await asyncio.sleep(0.2)
    assert (await clock.state()).quanta - then.quanta <= 1
    clock.hold("Bob")
    waiting = asyncio.create_task(world.run("Alice", "await bot.waitForTicks(10); return 2"))
    await asyncio.sleep(0.2)
    assert not waiting.done(), "Bob still thinks"
    clock.release("Bob")
    assert (await waiting).result == 2
    clock.release("Alice")
    await sound(world)


async def test_a_question_to_another_bot_asked_in_a_tick_is_answered_in_it(world: Stage) -> None:
    ask = "for (let i = 0; i < 20; i++) await bot.countOf('Bob', 'dirt')"
    body = f"await bot.waitForTicks(1); const t = bot.tick; {ask}; return bot.tick - t"
    assert (await world.run("Alice", body)).result == 0


async def test_an_answer_of_the_server_comes_with_the_next_tick(world: Stage) -> None:
    await world.bridge.call("server", "grant", {"player": "Alice", "item": "oak_log", "count": 10})
    recipe = "bot.recipesFor(mcData.itemsByName.oak_planks.id, null, 1, null)[0]"
    craft = f"const t = bot.tick; await bot.craft({recipe}, 10); return bot.tick - t"
    outcome = await world.run("Alice", f"await bot.waitForTicks(3); {craft}", deadline=60)
    assert outcome.gained["oak_planks"] == 40
    assert outcome.result >= 10 + 2, "a click for each result, and each waits for the server's answer"


async def test_a_visitor_is_not_waited_for(world: Stage) -> None:
    with socket.create_connection((world.address.host, world.address.port)):
        with Stopwatch() as watch:
            assert (await world.run("Alice", "await bot.waitForTicks(20); return 1")).result == 1
        assert watch.seconds < 15
    await sound(world)


@pytest.mark.parametrize(("speed", "least", "most"), [(1.0, 0.8, 1.2), (4.0, 3.0, 4.8)])
async def test_speed_is_a_factor_of_real_time(world: Stage, speed: Speed, least: float, most: float) -> None:
    clock, kept_up = world.bridge.clock, False
    await set_speed(world.bridge, speed)
    try:
        for _ in range(10):  # what a busy machine misses is not made up for
            began = time.monotonic()
            with Stopwatch() as watch:
                before = await clock.state()
                await asyncio.sleep(2)
                after = await clock.state()
            passed = after.seconds - before.seconds
            assert passed < most * (time.monotonic() - began), "it is never faster than it was told"
            if kept_up := passed > least * watch.seconds:
                break
    finally:
        await set_speed(world.bridge, "max")
    assert kept_up, "nor slower than it can"
    await sound(world)
