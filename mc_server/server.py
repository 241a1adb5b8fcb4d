"""What can be asked of any server. Ask its `abilities` first: what it is not able to do is a fault to ask."""

from __future__ import annotations

from typing import Any, NoReturn

from bridge import Address
from runlog import Fault


class Server:
    """A server by its address, able to do nothing for us."""

    abilities: frozenset[str] = frozenset()

    def __init__(self, address: Address) -> None:
        self.address = address

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
        where = f"{self.address.host}:{self.address.port}"
        raise Fault(f"the server at {where} has no {ability!r}; ask its abilities first")
