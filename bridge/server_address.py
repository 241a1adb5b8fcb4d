"""The address of a Minecraft server."""

from __future__ import annotations

from pydantic import Field

from minecrew.runlog import Record


class ServerAddress(Record):
    host: str
    port: int = Field(ge=1, le=65535)
    version: str | None = None
    """Minecraft version, e.g. '1.18.2'; if it is None, the server is asked, over one more connection."""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"
