async function smeltTwoIronOre(bot) {
  const furnaceItem = bot.inventory.findInventoryItem(mcData.itemsByName.furnace.id);
  if (furnaceItem) {
    const furnacePosition = bot.entity.position.offset(2, 0, 0);
    await placeItem(bot, "furnace", furnacePosition);
  }
  await smeltItem(bot, "iron_ore", "coal", 2);
  const ingots = bot.inventory.count(mcData.itemsByName.iron_ingot.id);
  bot.chat(`I have ${ingots} iron ingots now.`);
}
