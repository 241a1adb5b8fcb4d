"""Any other Minecraft server, by address.

It has no witness and counts no inventories for us: who runs a crew on it takes world facts from the bots' own
observation. The rules of its version are known all the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Self

from bridge import Address, Bridge, CallError
from mc_server.server import Server
from runlog import UserError

NAME: Final = "rules"
SCRIPT: Final = Path(__file__).with_name("rules.js")
REMEDY: Final = {
    "UNREACHABLE": "start the server, or correct the address",
    "WRONG_VERSION": "choose a server of a version that mineflayer supports",
}


class ExternalServer(Server):
    """A server that somebody else runs."""

    abilities = frozenset({"knowledge"})

    def __init__(self, address: Address, rules: dict[str, Any]) -> None:
        super().__init__(address)
        self._rules = rules

    @classmethod
    async def find(cls, bridge: Bridge, address: Address, *, timeout: float = 20.0) -> Self:
        """Asks for the version. Raises `UserError` where no server answers, or one of no known version."""
        try:
            info = await bridge.start_child(
                NAME, script=SCRIPT, options=address.model_dump(), heap_mb=256, timeout=timeout
            )
        except CallError as error:
            if error.code in REMEDY:
                raise UserError(f"{error.message}; {REMEDY[error.code]}") from error
            raise
        try:
            rules = await bridge.call(NAME, "knowledge", timeout=15.0)
        finally:
            await bridge.kill_child(NAME)
        return cls(address.model_copy(update={"version": info["version"]}), dict(rules))

    async def knowledge(self) -> dict[str, Any]:
        return self._rules
