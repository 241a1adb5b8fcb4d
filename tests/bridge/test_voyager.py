"""What code written for Voyager uses of a bot, each in the real world by a short program."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

import pytest

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def team() -> tuple[str, ...]:
    return ("Alice",)


NEAR = "const here = bot.entity.position.floored()\n"
GRASS = NEAR + "const grass = bot.findBlock({ matching: b => b.name === 'grass_block', maxDistance: 16 })\n"
HELD = "const held = name => bot.inventory.findInventoryItem(mcData.itemsByName[name].id)\n"
FREE = (
    NEAR
    + "const clear = p => bot.blockAt(p.offset(0, 1, 0))?.name === 'air' && p.distanceTo(here) > 2\n"
    + "const grass = bot.findBlock({ matching: mcData.blocksByName.grass_block.id, maxDistance: 5, useExtraInfo: b => clear(b.position) })\n"
)

USES: dict[str, tuple[dict[str, int], str, object]] = {
    "bot.chat": ({}, "return bot.chat('Crafted a chest.') ?? 'said'", "said"),
    "bot.inventory.count": ({"bread": 2}, "return bot.inventory.count(mcData.itemsByName.bread.id)", 2),
    "bot.inventory.items": (
        {"apple": 2},
        "return bot.inventory.items().filter(i => i.name === 'apple').map(i => [i.name, i.count, i.type === mcData.itemsByName.apple.id])",
        [["apple", 2, True]],
    ),
    "bot.inventory.findInventoryItem": (
        {"cookie": 2},
        HELD
        + "return [held('cookie').name, bot.inventory.findInventoryItem('cookie').count, held('diamond') ?? 'none']",
        ["cookie", 2, "none"],
    ),
    "Vec3": (
        {},
        "const p = bot.entity.position\nreturn [p instanceof Vec3, p.offset(3, 0, 4).distanceTo(p), p.offset(0, 2, 0).minus(p).y, new Vec3(1.5, 2.5, 3.5).floored().toArray(), p.clone() !== p, p.equals(p.clone())]",
        [True, 5, 2, [1, 2, 3], True, True],
    ),
    "bot.findBlock by id": (
        {},
        "return bot.findBlock({ matching: mcData.blocksByName.grass_block.id, maxDistance: 32 }).name",
        "grass_block",
    ),
    "bot.findBlock by name": (
        {},
        "return bot.findBlock({ matching: block => ['grass_block', 'dirt'].includes(block.name), maxDistance: 32 }).position instanceof Vec3",
        True,
    ),
    "bot.findBlocks": (
        {},
        "const found = bot.findBlocks({ matching: [mcData.blocksByName.grass_block.id], maxDistance: 32, count: 5 })\nreturn [found.length, found.every(p => bot.blockAt(p).name === 'grass_block')]",
        [5, True],
    ),
    "bot.blockAt": (
        {},
        "const { x, y, z } = bot.entity.position\nreturn [bot.blockAt(new Vec3(x, y, z)).name, bot.blockAt(bot.entity.position.offset(0, -1, 0)).boundingBox]",
        ["air", "block"],
    ),
    "bot.nearestEntity": (
        {},
        "const sheep = bot.nearestEntity(e => e.name === 'sheep' && e.position.distanceTo(bot.entity.position) < 64)\nreturn [sheep.name, sheep.isValid, bot.nearestEntity(e => e.name === 'wither') ?? 'none']",
        ["sheep", True, "none"],
    ),
    "bot.equip and off-hand": (
        {"shield": 1, "iron_helmet": 1, "stick": 1},
        HELD
        + "await bot.equip(held('shield'), 'off-hand')\nawait bot.equip(mcData.itemsByName.iron_helmet.id, 'head')\nawait bot.equip(held('stick'), 'hand')\nreturn [bot.inventory.slots[45].name, bot.inventory.slots[5].name, bot.heldItem.name]",
        ["shield", "iron_helmet", "stick"],
    ),
    "bot.dig": (
        {"diamond_pickaxe": 1},
        GRASS + "await bot.dig(grass)\nreturn bot.blockAt(grass.position).name",
        "air",
    ),
    "bot.placeBlock": (
        {"cobblestone": 1},
        HELD
        + FREE
        + "await bot.equip(held('cobblestone'), 'hand')\nawait bot.placeBlock(grass, new Vec3(0, 1, 0))\nreturn bot.blockAt(grass.position.offset(0, 1, 0)).name",
        "cobblestone",
    ),
    "bot.lookAt": (
        {},
        "await bot.lookAt(bot.entity.position.offset(0, 1.62, -5))\nconst north = bot.entity.yaw\nawait bot.lookAt(bot.entity.position.offset(0, 20, -1))\nreturn [Math.abs(north) < 0.01, bot.entity.pitch > 1]",
        [True, True],
    ),
    "bot.activateBlock": (
        {"wooden_hoe": 1},
        HELD
        + FREE
        + "await bot.equip(held('wooden_hoe'), 'hand')\nawait bot.activateBlock(grass)\nawait bot.waitForTicks(4)\nreturn bot.blockAt(grass.position).name",
        "farmland",
    ),
    "bot.openContainer and bot.closeWindow": (
        {"chest": 1, "bread": 1},
        HELD
        + FREE
        + "await bot.equip(held('chest'), 'hand')\nawait bot.placeBlock(grass, new Vec3(0, 1, 0))\nconst place = bot.blockAt(grass.position.offset(0, 1, 0))\nconst chest = await bot.openContainer(place)\nawait chest.deposit(mcData.itemsByName.bread.id, null, 1)\nconst inside = chest.containerItems().map(i => i.name)\nawait bot.closeWindow(place)\nreturn inside",
        ["bread"],
    ),
    "bot.pathfinder.goto": (
        {},
        NEAR
        + """const gone = []
