async function eatBreadWhenHungry(bot) {
  const { x, z } = bot.entity.position;
  let turns = 0;
  while (bot.food >= 20 && turns < 100) {
    turns++;
    await bot.pathfinder.goto(new GoalXZ(x + (turns % 2) * 8, z));
  }
  const bread = bot.inventory.findInventoryItem(mcData.itemsByName.bread.id);
  await bot.equip(bread, "hand");
  await bot.consume();
  bot.chat(`Ate a bread, my health is ${bot.health}.`);
}
