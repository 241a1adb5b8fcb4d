"""The ledger: what balances, what does not, and whose work is in the goal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest

from minecrew.behaviors import Ledger, keep_ledger
from minecrew.runlog import (
    BlockPlaced,
    ContainerMoved,
    ContainerStocked,
    FuelBurnt,
    Header,
    Inventory,
    ItemCrafted,
    ItemDropped,
    ItemEaten,
    ItemGranted,
    ItemLost,
    ItemPicked,
    ItemSmelted,
    ItemSpent,
    RunStarted,
)

START = RunStarted(run="r", title="t", goal={"bookshelf": 1}, agents=("Alice", "Bob"))
HERE = (0.0, 64.0, 0.0)


def ledger(*events: Header) -> Ledger:
    return keep_ledger(
        event.model_copy(update={"seq": seq, "tick": seq}) for seq, event in enumerate((START, *events))
    )


def drop(agent: str | None, item: str, count: int, entity: int, origin: Any = "block") -> ItemDropped:
    return ItemDropped(agent=agent, entity=entity, item=item, count=count, origin=origin, position=HERE)


def pick(agent: str, item: str, count: int, entity: int) -> ItemPicked:
    return ItemPicked(agent=agent, entity=entity, item=item, count=count)


def count(agent: str, **items: int) -> Inventory:
    return Inventory(agent=agent, items=items)


def craft(agent: str, item: str, number: int, left: dict[str, int] | None = None, **used: int) -> ItemCrafted:
    return ItemCrafted(agent=agent, item=item, count=number, used=used, left=left or {})


def move(
    agent: str, direction: Literal["in", "out"], item: str, number: int, position: Any = HERE
) -> ContainerMoved:
    return ContainerMoved(
        agent=agent, container="furnace", position=position, item=item, count=number, direction=direction
    )


def burn(item: str, **left: int) -> FuelBurnt:
    return FuelBurnt(container="furnace", position=HERE, item=item, count=1, left=left)


def smelt(item: str, **used: int) -> ItemSmelted:
    return ItemSmelted(container="furnace", position=HERE, item=item, count=1, used=used)


def test_what_lies_in_a_furnace_counts_and_what_it_makes_is_the_work_of_all_who_filled_it() -> None:
    books = ledger(
        ItemGranted(agent="Alice", item="iron_ore", count=3),
        ItemGranted(agent="Bob", item="lava_bucket", count=1),
        ItemGranted(agent="Bob", item="coal", count=1),
        move("Alice", "in", "iron_ore", 3),
        move("Bob", "in", "lava_bucket", 1),
        burn("lava_bucket", bucket=1),
        smelt("iron_ingot", iron_ore=1),
        smelt("iron_ingot", iron_ore=1),
        move("Alice", "out", "iron_ingot", 1),
        count("Alice", iron_ingot=1),
        count("Bob", coal=1),
        drop("Bob", "iron_ingot", 1, 1, "container"),
        count("Bob", coal=1),
    )
    assert books.balanced
    assert books.contributors("iron_ingot") == {"Alice", "Bob"}
    ore, ingot, bucket = (books.accounts[item] for item in ("iron_ore", "iron_ingot", "bucket"))
    assert (ore.used, ore.stored, ingot.made, ingot.held, ingot.ground) == (2, 1, 2, 1, 1)
    assert (bucket.made, bucket.stored, books.accounts["lava_bucket"].burnt) == (1, 1, 1)
    for line in books.accounts.values():
        assert line.made - line.consumed - line.lost == line.held + line.ground + line.stored


def test_what_lies_in_a_chest_from_the_start_is_nobodys_work() -> None:
    books = ledger(
        ContainerStocked(container="chest", position=HERE, items={"bread": 3}),
        move("Alice", "out", "bread", 1),
        count("Alice", bread=1),
    )
    assert books.balanced
    assert books.contributors("bread") == frozenset()
    bread = books.accounts["bread"]
    assert (bread.made, bread.held, bread.stored) == (3, 1, 2)


def test_nobody_takes_out_what_was_not_laid_there() -> None:
    elsewhere = (1.0, 64.0, 0.0)
    books = ledger(
        ItemGranted(agent="Alice", item="bread", count=2),
        move("Alice", "in", "bread", 2),
        move("Bob", "out", "bread", 2, elsewhere),
        count("Alice"),
        count("Bob", bread=2),
    )
    assert books.imbalances["Bob"].place == "container"
    assert "Bob took out 2 bread, but only 0 were there" in str(books.imbalances["Bob"])


def test_a_furnace_smelts_and_burns_only_what_lies_in_it() -> None:
    assert "took out 1 iron_ore, but only 0 were there" in str(
        ledger(smelt("iron_ingot", iron_ore=1)).imbalances["the furnace at 0 64 0"]
    )
    assert ledger(burn("coal")).imbalances["the furnace at 0 64 0"].item == "coal"


def test_a_whole_life_of_items_balances() -> None:
    books = ledger(
        ItemGranted(agent="Alice", item="bread", count=1),
        ItemEaten(agent="Alice", item="bread"),
        ItemGranted(agent="Alice", item="golden_shovel", count=1),
        ItemSpent(agent="Alice", item="golden_shovel", why="worn"),
        drop("Alice", "oak_log", 1, 1),
        drop("Alice", "oak_log", 2, 2),
        pick("Alice", "oak_log", 1, 1),
        pick("Alice", "oak_log", 1, 2),  # one of two stays
        craft("Alice", "oak_planks", 8, oak_log=2),
        craft("Alice", "crafting_table", 1, oak_planks=4),
        BlockPlaced(agent="Alice", block="crafting_table", item="crafting_table", position=HERE),
        drop("Alice", "oak_planks", 3, 3, "agent"),
        ItemLost(entity=2, item="oak_log", count=1, why="despawned"),
        pick("Bob", "oak_planks", 3, 3),
        count("Alice", oak_planks=1),
        count("Bob", oak_planks=3),
    )
    assert books.balanced
    logs, planks, table = (books.accounts[item] for item in ("oak_log", "oak_planks", "crafting_table"))
    assert (logs.gathered, logs.picked, logs.used, logs.lost, logs.held, logs.ground) == (3, 2, 2, 1, 0, 0)
    assert (planks.crafted, planks.used, planks.dropped, planks.picked, planks.held) == (8, 4, 3, 3, 4)
    assert (table.made, table.placed, table.consumed, table.held) == (1, 1, 1, 0)
    for line in books.accounts.values():
        assert line.made - line.consumed - line.lost == line.held + line.ground


def test_a_conjured_item_is_found_where_it_came() -> None:
    books = ledger(
        drop("Alice", "oak_log", 1, 1),
        pick("Alice", "oak_log", 1, 1),
        count("Alice", oak_log=1),
        count("Alice", oak_log=1, diamond=2),
        count("Alice", oak_log=1, diamond=3),
    )
    assert not books.balanced
    [found] = books.imbalances.values()
    assert (found.agent, found.item, found.expected, found.counted) == ("Alice", "diamond", 0, 2)
    assert (found.after, found.before, found.tick) == (3, 4, 4)
    told = "Alice holds 2 diamond, but according to the events it should hold 0"
    assert str(found) == f"{told}, between events 3 and 4, by tick 4"


def test_a_vanished_item_is_found_too() -> None:
    books = ledger(ItemGranted(agent="Bob", item="stick", count=2), count("Bob", stick=1))
    assert books.imbalances["Bob"].expected == 2


def test_a_conjured_item_that_is_used_up_at_once_is_found() -> None:
    books = ledger(craft("Alice", "stick", 4, oak_planks=2), count("Alice", stick=4))
    assert books.imbalances["Alice"].item == "oak_planks"
    assert books.imbalances["Alice"].expected == -2


def test_an_item_nobody_dropped_cannot_be_picked_up() -> None:
    books = ledger(pick("Bob", "diamond", 1, 99), count("Bob", diamond=1))
    assert books.imbalances["Bob"].place == "ground"
    assert "picked up 1 diamond, but only 0 were there" in str(books.imbalances["Bob"])


def test_nor_more_than_lies_there() -> None:
    books = ledger(drop(None, "stick", 1, 1, "world"), pick("Bob", "stick", 2, 1), count("Bob", stick=2))
    assert (books.imbalances["Bob"].expected, books.imbalances["Bob"].counted) == (1, 2)


def test_after_a_difference_the_books_go_on_from_the_count() -> None:
    books = ledger(count("Alice", diamond=1), drop("Alice", "diamond", 1, 1, "agent"), count("Alice"))
    assert len(books.imbalances) == 1
    assert books.imbalances["Alice"].before == 1
    assert books.held("Alice") == {}


def test_who_was_never_counted_is_not_balanced() -> None:
    books = ledger(ItemGranted(agent="Alice", item="stick", count=1))
    assert not books.balanced
    assert books.never_counted == {"Alice"}


def test_what_moves_after_the_last_count_is_told_but_no_difference() -> None:
    books = ledger(count("Alice"), drop(None, "egg", 1, 1, "world"), pick("Alice", "egg", 1, 1))
    assert books.balanced
    assert books.unchecked == {"Alice"}


def test_what_is_lost_at_death_lies_on_the_ground() -> None:
    books = ledger(
        ItemGranted(agent="Alice", item="stick", count=2),
        drop("Alice", "stick", 2, 1, "death"),
        count("Alice"),
    )
    assert books.balanced
    assert books.accounts["stick"].ground == 2


def test_a_recipe_gives_back_its_bucket() -> None:
    books = ledger(
        ItemGranted(agent="Alice", item="milk_bucket", count=3),
        craft("Alice", "cake", 1, {"bucket": 3}, milk_bucket=3),
        count("Alice", cake=1, bucket=3),
    )
    assert books.balanced


def test_contributors_are_those_whose_work_is_in_it() -> None:
    books = ledger(
        drop("Bob", "leather", 1, 1, "mob"),
        pick("Bob", "leather", 1, 1),
        drop("Bob", "leather", 1, 2, "agent"),
        pick("Alice", "leather", 1, 2),
        drop("Alice", "paper", 3, 3),
        pick("Alice", "paper", 3, 3),
        craft("Alice", "book", 1, paper=3, leather=1),
    )
    assert books.contributors("book") == {"Alice", "Bob"}
    assert books.contributors("paper") == frozenset()


def test_lots_leave_in_the_order_they_came() -> None:
    """Alice's own planks came first, so Bob's are left over."""
    books = ledger(
        ItemGranted(agent="Alice", item="planks", count=2),
        ItemGranted(agent="Bob", item="planks", count=2),
        drop("Bob", "planks", 2, 1, "agent"),
        pick("Alice", "planks", 2, 1),
        craft("Alice", "stick", 4, planks=2),
    )
    assert books.contributors("stick") == {"Alice"}
    assert books.contributors("planks") == {"Bob"}


def test_what_walks_through_the_world_keeps_its_makers() -> None:
    books = ledger(
        drop("Alice", "hide", 1, 1, "mob"), pick("Bob", "hide", 1, 1), craft("Bob", "leather", 1, hide=1)
    )
    assert books.contributors("leather") == {"Alice", "Bob"}


@pytest.mark.parametrize("fault", [lambda n: n + 1, lambda n: n - 1])
def test_the_balance_can_fail(fault: Callable[[int], int]) -> None:
    events = [ItemGranted(agent="Bob", item="stick", count=2), count("Bob", stick=fault(2))]
    assert not ledger(*events).balanced


def test_what_a_bot_sees_of_itself_is_no_count() -> None:
    books = keep_ledger([START, Inventory(agent="Alice", source="bot", items={"dirt": 2})])
    assert (books.counted, books.imbalances) == ({}, {})
