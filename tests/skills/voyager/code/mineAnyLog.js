async function mineAnyLog(bot) {
  const logNames = ["oak_log", "birch_log", "spruce_log", "jungle_log", "acacia_log", "dark_oak_log", "mangrove_log"];
  const log = bot.findBlock({
    matching: block => logNames.includes(block.name),
    maxDistance: 32
  });
  if (!log) {
    bot.chat("No log nearby.");
    return;
  }
  await mineBlock(bot, log.name, 1);
  bot.chat(`Mined 1 ${log.name}.`);
}
