async function craftWorkbench(bot) {
  const planks = bot.inventory.items().find(item => item.name.endsWith("_planks"));
  if (!planks || planks.count < 4) {
    const logs = bot.inventory.findInventoryItem(mcData.itemsByName["oak_log"].id);
    if (!logs) {
      await gatherThreeOakLogs(bot);
    }
    await craftItem(bot, "oak_planks", 1);
  }
  await craftItem(bot, "crafting_table", 1);
  bot.chat("Crafted a crafting table.");
}
