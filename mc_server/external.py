"""Any other Minecraft server, given by its address.

The server's status shows its abilities: it names the version, and distinguishes minecrew's own worlds
(`minecrew world start`) from others. Such a server has no witness and does not count inventories, so the
facts about the world come from the bots' own observations. However, the game rules of the server's version
are known.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final, Self

from minecrew.bridge import Bridge, CallError, ServerAddress
from minecrew.mc_server.arena import arenas, make_arena
from minecrew.mc_server.server import Server
from minecrew.runlog import UserError

NAME: Final = "rules"
SCRIPT: Final = Path(__file__).with_name("rules.js")
REMEDY: Final = {
    "UNREACHABLE": "start the server, or correct the address",
    "WRONG_VERSION": "choose a server version that mineflayer supports",
}


class ExternalServer(Server):
    """A Minecraft server that somebody else runs."""

    def __init__(self, address: ServerAddress, knowledge: dict[str, Any], info: dict[str, Any]) -> None:
        super().__init__(address)
        self._knowledge, self._world = knowledge, info["world"]
        self.says = f"{info['says']} ({info['software']})" if info["says"] else info["software"]
        self.abilities = frozenset({"knowledge", "arena"} if self._world else {"knowledge"})

    @classmethod
    async def find(cls, bridge: Bridge, address: ServerAddress, *, timeout: float = 20.0) -> Self:
        """Asks the server for its status. Raises `UserError` if no server answers, or if the server's version
        is unknown.
        """
        options = {**address.model_dump(), "arenas": arenas()}
        try:
            info = await bridge.start_child(
                NAME, script=SCRIPT, options=options, heap_mb=256, timeout=timeout
            )
        except CallError as error:
            if error.code in REMEDY:
                raise UserError(f"{error.message}; {REMEDY[error.code]}") from error
            raise
        try:
            knowledge = await bridge.call(NAME, "knowledge", timeout=15.0)
        finally:
            await bridge.kill_child(NAME)
        return cls(address.model_copy(update={"version": info["version"]}), dict(knowledge), info)

    async def knowledge(self) -> dict[str, Any]:
        return self._knowledge

    async def arena(self) -> dict[str, Any]:
        """The arena that the server's seed produces, as it was before anybody joined."""
        if not self._world:
            return await super().arena()
        made = await asyncio.to_thread(make_arena, self._world["arena"], seed=self._world["seed"])
        return made.model_dump(mode="json", exclude_unset=True)
