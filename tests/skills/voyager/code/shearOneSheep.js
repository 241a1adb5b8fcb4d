async function shearOneSheep(bot) {
  const shears = bot.inventory.findInventoryItem(mcData.itemsByName.shears.id);
  await bot.equip(shears, "hand");
  const sheep = bot.nearestEntity(entity => entity.name === "sheep");
  if (!sheep) {
    bot.chat("No sheep nearby.");
    return;
  }
  await bot.pathfinder.goto(new GoalFollow(sheep, 1));
  await bot.lookAt(sheep.position.offset(0, 1, 0));
  await bot.useOn(sheep);

  // The wool jumps off and can be picked up half a second later
  await bot.waitForTicks(20);
  for (const id in bot.entities) {
    const entity = bot.entities[id];
    if (entity.name === "item" && entity.position.distanceTo(bot.entity.position) < 8) {
      await bot.pathfinder.goto(new GoalBlock(entity.position.x, entity.position.y, entity.position.z));
    }
  }
  await bot.waitForTicks(10);
  bot.chat("Sheared a sheep.");
}
