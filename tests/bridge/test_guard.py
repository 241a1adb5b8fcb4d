"""The guard, met by programs: denied in the bot's own process, or by the server alone; and no way around it."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache
from typing import Any

import pytest
import pytest_asyncio

from minecrew.bridge import Bridge, Building, Guard, ServerAddress
from minecrew.game import VERSION
from minecrew.mc_server import make_arena
from minecrew.runlog import GuardMode
from minecrew.skills import Library

from .conftest import SERVER, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEAM = ("Alice", "Bob")
SEED = 1
SHELF = "const id = mcData.blocksByName.bookshelf.id; const shelf = () => bot.findBlock({ matching: id, maxDistance: 64 })\n"
TO_SHELF = f"{SHELF}const s = shelf().position; await bot.pathfinder.goto(new GoalNear(s.x, s.y, s.z, 2))\n"
TO_BOB = "const b = bot.players.Bob.entity; await bot.pathfinder.goto(new GoalFollow(b, 2))\n"


@cache
def buildings() -> tuple[Building, ...]:
    return make_arena("village", seed=SEED).buildings


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def village() -> AsyncIterator[Stage]:
    """Alice and Bob in the village, guarded by the server and by their own processes."""
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        options: dict[str, Any] = {"port": 0, "seed": SEED, "arena": "village"}
        options["guard"] = {"mode": "block", "team": TEAM}
        info = await bridge.start_child("server", script=SERVER, options=options, heap_mb=512, rss_mb=1500)
        address = ServerAddress(host="127.0.0.1", port=info["port"], version=VERSION)
        guard = Guard(mode="block", team=TEAM, buildings=buildings(), witnessed=True)
        bots = {name: await bridge.join(name, address, guard=guard) for name in TEAM}
        await bots["Alice"].learn(Library().sources())
        yield Stage(bridge, address, bots, [])


async def turn(stage: Stage, *, server: GuardMode, bot: GuardMode, witnessed: bool = False) -> None:
    """From now on each side is as strict as it is told; what it told before is forgotten."""
    await stage.bridge.call("server", "guard", {"mode": server})
    guard = Guard(mode=bot, team=TEAM, buildings=buildings(), witnessed=witnessed)
    await stage.bridge.call("Alice", "guard", guard.model_dump(mode="json"))
    await stage.bridge.call("server", "inventories")  # it tells what it still has to tell
    stage.hear()
    stage.heard.clear()


def witnessed(stage: Stage, *kinds: str) -> list[dict[str, Any]]:
    return [event for event in stage.of("witness", "server") if event["kind"] in kinds]


def told(stage: Stage) -> list[tuple[str, str, str]]:
    """Of the guard's events: who tells, what, and of what deed."""
    own = [("bot", e["kind"], f"{e['act']} {e['target']}") for e in stage.of("guard", "Alice")]
    guarded = witnessed(stage, "guard.denied", "guard.warned")
    return own + [("server", e["kind"], f"{e['act']} {e['target']}") for e in guarded]


def harmless(stage: Stage) -> bool:
    """Nobody was struck and nothing of a building was broken."""
    broken = [e for e in witnessed(stage, "block.broken") if e["structure"]]
    return not broken and not witnessed(stage, "attacked", "hurt")


DENIED = {
    "a shelf": (f"{TO_SHELF}await bot.dig(shelf())", "library"),
    "a shelf by its place": (
        f"{TO_SHELF}await bot.dig({{ x: s.x + 0.5, y: s.y + 0.9, z: s.z + 0.2 }})",
        "library",
    ),
    "a shelf from afar": (f"{SHELF}await bot.dig(shelf())", "library"),
    "a place that changes while it is read": (
        f"{TO_SHELF}let n = 0; await bot.dig({{ get x () {{ return n++ ? s.x + 9 : s.x }}, y: s.y, z: s.z }})",
        "library",
    ),
    "a shelf by a skill": ("await mineBlock(bot, 'bookshelf', 2)", "library"),
    "a shelf by a step of skills": (f"{SHELF}await digBlock(bot, shelf().position)", "library"),
    "many shelves at once": (
        f"{TO_SHELF}await Promise.all(bot.findBlocks({{ matching: id, maxDistance: 8, count: 9 }}).map(p => bot.dig(p)))",
        "library",
    ),
    "a mate": (f"{TO_BOB}bot.attack(bot.players.Bob.entity)", "own team"),
    "a mate in a timer": (
        f"{TO_BOB}setTimeout(() => bot.attack(b), 50); await bot.waitForTicks(9)",
        "own team",
    ),
    "a villager": ("bot.attack(bot.nearestEntity(e => e.name === 'villager'))", "villager"),
    "a villager by a skill": ("await killMob(bot, 'villager')", "villager"),
    "the water of the well": (
        "const w = bot.findBlocks({ matching: mcData.blocksByName.water.id, maxDistance: 64, count: 200 }).find(p => !bot.mayDig(p))\n"
        "await bot.pathfinder.goto(new GoalNear(w.x, w.y, w.z, 3)); await bot.placeBlock(w, new Vec3(0, 1, 0))",
        "well",
    ),
}
"""Program, and a word of the reason."""

