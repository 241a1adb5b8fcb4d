"""What can be asked of any server. Ask its `abilities` first: what it is not able to do is a fault to ask."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from minecrew.bridge import ServerAddress
from minecrew.runlog import Fault, ServerFound

WANTED: Final = ("witness", "clock")
"""Abilities that a run is the poorer without, and says so."""


class Server:
    """A server by its address, able to do nothing for us."""

    abilities: frozenset[str] = frozenset()

    says: str = ""
    """What it calls itself."""

    def __init__(self, address: ServerAddress) -> None:
        self.address = address

    @property
    def where(self) -> str:
        return f"{self.address.host}:{self.address.port}"

    @property
    def found(self) -> ServerFound:
        """What there is to be said of it in a manifest."""
        return ServerFound(
            where=self.where,
            version=self.address.version or "",
            says=self.says,
            abilities=tuple(sorted(self.abilities)),
            missing=tuple(ability for ability in WANTED if ability not in self.abilities),
        )

    async def knowledge(self) -> dict[str, Any]:
        """Items, recipes, blocks, mobs and weapons as this server plays them."""
        self._unable("knowledge")

    async def arena(self) -> dict[str, Any]:
        """Name, seed, spawn, bounds, resources and the map of the surface."""
        self._unable("arena")

    async def inventories(self) -> dict[str, dict[str, int]]:
        """What every player that ever joined holds, by the server's own count."""
        self._unable("inventories")

    async def clock(self) -> dict[str, int]:
        """`tick` since the start, and `timeOfDay`."""
        self._unable("witness")

    async def grant(self, player: str, item: str, count: int) -> int:
        """Gives before the first round; answers how many fitted. The witness does not report it."""
        self._unable("grant")

    def _unable(self, ability: str) -> NoReturn:
        raise Fault(f"the server at {self.where} has no {ability!r}; ask its abilities first")
