"""Crews make what they are asked for in real worlds: what a new user types first, and random items."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from minecrew.agents import (
    Knowledge,
    OfflineMind,
    OfflineSecretary,
    RunResult,
    goal_task,
    open_world,
    run_crew,
)
from minecrew.agents.planning import Costs, Gather, find_needs
from minecrew.mc_server import ArenaCard, arena_cards
from minecrew.runlog import Items, Log

from .registry import whole_registry

TYPED = {"torch": 8, "oak_stairs": 4}
LONGER = {"stone_bricks": 4, "iron_bars": 16, "compass": 2, "shears": 1, "cobblestone_stairs": 8}
RANDOM = 60
MOST = 16
PLENTY = 2
"""So many times what is needed has to be there where luck decides what falls."""


async def made(goal: Items, arena: str, seed: int, directory: Path, **crew: int) -> RunResult:
    task = goal_task(goal, **crew)
    world_settings = task.world.model_copy(update={"arena": arena, "seed": seed, "speed": "max"})
    task = task.model_copy(update={"world": world_settings})
    with Log.create(directory) as log:
        async with open_world(task, log) as (world, _):
            return await run_crew(
                task,
                run="goal",
                log=log,
                world=world,
                minds={name: OfflineMind(world.knowledge) for name in task.names},
                secretary=OfflineSecretary(world.knowledge),
            )


def yields(card: ArenaCard, goal: Items, knowledge: Knowledge) -> bool:
    """Whether the arena promises all that the goal needs."""
    there = {name: card.walk.get(name, 0) + card.dig.get(name, 0) for name in {**card.walk, **card.dig}}
    needs = find_needs(goal, {}, Costs(knowledge, dict.fromkeys(there, 10.0)))
    gathers = [step for step in needs.steps if isinstance(step, Gather) and step.source]
    return not needs.lacking and all(
        there[step.source.name] >= step.count * (PLENTY if step.source.kind == "mob" else 1)
        for step in gathers
        if step.source
    )


@cache
def random_goals() -> tuple[tuple[str, str, int], ...]:
    return tuple(islice(_random_goals(), RANDOM))  # to plan every item takes a minute


def _random_goals() -> Iterator[tuple[str, str, int]]:
    knowledge, random = whole_registry(), Random("any craftable item")
    cards = arena_cards()
    items = sorted(knowledge.all_recipes)
    for item in random.sample(items, len(items)):
        count = random.randint(1, MOST)
        if arena := next((card.name for card in cards if yields(card, {item: count}, knowledge)), None):
            yield arena, item, count


async def test_what_a_new_user_types_is_made(tmp_path: Path) -> None:
    result = await made(TYPED, "mine", 1, tmp_path, agents=2)
    assert result.outcome == "met", result.reason


@pytest.mark.parametrize(("item", "count"), LONGER.items())
async def test_what_takes_iron_or_longer_is_made(item: str, count: int, tmp_path: Path) -> None:
    result = await made({item: count}, "mine", 1, tmp_path)
    assert result.outcome == "met", result.reason


@pytest.mark.soak
@pytest.mark.parametrize("number", range(RANDOM))
async def test_a_random_item_is_made(number: int, tmp_path: Path) -> None:
    arena, item, count = random_goals()[number]
    result = await made({item: count}, arena, 1, tmp_path)
    assert result.outcome == "met", f"{count} {item} in the {arena}: {result.reason}"