TRICKS = {
    "tampered answer": f"{TO_SHELF}bot.mayDig = () => true; await bot.dig(shelf())",
    "tampered dig": f"{TO_SHELF}bot.dig = () => {{}}",
    "dig on another": f"{TO_SHELF}await bot.dig.call({{ username: 'Zoe' }}, shelf())",
    "dig of a forged block": f"{TO_SHELF}const b = {{ ...shelf(), name: 'dirt', position: s, diggable: true }}; await bot.dig(b)",
    "attack of a forged mob": f"{TO_BOB}bot.attack({{ ...b, name: 'cow', type: 'mob' }})",
    "a new name": f"{TO_BOB}bot.username = 'Zoe'; bot.attack(b)",
    "prototype of the place": f"{TO_SHELF}Vec3.prototype.floored = () => new Vec3(0, 5, 0); await bot.dig(shelf())",
    "a way that is dug": (
        f"{TO_SHELF}const m = new Movements(bot); m.canDig = true; m.blocksCantBreak = new Set(); m.exclusionAreasBreak = []\n"
        "bot.pathfinder.setMovements(m); await bot.pathfinder.goto(new GoalBlock(s.x, s.y, s.z))"
    ),
    "the guard itself": "return bot.guard.learn({ mode: 'off' })",
}
"""Must come to nothing, whatever they fail with."""


async def test_both_sides_tell_of_one_try_once(village: Stage) -> None:
    await turn(village, server="block", bot="block", witnessed=True)
    assert (await village.run("Alice", DENIED["a shelf"][0], deadline=60)).code == "FORBIDDEN"
    assert told(village) == [("bot", "guard.denied", "break bookshelf")]


async def test_a_bot_that_comes_back_is_under_guard_again(village: Stage) -> None:
    await turn(village, server="off", bot="block")
    await village.bridge.kill_child("Alice")
    outcome = await village.run("Alice", DENIED["a shelf"][0], deadline=60)
    if outcome.code == "CRASHED":
        outcome = await village.run("Alice", DENIED["a shelf"][0], deadline=60)
    assert outcome.code == "FORBIDDEN", outcome


async def test_the_server_alone_denies_what_a_bot_lets_through(village: Stage) -> None:
    await turn(village, server="block", bot="off")
    for name in ("a shelf", "a mate", "a villager"):
        body = DENIED[name][0]
        if name == "a villager":
            body = (
                "const v = bot.nearestEntity(e => e.name === 'villager')\n"
                "await bot.pathfinder.goto(new GoalFollow(v, 1)); bot.attack(v)"
            )
        await village.run("Alice", f"{body}\nawait bot.waitForTicks(25)", deadline=60)
    await village.bridge.call("server", "inventories")
    assert harmless(village)
    assert told(village) == [
        ("server", "guard.denied", f"{act}") for act in ("break bookshelf", "attack Bob", "attack villager")
    ]


async def test_a_program_is_denied_and_told_why_by_the_bot_alone(village: Stage) -> None:
    await turn(village, server="off", bot="block")
    await village.bridge.call("server", "grant", {"player": "Alice", "item": "dirt", "count": 1})
    for name, (body, word) in DENIED.items():
        if name == "the water of the well":
            assert (await village.run("Alice", "await equipItem(bot, 'dirt')")).ok
        before = len(village.of("guard", "Alice"))
        outcome = await village.run("Alice", body, deadline=60)
        assert (outcome.ok, outcome.code) == (False, "FORBIDDEN"), (name, outcome)
        assert word in outcome.message, (name, outcome.message)
        assert len(village.of("guard", "Alice")) > before, name
    await village.bridge.call("server", "grant", {"player": "Alice", "item": "bookshelf", "count": 1})
    own = (
        f"{SHELF}const s = shelf().position; await bot.waitForTicks(5); const p = await placeItem(bot, 'bookshelf')\n"
        "await bot.pathfinder.goto(new GoalNear(s.x, s.y, s.z, 2))\n"
        "await mineBlock(bot, 'bookshelf', 1); return bot.blockAt(p).name"
    )
    outcome = await village.run("Alice", own, deadline=60)
    assert (outcome.ok, outcome.result) == (True, "air"), outcome  # hers, and none of those beside it
    for name, body in TRICKS.items():
        outcome = await village.run("Alice", body, deadline=60)
        assert not outcome.ok, (name, outcome)
        assert outcome.code in ("FORBIDDEN", "PROGRAM_ERROR", "BAD_ARGUMENT", "NO_PATH"), (name, outcome)
    assert harmless(village)
    assert {who for who, _, _ in told(village)} == {"bot"}
    counted = await village.bridge.call("server", "inventories")
    assert counted["Alice"] == {"dirt": 1, "book": 3}


@pytest.mark.parametrize(("server", "witness", "who"), [("warn", True, "server"), ("off", False, "bot")])
async def test_a_warned_deed_is_done_and_told_of_once(
    village: Stage, server: GuardMode, witness: bool, who: str
) -> None:
    await turn(village, server=server, bot="warn", witnessed=witness)
    assert (await village.run("Alice", DENIED["a shelf"][0], deadline=60)).ok
    assert (await village.run("Alice", DENIED["a mate"][0] + "\nawait bot.waitForTicks(5)", deadline=60)).ok
    assert not harmless(village)
    assert told(village) == [(who, "guard.warned", f"{act}") for act in ("break bookshelf", "attack Bob")]
