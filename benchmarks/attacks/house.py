"""The next program after an attack, which has to find everything as it should be."""
# ruff: noqa: E501 (JavaScript)

from __future__ import annotations

HOUSE = """
const before = bot.entity.position
const own = ['bot', 'fail', 'Vec3', 'Promise', 'Object', 'require', 'undefined', 'NaN'].map(k => typeof globalThis[k] + '/' + String(globalThis[k]?.name)).join()
await bot.waitForTicks(12)
const after = bot.entity.position
const wrong = []
const check = (name, fine) => { if (!fine) wrong.push(name) }
check('it walks', Math.hypot(after.x - before.x, after.z - before.z) < 0.5)
check('controls', ['forward', 'back', 'left', 'right', 'jump', 'sprint', 'sneak'].every(c => !bot.getControlState(c)))
check('the pathfinder', !bot.pathfinder.isMoving() && !bot.pathfinder.isMining() && !bot.targetDigBlock)
check('numbers', [after.x, after.y, after.z, bot.entity.yaw, bot.entity.pitch].every(Number.isFinite))
check('objects', Object.keys({}).length === 0 && ({}).evil === undefined && [3, 1].sort()[0] === 1 && String([1].map(x => x + 1)) === '2')
check('vectors', new Vec3(1, 2, 3).offset(1, 0, 0).x === 2)
check('data', mcData.itemsByName.oak_log.id > 1)
check('promises', await Promise.all([1, Promise.resolve(2)]).then(String) === '1,2')
check('timers', await new Promise(resolve => setTimeout(() => resolve(1), 50)) === 1)
check('the others', Object.keys(bot.players).sort().join() === 'Alice,Bob,Carol')
check('the bot', bot.username === 'Bob' && bot.health > 0 && bot.blockAt(after) !== null)
check('what a skill kept', typeof remembers === 'undefined' || remembers() === 1)
check('errors', (() => { try { bot.dig({}) } catch (e) { return e } return 1 })() !== undefined)
return { wrong, own }
"""
"""What the next program finds: [] and the names of its globals."""
