"""One of three live bots misbehaves; the other two go on answering, and it comes back."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bridge import Bridge
from runlog import BridgeLost

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEADLINE = 3.0
SLACK = 8.0
"""Seconds: the watchdog counts what the process computes, and others may compute as well."""
ATTACKS = {
    "endless loop": ("for (;;) {}", {"UNRESPONSIVE"}),
    "endless loop after an await": ("await bot.waitForTicks(2); for (;;) {}", {"UNRESPONSIVE"}),
    "endless microtasks": ("for (;;) await null", {"UNRESPONSIVE"}),
    "a callback without end": ("bot.nearestEntity(() => { for (;;) {} })", {"UNRESPONSIVE"}),
    "a result that never ends": ("return { toJSON () { for (;;) {} } }", {"UNRESPONSIVE"}),
    "endless heap": ("const a = []; for (;;) a.push(new Array(1e5).fill(1.1))", {"OUT_OF_MEMORY"}),
    "endless buffers": (
        "const a = []; for (;;) { a.push(new Uint8Array(64e6).fill(1)); await bot.waitForTicks(1) }",
        {"OUT_OF_MEMORY"},
    ),
    "a promise that never resolves": ("await new Promise(() => {})", {"TIMEOUT"}),
    "deaf to its end": ("for (;;) { try { await bot.waitForTicks(1) } catch {} }", {"TIMEOUT"}),
    "throws null": ("throw null", {"PROGRAM_ERROR"}),
    "syntax error": ("for (;", {"SYNTAX"}),
    "endless recursion": ("const f = () => [f()]; f()", {"LIMIT"}),
}


@asynccontextmanager
async def others_answer(stage: Stage) -> AsyncIterator[None]:
    """Fails when one ping of Alice or Carol fails meanwhile."""
    over = asyncio.Event()

    async def ping(name: str) -> int:
        count = 0
        while not over.is_set():
            assert await stage.bridge.call(name, "ping", timeout=2.0) == "pong"
            count += 1
            await asyncio.sleep(0.01)
        return count

    async with asyncio.TaskGroup() as group:
        pings = [group.create_task(ping(name)) for name in ("Alice", "Carol")]
        try:
            yield
        finally:
            over.set()
    assert all(p.result() > 10 for p in pings)


@pytest.mark.parametrize("name", ATTACKS)
async def test_the_attack_ends_as_a_code_and_the_others_do_not_notice(stage: Stage, name: str) -> None:
    body, codes = ATTACKS[name]
    async with others_answer(stage):
        began = time.monotonic()
        outcome = await stage.run("Bob", body, deadline=DEADLINE)
        took = time.monotonic() - began
        again = await stage.run("Bob", "await bot.waitForTicks(2); return Object.keys(bot.players).sort()")
        await asyncio.sleep(0.3)  # the pings go on
    assert outcome.code in codes, outcome
    assert took < DEADLINE + SLACK
    assert again.result == ["Alice", "Bob", "Carol"]
    assert [stage.of("exit", other) for other in ("Alice", "Carol")] == [[], []]


async def test_a_killed_bot_comes_back_with_its_library(stage: Stage) -> None:
    bob = stage.bots["Bob"]
    await bob.learn({"two": "async function two (bot) { return 2 }"})
    async with others_answer(stage):
        running = await stage.begin("Bob", "await new Promise(() => {})")
        os.kill(stage.bridge.pids["Bob"], signal.SIGKILL)
        assert (await running).code == "CRASHED"
        observed = await bob.observe()
        assert set(observed.players) == {"Alice", "Carol"}
        assert (await stage.run("Bob", "return two(bot)")).result == 2
    assert "died" in stage.of("restarted", "Bob")[-1]["why"]


async def test_a_kicked_bot_is_disconnected_and_comes_back(stage: Stage) -> None:
    running = await stage.begin("Bob", "await new Promise(() => {})")
    await stage.command("kick Bob")
    outcome = await running
    assert outcome.code == "DISCONNECTED"
    assert "kicked" in outcome.message
    assert (await stage.run("Bob", "return 1")).result == 1
    assert "kicked" in stage.of("left", "Bob")[-1]["why"]


async def test_a_bot_that_left_frees_its_name(stage: Stage) -> None:
    dave = await stage.bridge.join("Dave", stage.address)
    assert "Dave" in (await stage.bots["Alice"].observe()).players
    await dave.leave()
    assert "Dave" not in stage.bridge.pids
    dave = await stage.bridge.join("Dave", stage.address)
    await dave.leave()
    assert stage.of("restarted", "Dave") == []
    assert stage.of("gone", "Dave") == []


async def test_a_bot_that_leaves_while_it_is_brought_back_is_gone(stage: Stage) -> None:
    dave = await stage.bridge.join("Dave", stage.address)
    os.kill(stage.bridge.pids["Dave"], signal.SIGKILL)
    while "Dave" in stage.bridge.pids:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)  # its process has been started again
    assert "Dave" in [child["name"] for child in await stage.bridge.call("supervisor", "stats")]
    await dave.leave()
    await asyncio.sleep(0.1)
    assert "Dave" not in [child["name"] for child in await stage.bridge.call("supervisor", "stats")]
    assert stage.of("gone", "Dave") == []
    await (await stage.bridge.join("Dave", stage.address)).leave()


async def boom() -> None:
    raise ZeroDivisionError("nobody foresaw it")


async def test_a_job_that_fails_is_told_and_the_watchdog_goes_on(stage: Stage) -> None:
    stage.bridge.spawn(boom)
    await asyncio.sleep(0.05)
    assert "nobody foresaw it" in stage.of("fault", "bridge")[-1]["message"]
    stage.bridge.spawn(boom)
    await asyncio.sleep(0.05)
    assert len(stage.of("fault", "bridge")) == 2


async def test_without_a_watchdog_the_bridge_is_given_up() -> None:
    bridge = Bridge()  # not opened: there is nothing to end
    await bridge._contain(boom, "the watchdog", fatal=True)
    with pytest.raises(BridgeLost, match="watchdog"):
        await bridge.call("supervisor", "ping")
    assert [event.event async for event in bridge.events()] == ["fault", "lost"]
