"""The interface that every server class implements. Check `abilities` first, because using a missing ability
is a fault.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

from minecrew.bridge import ServerAddress
from minecrew.runlog import Fault, GuardMode, ServerFound

WANTED: Final = ("witness", "clock")
"""Abilities without which a run has less information; the run reports which of them are missing."""


class Server:
    """A server that is given by its address and has no abilities."""

    abilities: frozenset[str] = frozenset()

    says: str = ""
    """The server's own name."""

    def __init__(self, address: ServerAddress) -> None:
        self.address = address

    @property
    def where(self) -> str:
        return f"{self.address.host}:{self.address.port}"

    @property
    def found(self) -> ServerFound:
        """Returns the server's entry in a manifest."""
        return ServerFound(
            where=self.where,
            version=self.address.version or "",
            says=self.says,
            abilities=tuple(sorted(self.abilities)),
            missing=tuple(ability for ability in WANTED if ability not in self.abilities),
        )

    async def knowledge(self) -> dict[str, Any]:
        """Items, recipes, blocks, mobs and weapons, according to the rules of this server."""
        self._unable("knowledge")

    async def arena(self) -> dict[str, Any]:
        """Returns the name, seed, spawn, bounds, resources and the map of the surface."""
        self._unable("arena")

    async def inventories(self) -> dict[str, dict[str, int]]:
        """Returns the items of every player who ever joined, according to the server's own count."""
        self._unable("inventories")

    async def holdings(self, player: str) -> dict[str, int]:
        """The items that one player holds, according to the server's own count; the witness does not report
        this count.
        """
        self._unable("inventories")

    async def clock(self) -> dict[str, int]:
        """Returns `tick`, the number of ticks since the start, and `timeOfDay`."""
        self._unable("witness")

    async def grant(self, player: str, item: str, count: int) -> int:
        """Gives items before the first round; returns how many of them fitted into the inventory. The
        witness does not report it.
        """
        self._unable("grant")

    async def count_commons(self) -> dict[str, Any]:
        """Returns the `stock` of the shared resource, and what each member has `taken` since the previous
        count.
        """
        self._unable("commons")

    async def regrow(self) -> dict[str, Any]:
        """Lets the shared resource grow back; returns the `stock`."""
        self._unable("commons")

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        """From now on, everything random uses another seed; if a mode of the guard is given, the guard uses
        it.
        """
        self._unable("arena")

    def _unable(self, ability: str) -> NoReturn:
        raise Fault(f"the server at {self.where} has no {ability!r}; check its abilities first")
