"""Every item that can be made is planned for: with empty hands, with half of what it takes, with all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from minecrew.agents import Knowledge
from minecrew.agents.planning import Costs, Craft, Needs, find_needs
from minecrew.runlog import Items

from .registry import one_of_each, whole_registry

COUNT = 5
"""So many of each item; not what most recipes make at a time."""
NAMED = {"torch": 8, "oak_stairs": 4, "stone_bricks": 4, "iron_bars": 16, "compass": 2, "shears": 1}
ARENA = ("oak_log", "stone", "coal_ore", "iron_ore", "redstone_ore", "sand", "sugar_cane", "cow", "sheep")


def everything(knowledge: Knowledge) -> Costs:
    return Costs(knowledge, dict.fromkeys((*knowledge.blocks, *knowledge.mobs), 5.0))


def nothing(knowledge: Knowledge) -> Costs:
    return Costs(knowledge, {})


def played(needs: Needs, held: Mapping[str, int]) -> Items:
    """What is held in the end if the steps are done one by one; nothing may be taken before it is there."""
    have, standing = dict(held), set[str]()
    for step in needs.steps:
        if isinstance(step, Craft):
            assert (step.fuel is not None) == bool(step.recipe.ticks), f"{step.item} is smelted without fuel"
            taken = dict(step.takes)
            if (station := step.recipe.station) and station not in standing:
                standing.add(station)
                taken[station] = taken.get(station, 0) + 1
            for part, count in taken.items():
                have[part] = have.get(part, 0) - count
                assert have[part] >= 0, f"{part} is short for {step.item}"
        elif step.source and step.source.tools:
            assert any(have.get(tool) for tool in step.source.tools), f"no tool for {step.item}"
        have[step.item] = have.get(step.item, 0) + step.count
    return have


def is_raw(item: str, knowledge: Knowledge) -> bool:
    """It is found, or got in a way that is no recipe."""
    return item in knowledge.sources or item not in knowledge.all_recipes or item in knowledge.ringed


WORLDS = (everything, nothing)
SHARES = (0.0, 0.5, 1.0)
some_or_all = pytest.mark.parametrize("every", [False, True], ids=["some", "all"])


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("share", SHARES)
@some_or_all
def test_the_answer_is_a_plan_or_the_raw_material_that_lacks(
    world: Callable[[Knowledge], Costs], share: float, every: bool
) -> None:
    """In the suite, each kind of item is planned for in both worlds, with one share in each."""
    knowledge = whole_registry()
    costs = world(knowledge)
    turn = (SHARES.index(share) + WORLDS.index(world)) % len(SHARES)
    items = list(knowledge.all_recipes) if every else one_of_each(knowledge.all_recipes)[turn :: len(SHARES)]
    assert len(items) > 100
    for item in items:
        ways = knowledge.all_recipes[item]
        times = -(-COUNT // ways[0].count)
        held = {part: -int(-n * times * share // 1) for part, n in ways[0].needs.items()}
        needs = find_needs({item: COUNT}, held, costs)
        assert played(needs, held).get(item, 0) >= COUNT, item
        assert all(is_raw(lacks, knowledge) for lacks in needs.lacking), f"{item} lacks {needs.lacking}"
        if world is everything:
            found = set(needs.lacking) & set(knowledge.sources)
            assert not found, f"{item} lacks {found}, which stands there"
        if share == 1.0 and not ways[0].station:
            assert not needs.lacking, f"{item} lacks {needs.lacking}, and all of it is held"


@some_or_all
def test_what_is_named_as_lacking_is_enough(every: bool) -> None:
    """Whoever gets what was named as lacking can then make it without anything more."""
    knowledge = whole_registry()
    costs = nothing(knowledge)
    for item in knowledge.all_recipes if every else one_of_each(knowledge.all_recipes):
        lacking = find_needs({item: COUNT}, {}, costs).lacking
        again = find_needs({item: COUNT}, {**lacking, "wooden_pickaxe": 1}, costs, standing=("furnace",))
        assert not again.lacking, f"{item} lacked {lacking}, and with that {again.lacking}"


@pytest.mark.parametrize(("item", "count"), NAMED.items())
def test_what_a_new_user_types_is_planned_down_to_the_ground(item: str, count: int) -> None:
    knowledge = whole_registry()
    needs = find_needs({item: count}, {}, Costs(knowledge, dict.fromkeys(ARENA, 10.0)))
    assert needs.lacking == {}
    assert played(needs, {})[item] >= count
    assert needs.raw.keys() <= {"oak_log", "cobblestone", "coal", "iron_ore", "redstone"}


def test_stores_are_opened_and_built_and_never_in_a_circle() -> None:
    knowledge = whole_registry()
    costs = nothing(knowledge)
    assert [s.item for s in find_needs({"wheat": 9}, {"hay_block": 1}, costs).steps] == ["wheat"]
    assert find_needs({"wheat": 16}, {"hay_block": 1}, costs).lacking == {"wheat": 7}
    bale = find_needs({"hay_block": 1}, {"wheat": 5}, costs, standing=("crafting_table",))
    assert bale.lacking == {"wheat": 4}
    assert find_needs({"slime_block": 2}, {}, costs, standing=("crafting_table",)).lacking == {
        "slime_ball": 18
    }
    ingots = find_needs({"iron_ingot": 10}, {"iron_block": 1, "iron_nugget": 9, "crafting_table": 1}, costs)
    assert ingots.lacking == {}


def test_of_several_woods_the_one_that_is_held_suffices() -> None:
    held = {"oak_planks": 3, "birch_planks": 3, "birch_log": 1}
    needs = find_needs({"crafting_table": 1}, held, nothing(whole_registry()))
    assert needs.lacking == {}
    assert needs.used == {"birch_planks": 3, "birch_log": 1}


def test_what_is_spent_is_not_burnt() -> None:
    knowledge = whole_registry()
    held = {"oak_log": 3, "furnace": 1}
    assert find_needs({"charcoal": 3}, held, nothing(knowledge)).lacking == {"oak_log": 1}
    assert find_needs({"charcoal": 3}, {**held, "oak_log": 4}, nothing(knowledge)).lacking == {}


def test_a_bookshelf_is_no_fuel_while_there_are_trees() -> None:
    knowledge = whole_registry()
    held = {"bookshelf": 4, "iron_ore": 1, "furnace": 1}
    (smelt,) = [s for s in find_needs({"iron_ingot": 1}, held, everything(knowledge)).crafts if s.fuel]
    assert smelt.fuel is not None
    assert smelt.fuel.item != "bookshelf"
    (smelt,) = [s for s in find_needs({"iron_ingot": 1}, held, nothing(knowledge)).crafts if s.fuel]
    assert smelt.fuel is not None
    assert smelt.fuel.item == "bookshelf"


@pytest.mark.parametrize(
    ("item", "lacks"),
    [
        ("firework_rocket", {"gunpowder"}),
        ("suspicious_stew", set()),
        ("light_blue_banner", set()),
        ("smooth_sandstone_slab", set()),
        ("red_shulker_box", {"shulker_shell"}),
        ("cake", {"milk_bucket", "egg"}),
    ],
)
def test_special_recipes_are_known(item: str, lacks: set[str]) -> None:
    knowledge = whole_registry()
    assert find_needs({item: 1}, {}, everything(knowledge)).lacking.keys() == lacks
