async function mineSixCobblestone(bot) {
  // Equip the wooden pickaxe
  const woodenPickaxe = bot.inventory.findInventoryItem(mcData.itemsByName.wooden_pickaxe.id);
  await bot.equip(woodenPickaxe, "hand");

  const stone = await exploreUntil(bot, new Vec3(0, -1, 0), 60, () => {
    return bot.findBlock({
      matching: mcData.blocksByName.stone.id,
      maxDistance: 32
    });
  });
  if (!stone) {
    bot.chat("Could not find stone.");
    return;
  }
  await mineBlock(bot, "stone", 6);
  bot.chat("Mined 6 cobblestone.");
}
