async function wearIronArmor(bot) {
  const places = {
    iron_helmet: "head",
    iron_chestplate: "torso",
    iron_leggings: "legs",
    iron_boots: "feet",
    shield: "off-hand"
  };
  for (const [name, place] of Object.entries(places)) {
    const piece = bot.inventory.findInventoryItem(mcData.itemsByName[name].id);
    if (piece) {
      await bot.equip(piece, place);
      bot.chat(`Equipped ${name}.`);
      await bot.waitForTicks(5);
    } else {
      bot.chat(`${name} not found in inventory.`);
    }
  }
  const worn = [5, 6, 7, 8, 45].map(slot => bot.inventory.slots[slot]);
  if (worn.some(piece => !piece)) {
    throw new Error("Not everything is worn");
  }
}
