async function buildPillarOfThree(bot) {
  const foot = bot.entity.position.offset(2, 0, 0).floored();
  for (let height = 0; height < 3; height++) {
    const cobblestone = bot.inventory.findInventoryItem(mcData.itemsByName.cobblestone.id);
    await bot.equip(cobblestone, "hand");
    const below = bot.blockAt(foot.offset(0, height - 1, 0));
    await bot.lookAt(below.position.offset(0.5, 1, 0.5));
    await bot.placeBlock(below, new Vec3(0, 1, 0));
  }
  for (let height = 0; height < 3; height++) {
    const block = bot.blockAt(foot.plus(new Vec3(0, height, 0)));
    if (block.name !== "cobblestone") {
      throw new Error(`There is ${block.name} at ${block.position}`);
    }
  }
  bot.chat("Built a pillar.");
}
