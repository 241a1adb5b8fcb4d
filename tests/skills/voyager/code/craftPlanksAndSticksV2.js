async function craftPlanksAndSticks(bot) {
  // Make sure that there are enough oak logs
  const oakLogCount = bot.inventory.count(mcData.itemsByName.oak_log.id);
  if (oakLogCount < 2) {
    bot.chat("Not enough oak logs, gathering some.");
    await gatherThreeOakLogs(bot);
  }

  // Planks first, sticks are made of them
  await craftItem(bot, "oak_planks", 2);
  await craftItem(bot, "stick", 1);
  bot.chat("Crafted planks and sticks.");
}
