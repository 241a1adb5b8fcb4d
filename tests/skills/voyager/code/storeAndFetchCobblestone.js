async function storeAndFetchCobblestone(bot) {
  const chestPosition = bot.entity.position.offset(2, 0, 2).floored();
  await placeItem(bot, "chest", chestPosition);
  await depositItemIntoChest(bot, chestPosition, { cobblestone: 5 });
  await checkItemInsideChest(bot, chestPosition);
  await getItemFromChest(bot, chestPosition, { cobblestone: 2 });
  bot.chat("Three cobblestone are in the chest.");
}
