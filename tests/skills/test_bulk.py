"""Recipes crafted many times at once, in a real world: what is held afterwards, and how long it takes."""

from __future__ import annotations

import pytest
import pytest_asyncio

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

TABLE = [12, 5, 12]
PICKAXES = {"oak_planks": -6, "stick": -4, "wooden_pickaxe": 2}


@pytest_asyncio.fixture(autouse=True, scope="module", loop_scope="module")
async def table(crew: Crew) -> None:
    await crew.grant("Alice", "crafting_table", 1)
    await crew.does("Alice", "placeItem", "crafting_table", TABLE)


@pytest.mark.parametrize(
    ("granted", "item", "times", "gained"),
    [
        ({"oak_log": 40}, "oak_planks", 37, {"oak_log": -37, "oak_planks": 148}),  # more than a hand holds
        ({"sugar_cane": 10}, "paper", 3, {"sugar_cane": -9, "paper": 9}),  # a row
        ({"paper": 9, "leather": 3}, "book", 3, {"paper": -9, "leather": -3, "book": 3}),  # without a shape
        # two things
        ({"oak_planks": 13, "book": 6}, "bookshelf", 2, {"oak_planks": -12, "book": -6, "bookshelf": 2}),
        ({"oak_planks": 40}, "stick", 20, {"oak_planks": -40, "stick": 80}),
        ({"coal": 20, "stick": 17}, "torch", 17, {"coal": -17, "stick": -17, "torch": 68}),  # two batches
        ({"iron_ingot": 7}, "bucket", 2, {"iron_ingot": -6, "bucket": 2}),
        # one at a time
        ({"oak_planks": 6, "stick": 4}, "wooden_pickaxe", 2, PICKAXES),
    ],
)
async def test_each_use_of_a_recipe_takes_and_gives_what_it_should(
    crew: Crew, granted: dict[str, int], item: str, times: int, gained: dict[str, int]
) -> None:
    for name, count in granted.items():
        await crew.grant("Alice", name, count)
    outcome = await crew.does("Alice", "craftItem", item, times)
    assert (outcome.gained, outcome.result) == (gained, {item: gained[item]})
    assert (await crew.sees("Alice")).inventory == await crew.held("Alice")


async def test_twenty_times_take_less_than_three_ticks_each(crew: Crew) -> None:
    await crew.grant("Alice", "birch_log", 20)
    outcome = await crew.does("Alice", "craftItem", "birch_planks", 20)
    assert outcome.seconds < 20 * 3 / 20, "one by one, each takes five clicks, and a click takes a tick"
