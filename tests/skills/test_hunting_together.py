"""Several agents that hunt at once, in a real world."""

from __future__ import annotations

import asyncio

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_mob_that_another_player_strikes_first_is_left_to_that_player(crew: Crew) -> None:
    """Fewer cows than hunters are in sight: who finds none of its own says so, and spoils nobody's hunt."""
    names = ("Alice", "Bob", "Carol")
    await asyncio.gather(*(crew.does(name, "goTo", -30 - 3 * i, 5, -30, 2) for i, name in enumerate(names)))
    outcomes = await asyncio.gather(*(crew.run(name, "killMob", "cow") for name in names))
    assert all(outcome.gained["beef"] for outcome in outcomes if outcome.ok)
    assert {outcome.code for outcome in outcomes} <= {None, "NOT_FOUND"}


async def test_hunters_at_one_place_take_a_mob_each(crew: Crew) -> None:
    """All cows are to the east, so Alice is nearer to each of them than the two behind her."""
    names = ("Alice", "Bob", "Carol")
    await asyncio.gather(*(crew.does(name, "goTo", -38 - 3 * i, 5, 8, 2) for i, name in enumerate(names)))
    outcomes = await asyncio.gather(*(crew.does(name, "killMob", "cow") for name in names))
    assert all(outcome.gained["beef"] for outcome in outcomes)
