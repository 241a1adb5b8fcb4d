async function findPlaceBeside(bot) {
  const offsets = [new Vec3(1, 0, 0), new Vec3(-1, 0, 0), new Vec3(0, 0, 1), new Vec3(0, 0, -1)];
  for (const offset of offsets) {
    const position = bot.entity.position.offset(offset.x, offset.y, offset.z).floored();
    const block = bot.blockAt(position);
    const below = bot.blockAt(position.offset(0, -1, 0));
    if (block.name === "air" && below.name !== "air") {
      return position;
    }
  }
  return null;
}

async function placeWorkbenchBeside(bot) {
  const position = await findPlaceBeside(bot);
  if (!position) {
    bot.chat("No free place beside me.");
    return;
  }
  await placeItem(bot, "crafting_table", position);
  const placed = bot.blockAt(position);
  if (placed.name !== "crafting_table") {
    throw new Error(`There is ${placed.name} where the crafting table should be`);
  }
  bot.chat("Placed a crafting table.");
}
