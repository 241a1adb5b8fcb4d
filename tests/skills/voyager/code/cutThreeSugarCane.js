async function cutThreeSugarCane(bot) {
  const places = bot.findBlocks({
    matching: [mcData.blocksByName.sugar_cane.id],
    maxDistance: 48,
    count: 100
  }).filter(place => {
    const below = bot.blockAt(place.offset(0, -1, 0));
    const lowest = bot.blockAt(place.offset(0, -2, 0));
    return below.name === "sugar_cane" && lowest.name !== "sugar_cane";
  });
  let cut = 0;
  for (const place of places) {
    if (bot.inventory.count(mcData.itemsByName.sugar_cane.id) >= 3) {
      break;
    }
    try {
      await bot.pathfinder.goto(new GoalNear(place.x, place.y, place.z, 2));
    } catch (err) {
      bot.chat(`Cannot reach ${place}: ${err.message}`);
      continue;
    }
    const cane = bot.blockAt(place);
    await bot.lookAt(place.offset(0.5, 0.5, 0.5));
    await bot.dig(cane);
    cut++;
    await bot.waitForTicks(12);
    await bot.pathfinder.goto(new GoalNearXZ(place.x, place.z, 1));
    await bot.waitForTicks(10);
  }
  bot.chat(`Cut ${cut} times.`);
}
