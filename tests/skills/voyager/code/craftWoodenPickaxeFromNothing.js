async function craftWoodenPickaxeFromNothing(bot) {
  await gatherThreeOakLogs(bot);
  await craftItem(bot, "oak_planks", 3);
  await craftItem(bot, "stick", 1);
  await craftWorkbench(bot);

  // Place the crafting table near the bot
  const position = await findPlaceBeside(bot);
  await placeItem(bot, "crafting_table", position);
  await craftItem(bot, "wooden_pickaxe", 1);
  bot.chat("Crafted a wooden pickaxe.");
}
