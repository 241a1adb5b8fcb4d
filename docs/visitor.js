// A visitor that uses no code of minecrew. `node docs/visitor.js PORT` joins a world that `minecrew world start` runs,
// digs a log and makes planks.
const { pathfinder, Movements, goals: { GoalNearXZ } } = require('mineflayer-pathfinder')
const bot = require('mineflayer').createBot({
  host: '127.0.0.1', port: process.argv[2], username: 'Visitor', plugins: { pathfinder }
})
// If the ground is not loaded yet, the visitor tries again.
const go = goal => bot.pathfinder.goto(goal).catch(() => bot.waitForTicks(20).then(() => go(goal)))
bot.once('spawn', () => bot.waitForChunksToLoad().then(async () => {
  bot.pathfinder.setMovements(Object.assign(new Movements(bot), { canDig: false }))
  const log = bot.findBlock({ matching: bot.registry.blocksByName.oak_log.id, maxDistance: 48 })
  await go(new GoalNearXZ(log.position.x, log.position.z, 2))
  await bot.dig(log)
  await go(new GoalNearXZ(log.position.x, log.position.z, 0.5)) // the place where the log fell
  while (!bot.inventory.findInventoryItem('oak_log')) await bot.waitForTicks(5)
  await bot.craft(bot.recipesFor(bot.registry.itemsByName.oak_planks.id)[0])
  bot.chat(`I made ${bot.inventory.findInventoryItem('oak_planks').count} oak planks`)
  bot.quit()
})).once('end', () => process.exit())
