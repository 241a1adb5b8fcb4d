"""What a bot saw again unchanged is stored once. Each observation lists up to 24 containers that the bot
knows (`containers.js`), and a crew keeps thousands of observations.
"""

from __future__ import annotations

from typing import TypeVar

from minecrew.bridge.observation import ContainerSighting, Observation, Sighting
from minecrew.bridge.outcome import Outcome

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

    def share_in(self, outcome: Outcome) -> Outcome:
        """Returns the outcome with its observation shared."""
        if outcome.observation is None:
            return outcome
        return outcome.model_copy(update={"observation": self.share(outcome.observation)})


def _stored(known: dict[object, S], key: object, sighting: S) -> S:
    """Returns the equal sighting that is stored already, or stores this one."""
    if known.get(key) != sighting:
        known[key] = sighting
    return known[key]
