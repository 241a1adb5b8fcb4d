async function killOneCow(bot) {
  // Equip the wooden sword
  const woodenSword = bot.inventory.findInventoryItem(mcData.itemsByName.wooden_sword.id);
  await bot.equip(woodenSword, "hand");

  // Find the nearest cow
  const cow = await exploreUntil(bot, new Vec3(1, 0, 1), 60, () => {
    return bot.nearestEntity(entity => {
      return entity.name === "cow" && entity.position.distanceTo(bot.entity.position) < 32;
    });
  });
  if (!cow) {
    bot.chat("Could not find a cow.");
    return;
  }
  await killMob(bot, "cow", 300);
  bot.chat("Killed a cow.");

  // Collect what it dropped
  await bot.pathfinder.goto(new GoalNear(cow.position.x, cow.position.y, cow.position.z, 1));
}
