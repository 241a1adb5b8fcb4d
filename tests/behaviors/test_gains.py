"""Who won what from the world, and GovSim's formulas over it."""

from __future__ import annotations

from collections import Counter

import pytest

from minecrew.behaviors.facts.gains import Catch, gini, measure_gains, over_usage
from minecrew.runlog import (
    BlockBroken,
    BlockPlaced,
    Capacity,
    ContainerMoved,
    ContainerStocked,
    Header,
    ItemCrafted,
    ItemDropped,
    ItemGranted,
    ItemPicked,
    RunStarted,
)

START = RunStarted(run="r", title="t", goal={}, agents=("Alice", "Bob"))
HERE = (1.0, 64.0, 2.0)
LYING = (1.5, 64.3, 2.5)


def drop(agent: str | None, item: str, count: int, origin: str = "block", entity: int = 5) -> Header:
    return ItemDropped.model_validate(
        {
            "agent": agent,
            "entity": entity,
            "item": item,
            "count": count,
            "origin": origin,
            "position": LYING,
            "round": 1,
        }
    )


def pick(agent: str, item: str, count: int, entity: int = 5) -> Header:
    return ItemPicked(agent=agent, entity=entity, item=item, count=count, round=1)


def won(*events: Header) -> dict[str, int]:
    gains = measure_gains([START, *events])
    return {agent: gains.total(agent) for agent in gains.agents}


def test_a_unit_counts_once_for_whoever_won_it() -> None:
    assert won(
        drop("Alice", "sugar_cane", 3),
        pick("Bob", "sugar_cane", 2),
        drop("Bob", "sugar_cane", 2, "agent", 6),
        pick("Alice", "sugar_cane", 2, 6),
    ) == {"Alice": 2, "Bob": 0}


def test_what_nobody_broke_is_won_by_whoever_picks_it_up() -> None:
    assert won(drop(None, "oak_sapling", 1, "world"), pick("Bob", "oak_sapling", 1)) == {"Alice": 0, "Bob": 1}


def test_a_pile_may_have_any_size_and_any_number_of_winners() -> None:
    assert won(
        drop("Alice", "dirt", 10**12),
        drop("Bob", "dirt", 4),
        pick("Bob", "dirt", 10**12 - 1),
        pick("Bob", "dirt", 3),
        pick("Alice", "dirt", 9),
    ) == {"Alice": 10**12, "Bob": 4}


def test_granted_crafted_and_handed_over_is_not_won() -> None:
    assert won(
        ItemGranted(agent="Alice", item="oak_log", count=2),
        ItemCrafted(agent="Alice", item="oak_planks", count=8, used={"oak_log": 2}),
        drop("Alice", "oak_planks", 4, "agent"),
        pick("Bob", "oak_planks", 4),
        drop("Bob", "oak_planks", 4, "death", 7),
        pick("Alice", "oak_planks", 4, 7),
    ) == {"Alice": 0, "Bob": 0}


def test_a_table_that_the_crew_set_down_and_took_up_again_is_not_won() -> None:
    placed = BlockPlaced(agent="Alice", block="crafting_table", item="crafting_table", position=HERE)
    broken = BlockBroken(agent="Alice", block="crafting_table", position=HERE)
    taken = [drop("Alice", "crafting_table", 1), pick("Alice", "crafting_table", 1)]
    assert won(placed, broken, *taken) == {"Alice": 0, "Bob": 0}
    assert won(broken, *taken) == {"Alice": 1, "Bob": 0}


def test_a_harvest_gives_more_than_was_sown() -> None:
    sown = BlockPlaced(agent="Alice", block="potatoes", item="potato", position=HERE)
    reaped = BlockBroken(agent="Alice", block="potatoes", position=HERE)
    assert won(sown, reaped, drop("Alice", "potato", 3), pick("Alice", "potato", 3)) == {"Alice": 2, "Bob": 0}


def test_the_world_s_own_in_a_chest_is_won_and_the_crew_s_is_not() -> None:
    def move(agent: str, count: int, direction: str) -> Header:
        return ContainerMoved.model_validate(
            {
                "agent": agent,
                "container": "chest",
                "position": HERE,
                "item": "bread",
                "count": count,
                "direction": direction,
            }
        )

    stocked = ContainerStocked(container="chest", position=HERE, items={"bread": 3})
    assert won(stocked, move("Bob", 2, "in"), move("Alice", 4, "out"), move("Bob", 1, "out")) == {
        "Alice": 3,
        "Bob": 0,
    }
    falls = [drop("Bob", "bread", 5, "container"), pick("Bob", "bread", 5)]
    assert won(stocked, move("Alice", 2, "in"), *falls) == {"Alice": 0, "Bob": 3}


@pytest.mark.parametrize(
    ("totals", "value"),
    # by hand from GovSim's formula: sum of all differences / (2 n sum)
    [([1, 1, 1], 0.0), ([6, 0, 0], 24 / 36), ([3, 1], 4 / 16), ([1, 2, 3, 4], 20 / 80), ([5], 0.0)],
)
def test_gini(totals: list[float], value: float) -> None:
    assert gini(totals) == pytest.approx(value)


def test_nothing_to_share_has_no_gini() -> None:
    assert gini([0, 0]) is None
    assert gini([]) is None


def test_over_usage_is_the_share_of_catches_beyond_what_can_be_borne() -> None:
    """Two agents; of 30 have 10 to stay. Round 1: 10 for each; Alice takes 11, Bob 10. Round 2: 9 are left.

    That is less than has to stay, so any catch is too much. Dirt has no limit.
    """
    catches = Counter(
        {
            Catch("Alice", 1, "sugar_cane"): 11,
            Catch("Bob", 1, "sugar_cane"): 10,
            Catch("Alice", 2, "sugar_cane"): 1,
            Catch("Bob", 2, "sugar_cane"): 0,
            Catch("Bob", 1, "dirt"): 99,
        }
    )
    assert over_usage(catches, {"sugar_cane": Capacity(stock=30, keep=10)}, 2) == pytest.approx(2 / 3)
    assert over_usage(catches, {"kelp": Capacity(stock=1, keep=0)}, 2) is None


@pytest.mark.parametrize(
    ("rounds", "share"),
    # GovSim's lake, 100 t and five fishers: half of it has to stay, 10 t each may be caught
    [
        ([10, 10, 10, 10, 10], 0.0),
        ([11, 10, 10, 10, 9], 0.2),
        ([20, 20, 20, 20, 20], 1.0),
        ([0, 0, 0, 0, 12], 1.0),
    ],
)
def test_a_month_on_govsim_s_lake(rounds: list[int], share: float) -> None:
    catches = Counter({Catch(str(fisher), 1, "cod"): tons for fisher, tons in enumerate(rounds)})
    assert over_usage(catches, {"cod": Capacity(stock=100, keep=50)}, 5) == share
