"""Recipes crafted many times at once, in a real world: what is held afterwards, and how long it takes."""

from __future__ import annotations

import pytest
import pytest_asyncio

from minecrew.bridge import Outcome

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

TABLE = [12, 5, 12]


@pytest_asyncio.fixture(autouse=True, scope="module", loop_scope="module")
async def table(crew: Crew) -> None:
    await crew.grant("Alice", "crafting_table", 1)
    await crew.does("Alice", "placeItem", "crafting_table", TABLE)


@pytest.mark.parametrize(
    ("granted", "item", "times", "gained"),
    [
        pytest.param({"oak_log": 40}, "oak_planks", 37, {"oak_log": -37, "oak_planks": 148}, id="batches"),
        pytest.param({"sugar_cane": 10}, "paper", 3, {"sugar_cane": -9, "paper": 9}, id="row"),
        pytest.param(
            {"paper": 9, "leather": 3}, "book", 3, {"paper": -9, "leather": -3, "book": 3}, id="no shape"
        ),
        pytest.param(
            {"paper": 150, "leather": 50},
            "book",
            48,
            {"paper": -144, "leather": -48, "book": 48},
            id="several stacks",
        ),
        pytest.param(
            {"oak_planks": 13, "book": 6},
            "bookshelf",
            2,
            {"oak_planks": -12, "book": -6, "bookshelf": 2},
            id="two kinds",
        ),
        pytest.param({"oak_planks": 40}, "stick", 20, {"oak_planks": -40, "stick": 80}, id="hand grid"),
        pytest.param(
            {"coal": 20, "stick": 17},
            "torch",
            17,
            {"coal": -17, "stick": -17, "torch": 68},
            id="a second batch",
        ),
        pytest.param({"iron_ingot": 7}, "bucket", 2, {"iron_ingot": -6, "bucket": 2}, id="gaps"),
        pytest.param(
            {"oak_planks": 6, "stick": 4},
            "wooden_pickaxe",
            2,
            {"oak_planks": -6, "stick": -4, "wooden_pickaxe": 2},
            id="one at a time",
        ),
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


async def crafts(crew: Crew, item: str, times: int, at: tuple[int, int, int] | None = None) -> Outcome:
    """As a program does that does not count its ingredients before."""
    table, place = ("true", f"bot.blockAt(new Vec3{at})") if at else ("false", "null")
    recipe = f"bot.recipesAll(mcData.itemsByName.{item}.id, null, {table})[0]"
    code = f"async function main (bot) {{ await bot.craft({recipe}, {times}, {place}) }}"
    return await crew.run("Bob", "main", code=code)


@pytest.mark.parametrize("logs", [5, 0])
async def test_what_the_ingredients_yield_is_made_and_the_rest_is_told(crew: Crew, logs: int) -> None:
    await crew.join("Bob")
    if logs:
        await crew.grant("Bob", "oak_log", logs)
    outcome = await crafts(crew, "oak_planks", 7)
    assert (outcome.code, f"crafted {logs} of 7" in outcome.message) == ("MISSING_ITEM", True), outcome
    assert outcome.gained == ({"oak_log": -logs, "oak_planks": 4 * logs} if logs else {})
    assert (await crew.sees("Bob")).inventory == await crew.held("Bob")
    assert (await crafts(crew, "stick", 2)).ok, "nothing is left in the grid or on the cursor"


async def test_another_block_is_no_table(crew: Crew) -> None:
    await crew.set_block(14, 5, 12, "furnace")
    await crew.grant("Bob", "sugar_cane", 6)
    outcome = await crafts(crew, "paper", 2, (14, 5, 12))
    assert (outcome.code, outcome.gained) == ("NEEDS_TABLE", {})


async def test_a_table_that_is_taken_away_ends_it_and_all_comes_back(crew: Crew) -> None:
    for _ in range(2):
        await crew.grant("Bob", "sugar_cane", 60)
    await crew.does("Bob", "goTo", 13, 5, 13)
    before = await crew.held("Bob")
    await crew.join("Carol")
    await crew.does("Carol", "goTo", 10, 5, 12)
    dig = "async function main (bot) { await bot.dig(bot.blockAt(new Vec3(12, 5, 12))) }"
    outcome, _ = await crew.together(
        crafts(crew, "paper", 40, (12, 5, 12)), crew.run("Carol", "main", code=dig)
    )
    assert outcome.code == "NO_EFFECT", outcome
    assert (await crew.sees("Bob")).inventory == await crew.held("Bob")
    after = await crew.held("Bob")
    assert after["sugar_cane"] + after.get("paper", 0) == before["sugar_cane"] + before.get("paper", 0)