await bot.pathfinder.goto(new GoalNear(here.x + 3, here.y, here.z, 1)); gone.push(bot.entity.position.distanceTo(here) > 1)
await bot.pathfinder.goto(new GoalXZ(here.x, here.z)); gone.push(bot.entity.position.floored().x === here.x)
const grass = bot.findBlocks({ matching: mcData.blocksByName.grass_block.id, maxDistance: 12, count: 1024 }).find(p => p.distanceTo(here) > 5 && bot.blockAt(p.offset(0, 1, 0)).name === 'air')
await bot.pathfinder.goto(new GoalGetToBlock(grass.x, grass.y, grass.z)); gone.push(bot.entity.position.distanceTo(grass) < 3)
await bot.pathfinder.goto(new goals.GoalBlock(here.x, here.y, here.z)); gone.push(bot.entity.position.floored().equals(here))
await bot.pathfinder.goto(new GoalLookAtBlock(grass, bot.world, {})); gone.push(bot.entity.position.distanceTo(grass) < 7)
return gone""",
        [True, True, True, True, True],
    ),
    "a goal without a range": (
        {},
        NEAR
        + "await bot.pathfinder.goto(new GoalNear(here.x + 4, here.y, here.z))\nawait bot.pathfinder.goto(new GoalNearXZ(here.x, here.z))\nreturn bot.entity.position.distanceTo(here) < 3",
        True,
    ),
    "bot.waitForTicks": (
        {},
        "const before = bot.tick\nawait bot.waitForTicks(20)\nreturn bot.tick - before >= 20",
        True,
    ),
    "bot.food and bot.health": ({}, "return [bot.food <= 20, bot.health]", [True, 20]),
    "mcData": (
        {},
        "return [mcData.itemsByName.stick.id === mcData.items[mcData.itemsByName.stick.id].id, mcData.blocksByName['chest'].name, mcData.foodsByName.bread.foodPoints, mcData.itemsByName.raw_iron ?? 'none']",
        [True, "chest", 5, "none"],
    ),
    "bot.recipesFor and bot.craft": (
        {"oak_log": 1},
        "const planks = mcData.itemsByName.oak_planks.id\nawait bot.craft(bot.recipesFor(planks, null, 1, null)[0], 1, null)\nawait bot.waitForTicks(4)\nreturn bot.inventory.count(planks)",
        4,
    ),
    "bot.useOn": (
        {"shears": 1},
        HELD
        + "const sheep = bot.nearestEntity(e => e.name === 'sheep')\nawait bot.pathfinder.goto(new GoalFollow(sheep, 1))\nawait bot.equip(held('shears'), 'hand')\nawait bot.lookAt(sheep.position.offset(0, 1, 0))\nbot.useOn(sheep)\nawait bot.waitForTicks(10)\nreturn held('shears').durabilityUsed",
        1,
    ),
    "bot.consume, bot.activateItem and bot.food": (
        {"dried_kelp": 2, "baked_potato": 2},
        HELD
        + """for (let i = 0; bot.food > 18; i++) {
  await bot.look(i * Math.PI / 2, 0)
  for (const key of ['forward', 'sprint', 'jump']) bot.setControlState(key, true)
  await bot.waitForTicks(10)
}
bot.clearControlStates()
await bot.equip(held('dried_kelp'), 'hand')
bot.activateItem()
await bot.waitForTicks(40)
bot.deactivateItem()
const better = bot.food
await bot.equip(held('baked_potato'), 'hand')
await bot.consume()
await bot.waitForTicks(2)
return [better, bot.food, held('dried_kelp').count, held('baked_potato').count]""",
        [19, 20, 1, 1],
    ),
    "bot.isABed": ({}, GRASS + "return bot.isABed(grass)", False),
    "a wait by setTimeout": (
        {},
        "const before = bot.tick\nawait new Promise(resolve => setTimeout(resolve, 500))\nreturn bot.tick - before >= 10",
        True,
    ),
}


@pytest.mark.parametrize("use", USES)
async def test_a_program_of_voyagers_finds_what_it_uses(stage: Stage, use: str) -> None:
    held, body, answer = USES[use]
    for item, count in held.items():
        await stage.bridge.call("server", "grant", {"player": "Alice", "item": item, "count": count})
    if held:
        await stage.ticks(4)
    outcome = await stage.run("Alice", body, deadline=600)
    assert (outcome.code, outcome.message, outcome.result) == (None, "", answer)


async def test_fishing_where_there_is_none_ends_in_time_and_says_so(stage: Stage) -> None:
    empty = await stage.run("Alice", "await bot.fish()", deadline=60)
    assert (empty.code, empty.message) == (
        "MISSING_ITEM",
        "the bot has no fishing_rod in its hand; equip a fishing_rod",
    )
    await stage.bridge.call("server", "grant", {"player": "Alice", "item": "fishing_rod", "count": 1})
    await stage.ticks(4)
    body = "await bot.equip(mcData.itemsByName.fishing_rod.id, 'hand')\nawait bot.fish()"
    outcome = await stage.run("Alice", body, deadline=60)
    assert outcome.code == "NO_EFFECT", outcome
    assert "not to support fishing" in outcome.message
    assert outcome.seconds < 5
    twice = await stage.run("Alice", "bot.fish().catch(() => {})\nawait bot.fish()", deadline=60)
    assert twice.code == "BAD_ARGUMENT", twice
    assert (await stage.run("Alice", "return bot.heldItem.name")).result == "fishing_rod"
