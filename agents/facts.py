"""Whether a sub-task is done, as far as facts can tell: the inventory, and the outcome of the last
program."""

from __future__ import annotations

import math

from minecrew.agents.views import Subtask, Verdict
from minecrew.bridge import Observation, Outcome

VICINITY = 24.0
"""Blocks within which a station counts as being at its place."""


def received(outcomes: tuple[Outcome, ...], item: str) -> int:
    """How many items of a gift arrived, by the results of the programs that handed them over: a number, or,
    as `giveItem` tells it, a number by item."""
    told = [outcome.result for outcome in outcomes if outcome.ok]
    counts = [result.get(item) if isinstance(result, dict) else result for result in told]
    return sum(count for count in counts if isinstance(count, int))


def check(subtask: Subtask, observation: Observation, outcomes: tuple[Outcome, ...]) -> Verdict | None:
    """The verdict of the facts, or None if they cannot tell and the mind has to be asked."""
    last = outcomes[-1] if outcomes else None
    if subtask.want:
        short = {
            i: n - observation.inventory.get(i, 0)
            for i, n in subtask.want.items()
            if observation.inventory.get(i, 0) < n
        }
        return Verdict(done=not short, why=", ".join(f"{n} {item} short" for item, n in short.items()))
    if subtask.gift is not None:
        given = received(outcomes, subtask.gift.item)
        why = f"{given} of {subtask.gift.count} {subtask.gift.item} received"
        return Verdict(done=given >= subtask.gift.count, why=why)
    if subtask.station is not None:
        stands = observation.blocks.get(subtask.station)
        near = stands is not None and (
            subtask.at is None or math.dist(stands.nearest, subtask.at) <= VICINITY
        )
        return Verdict(done=bool(last and last.ok and near), why=last.message if last else "")
    if subtask.seek:
        return Verdict(done=bool(last and last.ok), why=last.message if last else "")
    return None
