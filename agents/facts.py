"""Decides from facts whether a sub-task is done: from the inventory and the outcome of the last program."""

from __future__ import annotations

import math

from minecrew.agents.answers import Store, Subtask, Verdict
from minecrew.agents.sight import nearest_find, not_in_sight, places_of
from minecrew.agents.spot import spot
from minecrew.bridge import Observation, Outcome
from minecrew.game import UNLISTED
from minecrew.runlog import Items

WALK = "goTo"
"""The skill of a sub-task that only asks the agent to be at a place."""
BESIDE = 1.8
"""The distance in blocks at which the other half of a container may be."""


def received(outcomes: tuple[Outcome, ...], item: str) -> int:
    """Returns how many items of a gift arrived, according to the results of the programs that
    handed them over. A result is a number or, for `giveItem`, a number per item. A program that failed may
    have handed over part of the gift.
    """
    told = [outcome.result for outcome in outcomes]
    counts = [result.get(item) if isinstance(result, dict) else result for result in told]
    return sum(count for count in counts if isinstance(count, int))


def check(
    subtask: Subtask,
    observation: Observation,
    outcomes: tuple[Outcome, ...],
    handed: Items | None = None,
) -> Verdict | None:
    """Returns the verdict, or None if facts cannot decide and the mind has to be asked. `handed`: what the
    agent was handed, if the sub-task waits for that; None if nobody knows.
    """
    last = outcomes[-1] if outcomes else None
    if subtask.want:
        has = observation.inventory if handed is None else handed
        short = {i: n - has.get(i, 0) for i, n in subtask.want.items() if has.get(i, 0) < n}
        return Verdict(done=not short, why=", ".join(f"{n} {item} short" for item, n in short.items()))
    if subtask.gift is not None:
        given = {item: received(outcomes, item) for item in subtask.gift.items}
        why = ", ".join(f"{given[i]} of {n} {i} received" for i, n in subtask.gift.items.items())
        return Verdict(done=all(given[i] >= n for i, n in subtask.gift.items.items()), why=why)
    if subtask.store is not None:
        lies = stored(subtask.store, observation)
        why = (
            f"the container holds {lies} of {subtask.store.count} {subtask.store.item}, as far as "
            "the agent knows"
        )
        return Verdict(done=lies >= subtask.store.count, why=why)
    if subtask.station is not None:
        stands = any(places_of(subtask, observation.blocks.get(subtask.station)))
        return Verdict(done=bool(last and last.ok and stands), why=last.message if last else "")
    if subtask.seek:
        if find := nearest_find(subtask, observation):
            return Verdict(done=last is not None, found=f"saw {find.name} at {spot(find.at)}")
        if last is not None and last.ok and UNLISTED & set(subtask.seek):
            return Verdict(done=True)  # an observation may not list it
        return Verdict(done=False, why=not_in_sight(subtask, observation))
    if subtask.at and subtask.first and subtask.first.program.call == WALK and last and last.ok:
        there = math.dist(observation.position, subtask.at) <= subtask.within
        return Verdict(done=True) if there else None
    return None


def stored(store: Store, observation: Observation) -> int:
    """Returns how many of the items to be stored the agent last saw in the container."""
    opened = (one for one in observation.containers if math.dist(one.at, store.at) <= BESIDE)
    return max((one.items.get(store.item, 0) for one in opened), default=0)
