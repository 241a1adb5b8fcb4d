"""The local server: flying-squid in a child process of its own, under the bridge's supervisor.

This module knows the child's methods and nothing about Minecraft. All answers come from the server's own
tables and counts.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from minecrew.bridge import Bridge, CallError, Guard, ServerAddress
from minecrew.mc_server.arena import arena_file, blame_arena
from minecrew.mc_server.server import Server
from minecrew.runlog import GuardMode, UserError

NAME: Final = "server"
SCRIPT: Final = Path(__file__).with_name("server.js")
ABILITIES: Final = frozenset({"witness", "knowledge", "inventories", "grant", "arena"})


@dataclass(frozen=True)
class Commons:
    """A resource that a crew shares."""

    resource: str
    """The name of the block or animal."""
    units: int
    """The number of units at the start, which is also the maximum."""


class EmbeddedServer(Server):
    """A running world. The world ends with its bridge, or when `stop` is called."""

    says = "minecrew"

    def __init__(self, bridge: Bridge, address: ServerAddress) -> None:
        super().__init__(address)
        self.abilities = ABILITIES | ({"clock"} if bridge.clock.on else frozenset())
        self._bridge = bridge

    async def save(self) -> None:
        """Saves the world as it is now, if it has a save directory."""
        await self._call("save", timeout=15.0)

    @classmethod
    async def start(
        cls,
        bridge: Bridge,
        *,
        arena: str = "meadow",
        seed: int = 1,
        port: int = 0,
        save: Path | None = None,
        guard: Guard | None = None,
        commons: Commons | None = None,
        timeout: float = 30.0,
    ) -> EmbeddedServer:
        """Starts the server's process and waits until it listens on 127.0.0.1.

        With `save`, a directory, the world continues from the state in that directory. It is saved there
        every minute of game time, on `save()`, and when the process ends, except by SIGKILL. Without `guard`
        everything is allowed. With `commons`, the arena has a resource that is counted and grows back.

        Raises `UserError` for an unknown arena, a port that is taken, or a directory with another world.
        """
        options = {
            "port": port,
            "seed": seed,
            "arena": arena,
            "arenaFile": arena_file(arena),
            "commons": asdict(commons) if commons else None,
            "save": str(save.resolve()) if save else None,
            "guard": guard.model_dump(include={"mode", "team"}) if guard else None,
        }
        info = await _start(bridge, options, timeout)
        address = ServerAddress(host="127.0.0.1", port=info["port"], version=info["version"])
        server = cls(bridge, address)
        server.abilities |= {"commons"} if commons else frozenset()
        return server

    async def knowledge(self) -> dict[str, Any]:
        """Items, recipes, blocks, mobs and weapons, according to the rules of this server."""
        return dict(await self._call("knowledge", timeout=15.0))

    async def arena(self) -> dict[str, Any]:
        """Returns the name, seed, spawn, bounds, resources and the map of the surface."""
        return dict(await self._call("arena"))

    async def inventories(self) -> dict[str, dict[str, int]]:
        """Returns the items of every player who ever joined, according to the server's own count."""
        return dict(await self._call("inventories"))

    async def holdings(self, player: str) -> dict[str, int]:
        return dict(await self._call("holdings", {"player": player}))

    async def clock(self) -> dict[str, int]:
        """Returns `tick`, the number of ticks since the start, and `timeOfDay`."""
        return dict(await self._call("clock"))

    async def players(self) -> list[str]:
        """Names of the connected players."""
        return list(await self._call("players"))

    async def grant(self, player: str, item: str, count: int) -> int:
        """Gives items before the first round; returns how many of them fitted into the inventory. The
        witness does not report it.
        """
        return int(await self._call("grant", {"player": player, "item": item, "count": count}))

    async def count_commons(self) -> dict[str, Any]:
        return dict(await self._call("commons"))

    async def regrow(self) -> dict[str, Any]:
        return dict(await self._call("regrow"))

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        await self._call("reseed", {"seed": seed})
        if guard:
            await self._call("guard", {"mode": guard})

    async def command(self, text: str) -> str:
        """Runs a console command. For tests only: the witness does not report items that a command
        creates.
        """
        return str(await self._call("command", {"text": text}))

    async def _call(self, method: str, params: dict[str, Any] | None = None, *, timeout: float = 30.0) -> Any:
        return await self._bridge.call(NAME, method, params or {}, timeout=timeout)


async def _start(bridge: Bridge, options: dict[str, Any], timeout: float) -> dict[str, Any]:
    try:
        return await bridge.start_child(
            NAME, script=SCRIPT, options=options, heap_mb=512, rss_mb=1500, timeout=timeout
        )
    except CallError as error:
        if error.code == "PORT_IN_USE":
            port = options["port"]
            raise UserError(f"port {port} is in use; choose another or 0 for a free one") from error
        if error.code == "BAD_ARENA":
            raise blame_arena(options["arena"], error.message) from error
        if error.code == "NO_COMMONS":
            resource = options["commons"]["resource"]
            remedy = "choose the arena 'commons'"
            raise UserError(f"the arena {options['arena']!r} has no {resource} to share; {remedy}") from error
        if error.code == "OTHER_WORLD":
            raise UserError(error.message) from error
        raise
