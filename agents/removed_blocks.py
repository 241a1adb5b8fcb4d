"""The stations and containers that the crew has dug up, according to the log, so that its memory forgets
them.

On a server that reports no broken blocks, this is unknown.
"""

from __future__ import annotations

from collections.abc import Collection

from minecrew.agents.past_rounds import STATIONS
from minecrew.game import CONTAINERS
from minecrew.runlog import BlockBroken, BlockPlaced, Header, Log, Position


class RemovedBlocks:
    """Follows the log of a run. `team`: the members whose removals the crew knows about."""

    def __init__(self, log: Log, team: Collection[str]) -> None:
        self._team = team
        self._places: dict[Position, None] = {}
        log.subscribe(self._follow)

    @property
    def places(self) -> tuple[Position, ...]:
        """The places where something was dug up and nothing was placed since."""
        return tuple(self._places)

    def _follow(self, event: Header) -> None:
        if isinstance(event, BlockBroken) and event.agent in self._team:
            if event.block in STATIONS or CONTAINERS.search(event.block):
                self._places[event.position] = None
        elif isinstance(event, BlockPlaced):
            self._places.pop(event.position, None)
