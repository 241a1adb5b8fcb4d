async function craftPlanksAndSticks(bot) {
  await craftItem(bot, "oak_planks", 1);
  await craftItem(bot, "stick", 1);
}
