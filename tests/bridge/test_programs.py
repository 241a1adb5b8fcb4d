"""What programs end as: results, coded failures with their place, and deadlines."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

import asyncio

import pytest

from minecrew.bridge import CallError, Program
from minecrew.game import VERSION
from minecrew.runlog import ChildLost

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

FAILURES = {
    "a coded failure": ("throw fail('NOT_FOUND', 'no cane')", "NOT_FOUND", "no cane", 2),
    "an unknown code": ("throw fail('NONSENSE', 'x')", "PROGRAM_ERROR", "NONSENSE", 2),
    "the sandbox's own code": ("throw fail('TIMEOUT', 'x')", "PROGRAM_ERROR", "TIMEOUT", 2),
    "a code set by hand": ("throw Object.assign(new Error('x'), {code: 'TIMEOUT'})", "PROGRAM_ERROR", "x", 2),
    "an error": ("\nnull.x", "PROGRAM_ERROR", "TypeError", 3),
    "null": ("throw null", "PROGRAM_ERROR", "null", None),
    "an evil error": ("throw { get message () { throw 1 } }", "PROGRAM_ERROR", "cannot be printed", None),
    "a syntax error": ("const a = = 3", "SYNTAX", "Unexpected token", 2),
    "an import": ("await import('node:fs')", "FORBIDDEN", "import", None),
    "a module": ("require('fs')", "FORBIDDEN", "fs", 2),
    "endless recursion": ("const f = () => f() + 1; return f()", "LIMIT", "recursion", 2),
    "a huge result": ("return 'x'.repeat(1e6)", "LIMIT", "result", None),
    "a number that no log can keep": ("return { counted: [1e20] }", "LIMIT", "63 bits", None),
    "too many calls": ("for (;;) bot.blockAt(bot.entity.position)", "LIMIT", "calls", 2),
    "a wrong argument": ("bot.blockAt({ x: 1, y: 'a', z: 0 })", "BAD_ARGUMENT", "number", 2),
    "a forged item": ("await bot.equip({ name: 'stick', type: 1, slot: 36 }, 'hand')", "BAD_ARGUMENT", "", 2),
    "a command": ("bot.chat('/give Alice diamond')", "BAD_ARGUMENT", "commands", 2),
    "a hidden command": ("bot.chat('  /give Alice diamond')", "BAD_ARGUMENT", "commands", 2),
    "a command on the second line": ("bot.chat('x\\n/give Alice diamond')", "BAD_ARGUMENT", "commands", 2),
    "chat without end": ("for (let i = 0; i < 99; i++) bot.chat('x' + i)", "LIMIT", "chat", 2),
    "no path": (
        "bot.pathfinder.setMovements({ canDig: false }); const p = bot.entity.position\n"
        "await bot.pathfinder.goto(new GoalBlock(p.x, 60, p.z))",
        "NO_PATH",
        "path",
        3,
    ),
    "a missing item": ("await bot.toss(mcData.itemsByName.stick.id, null, 1)", "MISSING_ITEM", "stick", 2),
    "a missing ingredient": (
        "await bot.craft(bot.recipesAll(mcData.itemsByName.stick.id, null, false)[0], 1)",
        "MISSING_ITEM",
        "ingredient",
        2,
    ),
    "a missing table": (
        "await bot.craft(bot.recipesAll(mcData.itemsByName.paper.id, null, true)[0], 1)",
        "NEEDS_TABLE",
        "",
        2,
    ),
    "bedrock": (
        "await bot.dig(bot.findBlock({ matching: mcData.blocksByName.bedrock.id, maxDistance: 32 }))",
        "BAD_ARGUMENT",
        "dug",
        2,
    ),
    "a dig that the server refuses": (
        "await bot.dig(bot.blockAt(bot.entity.position.offset(0, -1, 12)))",
        "NO_EFFECT",
        "denies that the block is gone",
        2,
    ),
}


@pytest.mark.parametrize("name", FAILURES)
async def test_a_failure_is_a_coded_value(stage: Stage, name: str) -> None:
    body, code, message, line = FAILURES[name]
    outcome = await stage.run("Alice", body, deadline=20)
    assert (outcome.ok, outcome.code) == (False, code), outcome
    assert message in outcome.message
    if line is not None:
        assert outcome.at is not None
        assert (outcome.at.skill, outcome.at.line) == ("program", line)
    assert outcome.observation is not None


RESULTS = {
    "return [1, 'a', null, undefined, { a: [true] }]": [1, "a", None, None, {"a": [True]}],
    "": None,
    "return bot.username": "Alice",
    "const a = bot.tick; await bot.waitForTicks(10); const n = bot.tick - a; return n >= 10 && n < 15": True,
    "const a = Date.now(); await new Promise(r => setTimeout(r, 200)); const ms = Date.now() - a; "
    "return ms >= 200 && ms < 450 && ms % 50": 0,
    "let n = 0; const t = setInterval(() => n++, 50); await bot.waitForTicks(5); clearInterval(t); const m = n; "
    "await bot.waitForTicks(3); return n === m && n >= 4": True,
    "return bot.entity.position instanceof Vec3": True,
    f"return require('vec3').Vec3 === Vec3 && require('minecraft-data')('{VERSION}') === mcData": True,
    "return [rules, rules.distances, rules.crops.wheat].every(Object.isFrozen) && rules.distances.reach > 0": True,
    "const open = v => Object(v) === v && (!Object.isFrozen(v) || Object.keys(v).some(k => open(v[k]))); "
    "return [open(mcData), open([[1]]), Object.keys(mcData).length > 9]": [False, True, True],
    "const p = bot.entity.position; p.x += 100; return bot.entity.position.x < 60": True,
    "return bot.findBlock({ matching: b => b.name === 'oak_log', maxDistance: 48 }).name": "oak_log",
    "return bot.findBlocks({ matching: mcData.blocksByName.oak_log.id, maxDistance: 48, count: 5 }).length": 5,
    "return bot.nearestEntity(e => e.name === 'cow').name": "cow",
    "return Object.keys(bot.players).sort().join()": "Alice,Bob,Carol",
    "bot.pathfinder.stop(); const p = bot.entity.position.floored(); "
    "await bot.pathfinder.goto(new GoalXZ(p.x + 3, p.z)); return bot.entity.position.floored().x - p.x": 3,
    "return new Promise((resolve) => bot.once('physicsTick', () => resolve(typeof bot.tick)))": "number",
    "try { await bot.dig(null) } catch (e) { return e.code }": "BAD_ARGUMENT",
}


@pytest.mark.parametrize("body", RESULTS)
async def test_a_result_comes_back_as_json(stage: Stage, body: str) -> None:
    outcome = await stage.run("Alice", body)
    assert (outcome.ok, outcome.code, outcome.result) == (True, None, RESULTS[body]), outcome


async def test_skills_call_each_other_and_a_failure_names_the_innermost(stage: Stage) -> None:
    bob = stage.bots["Bob"]
    await bob.learn(
        {
            "outer": "'use strict'\n/** Doc. */\nasync function outer (bot, n) {\n  return await inner(bot, n)\n}\n"
            "module.exports = outer\n",
            "inner": "const limit = 2 // a bare file, as Voyager has them\nasync function inner (bot, n) {\n"
            "  await bot.waitForTicks(1)\n  if (n > limit) throw fail('NO_SPACE', `n is ${n}`)\n  return n\n}\n",
            "broken": "async function broken (bot) {\n  const = 3\n}\nmodule.exports = broken\n",
        }
    )
    assert (await bob.run(Program(call="outer", args=(1,)), deadline=5)).result == 1
    failed = await bob.run(Program(call="outer", args=(3,)), deadline=5)
    assert (failed.code, failed.message) == ("NO_SPACE", "n is 3")
    assert failed.at is not None
    assert (failed.at.skill, failed.at.line) == ("inner", 4)
    used = await stage.run("Bob", "return [await outer(bot, 2), typeof inner]")
    assert used.result == [2, "function"]
    broken = await bob.run(Program(call="broken"), deadline=5)
    assert broken.code == "SYNTAX"
    assert broken.at is not None
    assert (broken.at.skill, broken.at.line) == ("broken", 2)
    assert (await bob.run(Program(call="nothing"), deadline=5)).code == "BAD_ARGUMENT"


async def test_the_deadline_is_kept_in_game_seconds_and_nothing_goes_on_after_it(stage: Stage) -> None:
    outcome = await stage.run(
        "Bob",
        "bot.setControlState('forward', true); setInterval(() => bot.chat('still here'), 300)\n"
        "await bot.waitForTicks(10); for (;;) { try { await bot.waitForTicks(1) } catch {} }",
        deadline=1.5,
    )
    assert outcome.code == "TIMEOUT"
    assert outcome.seconds == pytest.approx(1.5, abs=0.1)
    await stage.ticks(10)  # what still slides comes to rest
    before = await stage.bots["Bob"].observe()
    said = len(stage.of("chat", "Alice"))
    await stage.ticks(10)
    assert (await stage.bots["Bob"].observe()).position == before.position
    assert len(stage.of("chat", "Alice")) == said
    assert (await stage.run("Bob", "return 1")).result == 1


async def test_a_promise_that_a_program_lets_fail_is_no_fault_of_ours(stage: Stage) -> None:
    before = len(stage.of("fault", "Bob"))
    for n, wait in enumerate(("await bot.waitForTicks(3)", "")):
        body = f"Promise.reject(new Error('the server is gone {n}')); {wait}; return 1"
        assert (await stage.run("Bob", body)).result == 1
        await stage.ticks(2)
        assert len(stage.of("fault", "Bob")) == before
        assert f"the server is gone {n}" in stage.of("log", "Bob")[-1]["text"]


async def test_a_view_of_a_stack_that_has_changed_does_not_stand_for_another_stack(stage: Stage) -> None:
    async def grant(count: int) -> None:
        await stage.bridge.call("server", "grant", {"player": "Carol", "item": "birch_log", "count": count})

    await grant(64)
    await grant(5)
    body = (
        "await bot.waitForTicks(3); const logs = () => bot.inventory.items().filter(i => i.name === 'birch_log')\n"
        "const few = logs().find(i => i.count === 5); while (logs().some(i => i.count === 5)) await bot.waitForTicks(1)\n"
        "await bot.tossStack(few); await bot.waitForTicks(2); return logs().map(i => i.count)"
    )
    tossing = await stage.begin("Carol", body)
    await stage.ticks(10)
    await grant(1)
    assert (await tossing).result == [64]


async def test_an_item_that_the_bot_does_not_hold_is_not_worn(stage: Stage) -> None:
    await stage.bridge.call("server", "grant", {"player": "Carol", "item": "shield", "count": 1})
    body = (
        "await bot.waitForTicks(3); const shield = bot.inventory.items().find(i => i.name === 'shield')\n"
        "await bot.tossStack(shield); await bot.waitForTicks(3)\n"
        "const away = bot.nearestEntity(e => e.name === 'item')?.getDroppedItem()\n"
        "if (!away) return 'there is no item'\n"
        "for (const item of [shield, away]) {\n"
        "  try { await bot.equip(item, 'hand'); return 'worn' } catch (e) { if (e.code !== 'BAD_ARGUMENT') throw e }\n"
        "}\nreturn 'refused'"
    )
    assert (await stage.run("Carol", body)).result == "refused"


async def test_what_the_host_began_for_a_program_ends_with_it(stage: Stage) -> None:
    await stage.bridge.call("server", "grant", {"player": "Carol", "item": "oak_log", "count": 64})
    await stage.run("Carol", "await bot.waitForTicks(5)")
    craft = "await bot.craft(bot.recipesFor(mcData.itemsByName.oak_planks.id, null, 1, null)[0], 64)"
    outcome = await stage.run("Carol", craft, deadline=0.15)
    assert (outcome.code, outcome.observation is not None) == ("TIMEOUT", True), outcome
    counted = (await stage.bridge.call("server", "inventories"))["Carol"]
    assert outcome.observation is not None
    assert outcome.observation.inventory == counted
    assert counted["oak_log"] > 0  # it was not done with
    await stage.ticks(10)
    assert (await stage.bridge.call("server", "inventories"))["Carol"] == counted
    again = await stage.run("Carol", craft.replace("64)", "1)"))
    assert (again.ok, again.gained) == (True, {"oak_log": -1, "oak_planks": 4}), again


async def test_a_bot_whose_program_leaves_something_endless_begins_anew(stage: Stage) -> None:
    # Nothing opens there: mineflayer waits 20 s for a window.
    body = (
        "await bot.craft(bot.recipesAll(mcData.itemsByName.paper.id, null, true)[0], 1, "
        "bot.blockAt(bot.entity.position.offset(0, -1, 0)))"
    )
    outcome = await stage.run("Carol", body, deadline=0.5)
    assert outcome.code == "TIMEOUT"
    assert (await stage.run("Carol", "return bot.username", deadline=10)).result == "Carol"
    assert "does not end" in stage.of("fault", "Carol")[-1]["message"]
    assert len(stage.of("restarted", "Carol")) == 1


async def test_a_run_that_waits_for_the_respawn_can_be_stopped(stage: Stage) -> None:
    dead = await stage.begin("Bob", "await new Promise(() => {})")
    await stage.command("kill Bob")
    assert (await dead).code == "DIED"
    stage.bridge.clock.hold("test")  # dead, and told so: it comes back with the next ticks
    waiting = asyncio.create_task(stage.run("Bob", "console.log('begun'); await bot.waitForTicks(9)"))
    await asyncio.sleep(0)
    assert await stage.bots["Bob"].stop() is True
    assert (await waiting).code == "STOPPED"
    stage.bridge.clock.release("test")
    assert {"text": "begun"}.items() not in [log.items() for log in stage.of("log", "Bob")]


async def test_stop_ends_a_run(stage: Stage) -> None:
    running = await stage.begin("Bob", "await new Promise(() => {})")
    with pytest.raises(CallError, match="BUSY"):
        await stage.run("Bob", "return 1")
    assert await stage.bots["Bob"].stop() is True
    assert (await running).code == "STOPPED"
    assert await stage.bots["Bob"].stop() is False


async def test_death_ends_a_run_and_the_bot_respawns(stage: Stage) -> None:
    running = await stage.begin("Bob", "await new Promise(() => {})")
    await stage.command("kill Bob")
    outcome = await running
    assert outcome.code == "DIED"
    again = await stage.run("Bob", "await bot.waitForTicks(5); return bot.health", deadline=10)
    assert again.result == 20


async def test_gained_is_the_difference_of_the_inventory(stage: Stage) -> None:
    await stage.bridge.call("server", "grant", {"player": "Alice", "item": "oak_log", "count": 2})
    assert (
        await stage.run("Alice", "await bot.waitForTicks(5); return bot.inventory.items().length")
    ).result == 1
    outcome = await stage.run(
        "Alice", "await bot.craft(bot.recipesFor(mcData.itemsByName.oak_planks.id, null, 1, null)[0], 1)"
    )
    assert (outcome.ok, outcome.gained) == (True, {"oak_log": -1, "oak_planks": 4}), outcome
    assert outcome.observation is not None
    assert outcome.observation.inventory == {"oak_log": 1, "oak_planks": 4}
    counted = await stage.run(
        "Bob", "return [await bot.countOf('Alice', 'oak_planks'), await bot.countOf('Zed', 'x')]"
    )
    assert counted.result == [4, None]


async def test_observation_counts_the_surroundings_only_when_asked(stage: Stage) -> None:
    plain = await stage.bots["Carol"].observe()
    assert plain.blocks == {}
    assert set(plain.players) <= {"Alice", "Bob"}
    assert plain.mobs["cow"].count > 0
    log = "bot.findBlock({ matching: mcData.blocksByName.oak_log.id, maxDistance: 48 })"
    near = f"const p = {log}.position; await bot.pathfinder.goto(new GoalNear(p.x, p.y, p.z, 2))"
    assert (await stage.run("Carol", near, deadline=20)).ok
    full = await stage.bots["Carol"].observe(surroundings=True)
    assert full.blocks["oak_log"].count > 10
    assert "air" not in full.blocks
    assert 0 < full.blocks["grass_block"].count <= 13**2, "of plain ground what is near its feet"
    assert (await stage.run("Carol", f"await bot.dig({log})", deadline=20)).ok
    after = await stage.bots["Carol"].observe(surroundings=True)
    assert after.blocks["oak_log"].count == full.blocks["oak_log"].count - 1


async def test_what_a_program_prints_and_says_is_told(stage: Stage) -> None:
    assert (await stage.run("Alice", "console.log('hello', { a: 1 }); bot.chat('good day')")).ok
    await stage.bots["Alice"].chat("and you?")
    await stage.ticks(3)
    assert {"run": stage.of("log", "Alice")[-1]["run"], "text": 'hello {"a":1}'} in stage.of("log", "Alice")
    heard = [(chat["user"], chat["text"]) for chat in stage.of("chat", "Carol")]
    assert heard[-2:] == [("Alice", "good day"), ("Alice", "and you?")]
    await stage.bots["Alice"].chat("/kill Bob\n/kill Carol")
    await stage.ticks(3)
    assert stage.of("chat", "Carol")[-1]["text"] == "> /kill Bob /kill Carol"


async def test_unknown_children_and_methods_are_refused(stage: Stage) -> None:
    with pytest.raises(ChildLost, match="nobody"):
        await stage.bridge.call("nobody", "ping")
    with pytest.raises(CallError, match="NO_METHOD"):
        await stage.bridge.call("Alice", "constructor")
    with pytest.raises(CallError, match="NO_METHOD"):
        await stage.bridge.call("supervisor", "toString")
