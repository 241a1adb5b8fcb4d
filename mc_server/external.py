"""Any other Minecraft server, by address.

It has no witness, counts no inventories for us and answers nothing: its abilities are empty, and who runs
a crew on it takes world facts from the bots' own observation.
"""

from __future__ import annotations

from bridge import Address
from mc_server.server import Server


class ExternalServer(Server):
    """A server that somebody else runs."""

    def __init__(self, host: str, port: int, *, version: str | None = None) -> None:
        super().__init__(Address(host=host, port=port, version=version))
