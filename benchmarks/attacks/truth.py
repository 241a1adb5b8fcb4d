"""What a bot holds and where things stand is what the server counts, whatever a program does with windows and clicks."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

from benchmarks.attacks.attack import Attack

STOCK = {"chest": 1, "paper": 3, "oak_log": 2, "oak_planks": 4, "iron_helmet": 1, "porkchop": 1, "dirt": 2}
"""Granted before each of these attacks."""
SECONDS = 12.0
"""Game seconds of each: some walk."""

BEFORE = r"""
await bot.waitForTicks(2) // until it knows what it was granted
const id = name => mcData.itemsByName[name].id
const paper = id('paper')
const chest = { matching: mcData.blocksByName.chest.id, maxDistance: 32 }
const before = bot.findBlock(chest)
if (before) await bot.pathfinder.goto(new GoalNear(before.position.x, before.position.y, before.position.z, 2))
else {
  await bot.equip(id('chest'), 'hand')
  await bot.placeBlock(bot.blockAt(bot.entity.position.floored().offset(0, -1, 2)), new Vec3(0, 1, 0))
}
const at = bot.findBlock(chest)
const stackOf = name => bot.inventory.items().find(item => item.name === name)
const all = (...deeds) => Promise.allSettled(deeds)
"""
"""Stands before a chest, with names for what the attacks use."""

_PLAYED = frozenset(
    {"BAD_ARGUMENT", "NO_EFFECT", "MISSING_ITEM", "NO_SPACE", "OUT_OF_REACH", "NEEDS_TOOL", "INVENTORY_FULL"}
)
"""Codes of deeds that the game refuses."""

TRUTH = [
    Attack(name, "truth", BEFORE + body, _PLAYED, seconds=SECONDS, needs=STOCK)
    for name, body in {
        "a window closed again after a toss": "const w = await bot.openChest(at); w.close(); await bot.waitForTicks(2); await bot.toss(paper, null, 1); await bot.waitForTicks(2); w.close(); return 'held'",
        "a window that was closed, used": "const w = await bot.openChest(at); w.close(); await all(w.deposit(paper, null, 1)); await all(w.withdraw(paper, null, 1)); return 'held'",
        "the first of two windows": "const w = await bot.openChest(at); const v = await bot.openChest(at); await all(v.deposit(paper, null, 1)); w.close(); await all(w.withdraw(paper, null, 1)); v.close(); return 'held'",
        "three windows at once": "const opened = await all(bot.openChest(at), bot.openChest(at), bot.openContainer(at)); await all(...opened.map(({ value: w }) => w?.deposit(paper, null, 1))); return 'held'",
        "a deposit while it closes": "const w = await bot.openChest(at); const laid = w.deposit(paper, null, 2); w.close(); await all(laid, bot.toss(paper, null, 1)); return 'held'",
        "deposits, withdrawals and throws at once": "const w = await bot.openChest(at); await all(w.deposit(paper, null, 2), w.withdraw(paper, null, 1), bot.toss(paper, null, 1), w.deposit(id('oak_log'), null, 1)); w.close(); return 'held'",
        "left amid a deposit": "const w = await bot.openChest(at); w.deposit(paper, null, 2).catch(() => {}); await bot.waitForTicks(1); return 'held'",
        "left amid a craft": "bot.craft(bot.recipesAll(id('oak_planks'), null, null)[0], 2, null).catch(() => {}); await bot.waitForTicks(1); return 'held'",
        "left amid a throw": "bot.toss(paper, null, 2).catch(() => {}); bot.equip(id('iron_helmet'), 'head').catch(() => {}); return 'held'",
        "one stack thrown twice": "const stack = stackOf('paper'); await all(bot.tossStack(stack), bot.tossStack(stack)); return 'held'",
        "a helmet worn after it was thrown": "const helmet = stackOf('iron_helmet'); await bot.tossStack(helmet); await all(bot.equip(helmet, 'head')); return 'held'",
        "a recipe whose parts are gone": "const [recipe] = bot.recipesFor(id('stick'), null, 1, null); await bot.toss(id('oak_planks'), null, stackOf('oak_planks').count); await all(bot.craft(recipe, 1)); return 'held'",
        "crafted and thrown at once": "const [recipe] = bot.recipesFor(id('stick'), null, 1, null); await all(bot.craft(recipe, 1), bot.toss(id('oak_planks'), null, 2), bot.craft(recipe, 1)); return 'held'",
        "more and less than there is": "const w = await bot.openChest(at); for (const n of [1e6, 64.5, -1, 0, 0.5]) await all(w.deposit(paper, null, n), w.withdraw(paper, null, n), bot.toss(id('dirt'), null, n)); w.close(); return 'held'",
        "worn where it does not belong": "await all(bot.equip(paper, 'head'), bot.equip(id('iron_helmet'), 'feet'), bot.equip(id('iron_helmet'), 'off-hand'), bot.unequip('off-hand'), bot.unequip('head')); return 'held'",
        "eaten and thrown at once": "await bot.equip(id('porkchop'), 'hand'); await all(bot.tossStack(stackOf('porkchop')), bot.consume(), bot.unequip('hand')); return 'held'",
        "a chest opened by a click": "await bot.activateBlock(at); await bot.waitForTicks(3); await all(bot.toss(paper, null, 1), bot.tossStack(stackOf('dirt'))); await all(bot.openChest(at).then(w => w.deposit(paper, null, 1))); return 'held'",
        "a window closed amid a craft": "const w = await bot.openChest(at); const [recipe] = bot.recipesFor(id('stick'), null, 1, null); const made = bot.craft(recipe, 1); w.close(); bot.closeWindow(at); await all(made, bot.craft(recipe, 1)); return 'held'",
        "a furnace that is a chest": "await all(bot.openFurnace(at).then(f => f.putFuel(id('oak_log'), null, 1))); await all(bot.openChest(bot.blockAt(at.position.offset(0, -1, 0)))); return 'held'",
        "a swap of what is worn and held": "for (const slot of [0, 8, 3]) { bot.setQuickBarSlot(slot); await all(bot.equip(id('iron_helmet'), 'head'), bot.equip(id('iron_helmet'), 'hand'), bot.unequip('head'), bot.equip(paper, 'off-hand')) }\nreturn 'held'",
        "slots of its own": "const { slots } = bot.inventory; slots.fill({ name: 'diamond', type: id('diamond'), count: 64 }); slots.length = 1; return bot.inventory.count(id('diamond'), null) === 0 && bot.inventory.slots.length > 40 ? 'held' : 'wrote slots'",
        "a slot of four and a half": "for (const slot of [4.5, -1, 9, 1e308, '3.3', { valueOf: () => 2.5 }]) { try { bot.setQuickBarSlot(slot) } catch {} }\nawait bot.toss(paper, null, 1); return Number.isInteger(bot.quickBarSlot) ? 'held' : 'between two slots'",
        "a face that is nearly one": "const ground = bot.blockAt(bot.entity.position.floored().offset(2, -1, 0)); await bot.equip(id('dirt'), 'hand')\nfor (const face of [[0, 0.001, 0], [0, 1e-9, 0], [1, 1, 0], [0, 0, 0], [0, 2, 0]]) await all((async () => bot.placeBlock(ground, new Vec3(...face)))())\nreturn bot.blockAt(ground.position).name === ground.name ? 'held' : 'replaced the ground'",
        "one block placed twice at once": "const ground = bot.blockAt(bot.entity.position.floored().offset(-2, -1, 0)); await bot.equip(id('dirt'), 'hand'); const up = new Vec3(0, 1, 0)\nawait all(bot.placeBlock(ground, up), bot.placeBlock(ground, up), bot.toss(id('dirt'), null, 1)); return 'held'",
        "a block placed in its own body": "const here = bot.entity.position.floored(); await bot.equip(id('dirt'), 'hand'); await all(bot.placeBlock(bot.blockAt(here.offset(0, -1, 0)), new Vec3(0, 1, 0)))\nawait bot.waitForTicks(3); return bot.blockAt(here).name === 'dirt' ? 'in a block' : 'held'",
        "dug from afar": "const far = bot.entity.position.floored().offset(12, -1, 0); const block = bot.blockAt(far); await all((async () => bot.dig(block, true))(), bot.waitForTicks(40)); bot.stopDigging(); await bot.waitForTicks(2); return bot.blockAt(far).name === block.name ? 'held' : 'dug 12 blocks away'",
        "one block dug twice at once": "const block = bot.blockAt(bot.entity.position.floored().offset(2, -1, 1)); await all((async () => bot.dig(block))(), (async () => bot.dig(block, true))()); return 'held'",
        "the chest dug with its window open": "const w = await bot.openChest(at); await w.deposit(paper, null, 1); await all((async () => bot.dig(at))(), w.withdraw(paper, null, 1)); await all((async () => w.deposit(paper, null, 1))()); await bot.waitForTicks(5); return 'held'",
    }.items()
]
