"""What an agent that has to find something has in sight. Items that it holds are not in sight."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from minecrew.agents.answers import Subtask
from minecrew.agents.spot import spot
from minecrew.bridge import Observation, Sighting
from minecrew.game import BYSTANDERS
from minecrew.runlog import Position


class Find(NamedTuple):
    """One of the things that a sub-task asks for, and the place where it is in sight."""

    name: str
    at: Position


def nearest_find(subtask: Subtask, seen: Observation) -> Find | None:
    """Returns the thing nearest to the agent, of those that count; None if none is in sight.

    Animals that belong to somebody do not count. Things that are too far from the place of the sub-task do
    not count, either.
    """
    tables = (seen.blocks, _mobs(seen), seen.ground)
    finds = (
        Find(name, place)
        for name in subtask.seek
        for table in tables
        for place in places_of(subtask, table.get(name))
    )
    return min(finds, key=lambda find: math.dist(find.at, seen.position), default=None)


def not_in_sight(subtask: Subtask, seen: Observation) -> str:
    """Says that nothing that the sub-task asks for is in sight."""
    near = f" within {subtask.within:g} blocks of {spot(subtask.at)}" if subtask.at else ""
    owned = [name for name in subtask.seek if name in seen.mobs.keys() - _mobs(seen).keys()]
    whose = f"; every {' and every '.join(owned)} in sight belongs to somebody" if owned else ""
    return f"no {' or '.join(subtask.seek)} is in sight{near}{whose}"


def places_of(subtask: Subtask, sighting: Sighting | None) -> Iterator[Position]:
    """Yields the places of a sighting that are near enough to the place of the sub-task, if it has one."""
    for place in (sighting.nearest, *sighting.others) if sighting else ():
        if subtask.at is None or math.dist(place, subtask.at) <= subtask.within:
            yield place


def _mobs(seen: Observation) -> dict[str, Sighting]:
    """Returns the mobs that nobody owns. The name tags of people bear their own names."""
    return seen.free_mobs | {name: one for name, one in seen.mobs.items() if name in BYSTANDERS}
