"""What a goal takes, from knowledge, holdings and what is in sight."""

from __future__ import annotations

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.planning import Costs, Needs, find_needs

SEEN = {"oak_log": 8.0, "birch_log": 20.0, "sugar_cane": 10.0, "cow": 12.0, "sheep": 9.0}


def test_a_bookshelf_down_to_what_grows_and_walks(knowledge: Knowledge) -> None:
    needs = find_needs({"bookshelf": 1}, {}, Costs(knowledge, SEEN))
    assert needs.raw == {"oak_log": 3, "sugar_cane": 9, "leather": 3}
    crafts = [(craft.item, craft.count) for craft in needs.crafts]
    assert crafts == [("oak_planks", 12), ("crafting_table", 1), ("paper", 9), ("book", 3), ("bookshelf", 1)]
    assert not needs.lacking


def test_what_is_held_is_used_up_first(knowledge: Knowledge) -> None:
    needs = find_needs(
        {"bookshelf": 1}, {"paper": 9, "leather": 2}, Costs(knowledge, SEEN), standing=["crafting_table"]
    )
    assert needs.raw == {"oak_log": 2, "leather": 1}
    assert needs.used == {"paper": 9, "leather": 2}


def test_a_missing_raw_material_is_named_and_not_its_store(knowledge: Knowledge) -> None:
    assert find_needs({"bread": 1}, {}, Costs(knowledge, SEEN)).lacking == {"wheat": 3}


def test_what_somebody_built_is_no_source(knowledge: Knowledge) -> None:
    assert "book" not in knowledge.sources
    assert find_needs({"book": 1}, {}, Costs(knowledge, {**SEEN, "bookshelf": 3.0})).raw["leather"] == 1


def test_a_tool_comes_before_the_stone_it_breaks(knowledge: Knowledge) -> None:
    needs = find_needs({"cobblestone": 2}, {}, Costs(knowledge, {**SEEN, "stone": 5.0}))
    assert [craft.item for craft in needs.crafts][-1] == "wooden_pickaxe"
    assert needs.raw["cobblestone"] == 2


ROCK = {**SEEN, "stone": 5.0, "iron_ore": 20.0, "diamond_ore": 25.0}


def in_order(needs: Needs) -> list[str]:
    return [step.item for step in needs.steps]


def test_every_tool_is_made_before_what_it_breaks_and_no_better_one_than_it_takes(
    knowledge: Knowledge,
) -> None:
    needs = find_needs({"diamond": 1}, {}, Costs(knowledge, ROCK))
    order = ["wooden_pickaxe", "cobblestone", "stone_pickaxe", "iron_ore", "iron_ingot", "iron_pickaxe"]
    assert [item for item in in_order(needs) if item in {*order, "diamond"}] == [*order, "diamond"]
    assert needs.raw == {"oak_log": 4, "cobblestone": 11, "iron_ore": 3, "diamond": 1}


def test_a_tool_that_wears_out_is_made_twice(knowledge: Knowledge) -> None:
    needs = find_needs({"cobblestone": 60}, {}, Costs(knowledge, ROCK))
    assert next(craft for craft in needs.crafts if craft.item == "wooden_pickaxe").count == 2
    one = find_needs({"cobblestone": 59}, {"wooden_pickaxe": 1}, Costs(knowledge, ROCK))
    assert not one.crafts


def test_a_furnace_takes_fuel(knowledge: Knowledge) -> None:
    needs = find_needs({"iron_ingot": 3}, {"iron_ore": 3, "furnace": 1}, Costs(knowledge, ROCK))
    (smelt,) = [craft for craft in needs.crafts if craft.item == "iron_ingot"]
    assert smelt.fuel is not None
    assert (smelt.fuel.item, smelt.burnt) == ("oak_planks", 2)
    assert needs.raw == {"oak_log": 1}
    held = find_needs({"iron_ingot": 3}, {"iron_ore": 3, "furnace": 1, "coal": 1}, Costs(knowledge, ROCK))
    assert (held.used["coal"], held.raw) == (1, {})


def test_what_it_takes_to_gather_is_left_to_whoever_gathers(knowledge: Knowledge) -> None:
    needs = find_needs({"iron_pickaxe": 1}, {}, Costs(knowledge, ROCK), tools=False)
    assert needs.raw == {"iron_ore": 3, "cobblestone": 8, "oak_log": 2}
    assert needs.stations == ["crafting_table", "furnace"]
