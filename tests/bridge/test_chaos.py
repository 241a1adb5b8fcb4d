"""One of three live bots misbehaves; the other two go on answering, and it comes back. Or it cannot even join."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from benchmarks.computing import computed
from minecrew.bridge import Bridge, ServerAddress
from minecrew.bridge.bot import HERE
from minecrew.bridge.node import readable_paths
from minecrew.game import VERSION
from minecrew.runlog import BridgeLost, ChildLost, Fault, UserError
from tests.stopwatch import Stopwatch

from .conftest import Stage, set_speed

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEADLINE = 3.0
SLACK = 14.0
"""Seconds: the watchdog counts what the process computes, others may compute as well, and the bot comes back."""
ATTACKS = {
    "endless microtasks": ("for (;;) await null", {"UNRESPONSIVE"}),
    "microtasks without end behind a result": (
        "(async () => { for (;;) await null })(); return 1",
        {"UNRESPONSIVE"},
    ),
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


SAMPLE = [name for name in ATTACKS if name != "endless microtasks"]
"""That goes the way of the one after it."""
PLAYERS = "await bot.waitForTicks(2); return Object.keys(bot.players).sort()"
HEAVY = "const a = []; for (let i = 0; i < 6; i++) a.push(new Uint8Array(32e6).fill(1)); return a.length"
"""About 190 MB besides what a bot has anyway: more than the heap's limit, less than the process's."""
PINGS = 10
ANSWERED_WITHIN = 2.0
STOPPED_WITHIN = 1.0
KILLED_WITHIN = 2.5
"""Seconds: of a stop, those of game time; of a kill, those in which it computed, since a busy machine does not
let it compute all the time.
"""
AWAITS = {
    "a wait for ticks": "await bot.waitForTicks(1e6)",
    "a promise": "await new Promise(() => {})",
    "a look": "for (;;) await bot.look((bot.entity.yaw + 3) % 6, 0, false)",
    "a dig, looked at first": (
        "const at = bot.entity.position; await bot.lookAt(at.offset(0, 9, 0), true)\n"
        "for (;;) { await bot.dig(bot.blockAt(at.offset(1, -1, 0))).catch(() => {}); await bot.waitForTicks(1) }"
    ),
    "a meal": "await bot.equip(mcData.itemsByName.golden_apple.id, 'hand'); await bot.consume()",
    "clicks": (
        "const { id } = mcData.itemsByName.oak_planks; for (;;) await bot.craft(bot.recipesFor(id, null, 1, null)[0], 16)"
    ),
}


@asynccontextmanager
async def others_answer(stage: Stage) -> AsyncIterator[None]:
    """Fails when one ping of Alice or Carol fails meanwhile, or of the next ones."""
    over = asyncio.Event()

    async def ping(name: str) -> None:
        count = 0
        while not over.is_set() or count < PINGS:
            began = watch.seconds
            assert await stage.bridge.call(name, "ping", timeout=30.0) == "pong"
            assert watch.seconds - began < ANSWERED_WITHIN
            count += 1
            await asyncio.sleep(0.01)

    with Stopwatch() as watch:
        async with asyncio.TaskGroup() as group:
            for name in ("Alice", "Carol"):
                group.create_task(ping(name))
            try:
                yield
            finally:
                over.set()


@pytest.mark.parametrize("name", [*SAMPLE, pytest.param("endless microtasks", marks=pytest.mark.soak)])
async def test_the_attack_ends_as_a_code_and_the_others_do_not_notice(stage: Stage, name: str) -> None:
    body, codes = ATTACKS[name]
    if name == "endless heap":
        await play_heavily(stage, 1)
    async with others_answer(stage):
        with Stopwatch() as watch:
            outcome = await stage.run("Bob", body, deadline=DEADLINE)
        again = await stage.run("Bob", PLAYERS)
    assert outcome.code in codes, outcome
    assert watch.seconds < DEADLINE + SLACK
    assert again.result == ["Alice", "Bob", "Carol"]
    assert [stage.of("exit", other) for other in ("Alice", "Carol")] == [[], []]


async def play_heavily(stage: Stage, times: int) -> None:
    """What a program is killed for later is its own doing, and not that of these."""
    for _ in range(times):
        heavy = await stage.run("Bob", HEAVY)
        assert heavy.result == 6, heavy


@pytest.mark.parametrize("what", AWAITS)
async def test_a_program_that_awaits_is_stopped_at_once(stage: Stage, what: str) -> None:
    await set_speed(stage.bridge, 1)
    restarts = len(stage.of("restarted", "Bob"))
    try:
        assert await stop_it(stage, AWAITS[what]) < STOPPED_WITHIN
    finally:
        await set_speed(stage.bridge, "max")
    assert len(stage.of("restarted", "Bob")) == restarts


async def stop_it(stage: Stage, body: str) -> float:
    """Seconds of game time from stop() to the outcome."""
    for item in ("golden_apple", "oak_log"):
        await stage.bridge.call("server", "grant", {"player": "Bob", "item": item, "count": 8})
    running = await stage.begin("Bob", f"await bot.waitForTicks(2); {body}")
    await asyncio.sleep(0.25)
    before = await stage.bridge.clock.state()
    with Stopwatch() as watch:
        assert await stage.bots["Bob"].stop()
        outcome = await running
    after = await stage.bridge.clock.state()
    assert watch.seconds < 3
    assert outcome.code == "STOPPED", outcome
    assert outcome.observation is not None
    assert outcome.observation.inventory == (await stage.bridge.call("server", "inventories"))["Bob"]
    return after.seconds - before.seconds


async def test_a_program_that_does_not_await_is_killed_and_tells_what_it_had(stage: Stage) -> None:
    """An endless loop after heavy programs is one; the others do not notice."""
    await stage.bridge.call("server", "grant", {"player": "Bob", "item": "birch_log", "count": 2})
    await play_heavily(stage, 2)
    await stage.run("Bob", "await bot.waitForTicks(3)")
    before = computed(stage.bridge.pids["Bob"])
    craft = "await bot.craft(bot.recipesFor(mcData.itemsByName.birch_planks.id, null, 1, null)[0], 1)"
    async with others_answer(stage):
        with Stopwatch() as watch:
            running = await stage.begin("Bob", f"{craft}; console.log('done'); for (;;) {{}}")
            await stage.until(lambda: stage.of("log", "Bob")[-1]["text"] == "done")
            pid = stage.bridge.pids["Bob"]
            began = last = computed(pid)
            async with asyncio.timeout(30):
                while (now := computed(pid)) is not None:
                    last = now
                    await asyncio.sleep(0.01)
            outcome = await running
        again = await stage.run("Bob", PLAYERS)
    assert before is not None
    assert began is not None
    assert last is not None
    assert last - before > 1.5
    assert last - began < KILLED_WITHIN
    assert watch.seconds < DEADLINE + SLACK
    assert outcome.code == "UNRESPONSIVE"
    assert outcome.gained == {"birch_log": -1, "birch_planks": 4}
    assert outcome.observation is not None
    assert outcome.observation.inventory == (await stage.bridge.call("server", "inventories"))["Bob"]
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


async def test_a_program_that_had_not_begun_has_gained_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minecrew.bridge.bot.BACK", 60.0)
    await stage.run("Bob", "return 1")
    await stage.bridge.call("server", "grant", {"player": "Bob", "item": "stick", "count": 3})
    pid = stage.bridge.pids["Bob"]
    os.kill(pid, signal.SIGSTOP)
    running = asyncio.create_task(stage.run("Bob", "return 1"))
    await asyncio.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    outcome = await running
    assert outcome.observation is not None
    assert outcome.observation.inventory["stick"] >= 3
    assert (outcome.code, outcome.gained) == ("CRASHED", {})


async def test_a_kicked_bot_is_disconnected_and_comes_back(stage: Stage) -> None:
    running = await stage.begin("Bob", "await new Promise(() => {})")
    await stage.command("kick Bob")
    outcome = await running
    assert outcome.code == "DISCONNECTED"
    assert "kicked" in outcome.message
    assert (await stage.run("Bob", "return 1")).result == 1
    assert "kicked" in stage.of("left", "Bob")[-1]["why"]


async def test_a_bot_that_left_frees_its_name(stage: Stage) -> None:
    """Also one that leaves while it is brought back."""
    dave = await stage.bridge.join("Dave", stage.address)
    assert "Dave" in (await stage.bots["Alice"].observe()).players
    await dave.leave()
    assert "Dave" not in stage.bridge.pids
    dave = await stage.bridge.join("Dave", stage.address)
    assert stage.of("restarted", "Dave") == []
    os.kill(stage.bridge.pids["Dave"], signal.SIGKILL)
    while "Dave" in stage.bridge.pids:
        await asyncio.sleep(0.01)
    await until_started(stage, "Dave", True)
    await dave.leave()
    await until_started(stage, "Dave", False)
    assert stage.of("gone", "Dave") == []
    await (await stage.bridge.join("Dave", stage.address)).leave()
    assert stage.of("gone", "Dave") == []


async def until_started(stage: Stage, name: str, started: bool) -> None:
    """Waits until the supervisor has a process of that name, or none."""
    async with asyncio.timeout(30):
        while started != (
            name in [child["name"] for child in await stage.bridge.call("supervisor", "stats")]
        ):
            await asyncio.sleep(0.01)


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


async def test_unreachable(stage: Stage) -> None:
    with socket.socket() as bound:  # nobody else can take the port, and nobody listens
        bound.bind(("127.0.0.1", 0))
        nowhere = ServerAddress(host="127.0.0.1", port=bound.getsockname()[1])
        with pytest.raises(UserError, match=r"'Dave' cannot join: .*ECONNREFUSED.*start the server"):
            await stage.bridge.join("Dave", nowhere)


@pytest.mark.parametrize("version", [pytest.param("1.8.8", marks=pytest.mark.soak), "1.18.2", "99.9"])
async def test_wrong_version(stage: Stage, version: str) -> None:
    address = stage.address.model_copy(update={"version": version})
    with pytest.raises(UserError, match=rf"(version {VERSION}, not|no Minecraft version).*own version"):
        await stage.bridge.join("Dave", address)


async def test_a_name_of_ours_that_is_taken(stage: Stage) -> None:
    with pytest.raises(UserError, match="already a bot 'Alice'"):
        await stage.bridge.join("Alice", stage.address)


async def test_a_name_that_is_taken_by_somebody_else(stage: Stage) -> None:
    options = {**stage.address.model_dump(), "name": "Zed"}  # Zed comes by another door
    await stage.bridge.start_child("stranger", script=HERE / "bot.js", options=options)
    with pytest.raises(UserError, match=r"a player Zed is already on .*another name"):
        await stage.bridge.join("Zed", stage.address)
    assert "Zed" in (await stage.bots["Alice"].observe()).players
    await stage.bridge.kill_child("stranger")


@pytest.mark.parametrize("name", ["server", "supervisor", "ab", "much_too_long_a_name", "Bob Smith", ""])
async def test_names_that_cannot_be(stage: Stage, name: str) -> None:
    with pytest.raises(UserError, match="cannot be a player's name"):
        await stage.bridge.join(name, stage.address)


async def test_without_a_version_the_server_is_asked(stage: Stage) -> None:
    dave = await stage.bridge.join("Dave", stage.address.model_copy(update={"version": None}))
    assert (await dave.observe()).health == 20
    await dave.leave()


async def test_one_bridge_at_a_time(stage: Stage) -> None:
    with pytest.raises(Fault, match="only one open Bridge"):
        async with Bridge():
            pass
    assert await stage.bridge.call("supervisor", "ping") == "pong"


async def test_a_child_that_ends_as_it_gets_ready_is_not_taken_for_running(
    stage: Stage, tmp_path: Path
) -> None:
    script, over = tmp_path / "brief.js", tmp_path / "over"
    channel = json.dumps(str(HERE / "channel.js"))
    end = f"require('fs').writeFileSync({json.dumps(str(over))}, ''); process.exit(0)"
    script.write_text(
        f"const channel = require({channel}).openChannel()\n"
        f"channel.send({{ event: 'ready', info: {{}} }}, () => {{ {end} }})\n"
    )

    def hold() -> None:  # until both have come, so that they are read at once
        limit = time.monotonic() + 60
        while not over.exists() and time.monotonic() < limit:
            time.sleep(0.01)
        time.sleep(1.5)

    asyncio.get_running_loop().call_later(0.01, hold)
    with pytest.raises(ChildLost):
        await stage.bridge.start_child("brief", script=script, options={})
    assert "brief" not in stage.bridge.pids


async def test_a_symlink_is_readable_under_both_its_paths(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert readable_paths([tmp_path / "link"]) == [f"{tmp_path}/link/*", f"{tmp_path}/real/*"]
    assert readable_paths([tmp_path / "real"]) == [f"{tmp_path}/real/*"]
