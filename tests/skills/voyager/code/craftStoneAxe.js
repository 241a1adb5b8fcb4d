async function craftStoneAxe(bot) {
  await placeWorkbenchBeside(bot);
  const cobblestoneCount = bot.inventory.count(mcData.itemsByName["cobblestone"].id);
  const missing = Math.max(0, 3 - cobblestoneCount);
  if (missing > 0) {
    await mineBlock(bot, "stone", missing);
  }
  await craftItem(bot, "stone_axe", 1);
  bot.chat("Crafted a stone axe.");
}
