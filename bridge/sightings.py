"""What a bot saw again unchanged is stored once. Each observation lists all containers that the bot knows,
and a crew keeps thousands of observations.
"""

from __future__ import annotations

from typing import TypeVar

from minecrew.bridge.observation import ContainerSighting, Observation, Sighting

S = TypeVar("S", ContainerSighting, Sighting)


class StoredSightings:
    """The containers and blocks of one bot's last observations."""

    def __init__(self) -> None:
        self._containers: dict[object, ContainerSighting] = {}
        """By place."""
        self._blocks: dict[object, Sighting] = {}
        """By kind."""

    def share(self, seen: Observation) -> Observation:
        """Returns an equal observation that consists, as far as possible, of sightings that are stored
        already.
        """
        containers = tuple(_stored(self._containers, one.at, one) for one in seen.containers)
        self._containers = {one.at: one for one in containers}  # forgets those that the bot has forgotten
        blocks = {name: _stored(self._blocks, name, one) for name, one in seen.blocks.items()}
        return seen.model_copy(update={"containers": containers, "blocks": blocks})


def _stored(known: dict[object, S], key: object, sighting: S) -> S:
    """Returns the equal sighting that is stored already, or stores this one."""
    if known.get(key) != sighting:
        known[key] = sighting
    return known[key]
