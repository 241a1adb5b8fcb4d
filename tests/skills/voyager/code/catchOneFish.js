async function catchOneFish(bot) {
  const waterBlock = await exploreUntil(bot, new Vec3(1, 0, 0), 60, () => {
    return bot.findBlock({
      matching: mcData.blocksByName.water.id,
      maxDistance: 32
    });
  });
  await bot.pathfinder.goto(new GoalNear(waterBlock.position.x, waterBlock.position.y, waterBlock.position.z, 3));
  const fishingRod = bot.inventory.findInventoryItem(mcData.itemsByName.fishing_rod.id);
  await bot.equip(fishingRod, "hand");
  await bot.lookAt(waterBlock.position);
  try {
    await bot.fish();
    bot.chat("Fish caught.");
  } catch (error) {
    if (error.message === "Fishing cancelled") {
      bot.chat("Fishing was cancelled.");
    } else {
      throw error;
    }
  }
}
