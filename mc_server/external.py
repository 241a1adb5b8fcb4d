"""Any other Minecraft server, by address.

It has no witness and counts no inventories for us: its abilities are empty, and who runs a crew on it takes
world facts from the bots' own observation.
"""

from __future__ import annotations

from bridge import Address


class ExternalServer:
    """A server that somebody else runs."""

    abilities: frozenset[str] = frozenset()

    def __init__(self, host: str, port: int, *, version: str | None = None) -> None:
        self.address = Address(host=host, port=port, version=version)
