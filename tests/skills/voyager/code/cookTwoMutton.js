async function cookTwoMutton(bot) {
  let furnace = bot.findBlock({
    matching: mcData.blocksByName.furnace.id,
    maxDistance: 32
  });
  if (!furnace) {
    await placeItem(bot, "furnace", bot.entity.position.offset(0, 0, 2));
    furnace = bot.findBlock({
      matching: mcData.blocksByName.furnace.id,
      maxDistance: 32
    });
  }
  await bot.pathfinder.goto(new GoalGetToBlock(furnace.position.x, furnace.position.y, furnace.position.z));
  await smeltItem(bot, "mutton", "oak_planks", 2);
  bot.chat("Cooked 2 mutton.");
}
