"""Each kind of thing that the skills promise and no example shows, made in a real world when soaked."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from minecrew.skill_tools.trial import run_trial
from minecrew.skills import Library, Trial


@dataclass(frozen=True)
class Made:
    """A call, and what it has to gain at least."""

    call: str
    expect: dict[str, int]
    arena: str = "meadow"
    give: dict[str, int] = field(default_factory=dict)


KINDS = {
    "wood: oak": Made("gatherWood(bot, 3, 'oak')", {"oak_log": 3}),
    "stone": Made("craftFromScratch(bot, 'stone', 2)", {"stone": 2}, "mine"),
    "coal": Made("mineOre(bot, 'coal', 2)", {"coal": 2}, "mine"),
    "iron": Made("mineOre(bot, 'iron', 2)", {"iron_ore": 2}, "mine", {"stone_pickaxe": 1}),
    "gold": Made("mineOre(bot, 'gold', 1)", {"gold_ore": 1}, "mine", {"iron_pickaxe": 1}),
    "iron ingots": Made("makeIngots(bot, 'iron', 2)", {"iron_ingot": 2}, "mine"),
    "wooden axe": Made("craftTool(bot, 'axe', 'wooden')", {"wooden_axe": 1}),
    "wooden hoe": Made("craftTool(bot, 'hoe', 'wooden')", {"wooden_hoe": 1}),
    "stone shovel": Made("craftTool(bot, 'shovel', 'stone')", {"stone_shovel": 1}, "mine"),
    "stone pickaxe": Made("craftTool(bot, 'pickaxe', 'stone')", {"stone_pickaxe": 1}, "mine"),
    "iron sword": Made("craftTool(bot, 'sword', 'iron')", {"iron_sword": 1}, "mine"),
    "diamond pickaxe": Made("craftTool(bot, 'pickaxe', 'diamond')", {"diamond_pickaxe": 1}, "mine"),
    "iron boots": Made("craftArmour(bot, 'iron', ['boots'])", {"iron_boots": 1}, "mine"),
    "chest": Made("craftFromScratch(bot, 'chest')", {"chest": 1}),
    "furnace": Made("craftFromScratch(bot, 'furnace')", {"furnace": 1}, "mine"),
    "torches of charcoal": Made("craftTorches(bot, 4)", {"torch": 4}, give={"cobblestone": 8}),
    "birch boat": Made("craftBoat(bot, 'birch')", {"birch_boat": 1}),
    "any food, cooked": Made("cookFood(bot, 1, 'mutton')", {"cooked_mutton": 1}, give={"cobblestone": 8}),
    "beetroots": Made(
        "raiseCrop(bot, 'beetroots', 2)",
        {"beetroot": 2},
        give={"wooden_hoe": 1, "beetroot_seeds": 2, "bone_meal": 16},
    ),
}


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_is_made(kind: str, seed: int) -> None:
    library, made = Library(), KINDS[kind]
    skill = library.get(made.call.partition("(")[0])
    assert skill is not None
    trial = Trial(call=made.call, arena=made.arena, seed=seed, give=made.give, expect=made.expect)
    tried = await run_trial(skill, trial, library)
    assert tried.problem == "", f"{tried.problem} {tried.failure}"
