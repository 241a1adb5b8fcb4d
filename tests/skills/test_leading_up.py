"""Skills with all that leads up to a thing, that build, that work with others: what is missing is named."""

from __future__ import annotations

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_what_is_missing_is_gathered_and_what_was_set_up_is_taken_along(crew: Crew) -> None:
    outcome = await crew.does("Alice", "craftFromScratch", "ladder", 3, deadline=120)
    held = await crew.held("Alice")
    assert held["ladder"] == 3
    assert held["crafting_table"] == 1
    assert outcome.result == outcome.gained == held
    assert "crafting_table" not in (await crew.sees("Alice")).blocks


async def test_what_is_held_is_used_first(crew: Crew) -> None:
    await crew.grant("Bob", "birch_planks", 5)
    await crew.grant("Bob", "crafting_table", 1)
    outcome = await crew.does("Bob", "craftBoat")
    assert outcome.gained == {"birch_boat": 1, "birch_planks": -5}
    assert outcome.seconds < 15


async def test_what_is_missing_is_named_with_its_number(crew: Crew) -> None:
    await crew.fails("MISSING_ITEM", "cake x1 lacks 3 milk_bucket, 1 egg", "Carol", "bakeCake")
    await crew.fails(
        "MISSING_ITEM",
        "cake x1 lacks 3 milk_bucket, 1 egg, which nothing here yields",
        "Carol",
        "craftFromScratch",
        "cake",
    )
    await crew.fails(
        "MISSING_ITEM", "takes 10 cobblestone, 0 held: 10 missing", "Carol", "buildWall", 5, 2, "cobblestone"
    )
    await crew.fails("MISSING_ITEM", "25 building blocks", "Carol", "buildShelter")
    await crew.fails(
        "MISSING_ITEM", "0 paper held, 3 to share: 3 missing", "Carol", "shareChest", {"paper": 3}
    )
    assert await crew.held("Carol") == {}


async def test_arguments_are_checked(crew: Crew) -> None:
    await crew.fails("BAD_ARGUMENT", "not 'plastic'", "Carol", "craftTool", "axe", "plastic")
    await crew.fails("BAD_ARGUMENT", "not 'fork'", "Carol", "craftTool", "fork")
    await crew.fails("BAD_ARGUMENT", "not 'sock'", "Carol", "craftArmour", "iron", ["sock"])
    await crew.fails("BAD_ARGUMENT", "not 'stone'", "Carol", "gatherWood", 1, "stone")
    await crew.fails("BAD_ARGUMENT", "not 'mud'", "Carol", "mineOre", "mud")
    await crew.fails("BAD_ARGUMENT", "at most 4", "Carol", "buildWall", 5, 9)
    await crew.fails("NOT_FOUND", "no player Dave", "Carol", "follow", "Dave")


async def test_a_pillar_is_stood_upon(crew: Crew) -> None:
    await crew.grant("Carol", "dirt", 3)
    before = (await crew.sees("Carol")).position
    await crew.does("Carol", "buildPillar", 3)
    after = (await crew.sees("Carol")).position
    assert after[1] == pytest.approx(before[1] + 3, abs=0.01)
    assert await crew.held("Carol") == {}


async def test_who_waits_in_vain_says_what_has_come(crew: Crew) -> None:
    await crew.fails(
        "NOT_RECEIVED", "0 of 2 paper came from Bob in 2 s", "Alice", "receiveItem", "Bob", "paper", 2, 2
    )
    await crew.fails("NOT_RECEIVED", "0 of 2 paper held after 2 s", "Alice", "waitFor", "paper", 2, 2)
    await crew.fails("NOT_FOUND", "1 bread in none of 0 chests", "Alice", "fetchFromChests", {"bread": 1})
