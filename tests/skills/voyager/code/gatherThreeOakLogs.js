async function gatherThreeOakLogs(bot) {
  // Look for three oak logs
  const oakLogs = await exploreUntil(bot, new Vec3(1, 0, 1), 60, () => {
    const found = bot.findBlocks({
      matching: block => block.name === "oak_log",
      maxDistance: 32,
      count: 3
    });
    return found.length >= 3 ? found : null;
  });
  if (!oakLogs) {
    bot.chat("Could not find enough oak logs.");
    return;
  }

  // Mine them
  await mineBlock(bot, "oak_log", 3);
  bot.chat("Gathered 3 oak logs.");
}
