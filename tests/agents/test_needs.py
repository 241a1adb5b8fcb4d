"""What a goal takes, from rules, holdings and what is in sight."""

from __future__ import annotations

from agents.knowledge import Knowledge
from agents.offline.needs import find_needs

SEEN = {"oak_log": 8.0, "birch_log": 20.0, "sugar_cane": 10.0, "cow": 12.0, "sheep": 9.0}


def test_a_bookshelf_down_to_what_grows_and_walks(rules: Knowledge) -> None:
    needs = find_needs({"bookshelf": 1}, {}, rules, SEEN)
    assert needs.raw == {"oak_log": 3, "sugar_cane": 9, "leather": 3}
    crafts = [(craft.item, craft.count) for craft in needs.crafts]
    assert crafts == [("oak_planks", 12), ("crafting_table", 1), ("paper", 9), ("book", 3), ("bookshelf", 1)]
    assert not needs.lacking


def test_what_is_held_is_used_up_first(rules: Knowledge) -> None:
    needs = find_needs({"bookshelf": 1}, {"paper": 9, "leather": 2}, rules, SEEN, table=True)
    assert needs.raw == {"oak_log": 2, "leather": 1}
    assert needs.used == {"paper": 9, "leather": 2}


def test_a_missing_raw_material_is_named_and_not_its_store(rules: Knowledge) -> None:
    assert find_needs({"bread": 1}, {}, rules, SEEN).lacking == ["wheat"]


def test_what_somebody_built_is_no_source(rules: Knowledge) -> None:
    assert "book" not in rules.sources
    assert find_needs({"book": 1}, {}, rules, {**SEEN, "bookshelf": 3.0}).raw["leather"] == 1


def test_a_tool_comes_before_the_stone_it_breaks(rules: Knowledge) -> None:
    needs = find_needs({"cobblestone": 2}, {}, rules, {**SEEN, "stone": 5.0})
    assert [craft.item for craft in needs.crafts][-1] == "wooden_pickaxe"
    assert needs.raw["cobblestone"] == 2
