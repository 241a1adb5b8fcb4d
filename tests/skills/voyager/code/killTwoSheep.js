async function killTwoSheep(bot) {
  const swords = ["netherite_sword", "diamond_sword", "iron_sword", "stone_sword", "wooden_sword"];
  for (const name of swords) {
    const sword = bot.inventory.findInventoryItem(mcData.itemsByName[name].id);
    if (sword) {
      await bot.equip(sword, "hand");
      break;
    }
  }
  for (let i = 1; i <= 2; i++) {
    await exploreUntil(bot, new Vec3(-1, 0, 1), 60, () => {
      return bot.nearestEntity(entity => entity.name === "sheep");
    });
    await killMob(bot, "sheep", 300);
    bot.chat(`Killed sheep ${i}.`);
  }
}
