"""Several agents that hunt at once, in a real world."""

from __future__ import annotations

import asyncio

import pytest

from .conftest import Crew

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEES_ONE = """async function seesOne (bot, id) { // hunts in a world with one cow, and counts its own blows
  let blows = 0
  const isHere = e => e.name !== 'cow' || e.id === id
  const instead = {
    attack: mob => { blows++; return bot.attack(mob) },
    nearestEntity: wanted => bot.nearestEntity(e => isHere(e) && wanted(e))
  }
  const world = new Proxy({}, { get: (_, name) => {
    const seen = () => Object.fromEntries(Object.entries(bot.entities).filter(([, e]) => isHere(e)))
    if (name === 'entities') return seen()
    return instead[name] ?? bot[name]
  } })
  try { await killMob(world, 'cow') } catch (error) { return [blows, error.code] }
  return [blows, null]
}"""
NEAREST = "async function nearest (bot) { return bot.nearestEntity(e => e.name === 'cow').id }"


async def test_hunters_at_one_place_take_a_mob_each(crew: Crew) -> None:
    """All cows are to the east, so Alice is nearer to each of them than the two behind her."""
    names = ("Alice", "Bob", "Carol")
    await asyncio.gather(*(crew.does(name, "goTo", -38 - 3 * i, 5, 8, 2) for i, name in enumerate(names)))
    outcomes = await asyncio.gather(*(crew.does(name, "killMob", "cow") for name in names))
    assert all(outcome.gained["beef"] for outcome in outcomes)


async def test_a_mob_that_another_player_strikes_first_is_left_to_that_player(crew: Crew) -> None:
    await crew.does("Alice", "goTo", 20, 5, 8, 2)
    cow = (await crew.run("Alice", "nearest", code=NEAREST)).result
    await crew.does("Bob", "goTo", 4, 5, 8, 2)
    hunts = (crew.run(name, "seesOne", cow, code=SEES_ONE) for name in ("Alice", "Bob"))
    alice, bob = [outcome.result for outcome in await asyncio.gather(*hunts)]
    assert alice[1] is None
    assert bob == [0, "NOT_FOUND"]
