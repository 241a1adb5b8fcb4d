async function sowWheatByTheWater(bot) {
  const grass = bot.findBlock({
    matching: mcData.blocksByName.grass_block.id,
    maxDistance: 48,
    useExtraInfo: block => {
      const above = bot.blockAt(block.position.offset(0, 1, 0));
      const sides = [[1, 0], [-1, 0], [0, 1], [0, -1]];
      const wet = sides.some(([x, z]) => bot.blockAt(block.position.offset(x, 0, z))?.name === "water");
      return above?.name === "air" && wet;
    }
  });
  if (!grass) {
    bot.chat("No grass by the water.");
    return;
  }
  await bot.pathfinder.goto(new GoalNear(grass.position.x, grass.position.y, grass.position.z, 2));
  const hoe = bot.inventory.items().find(item => item.name.includes("hoe"));
  await bot.equip(hoe, "hand");
  await bot.lookAt(grass.position.offset(0.5, 1, 0.5));
  await bot.activateBlock(grass);
  await bot.waitForTicks(5);
  const farmland = bot.blockAt(grass.position);
  await bot.equip(mcData.itemsByName.wheat_seeds.id, "hand");
  await bot.placeBlock(farmland, new Vec3(0, 1, 0));
  const wheat = bot.blockAt(grass.position.offset(0, 1, 0));
  if (wheat.name !== "wheat") {
    throw new Error(`There is ${wheat.name} on the ${farmland.name}`);
  }
  bot.chat("Wheat sown.");
}
