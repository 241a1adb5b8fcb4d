"""Where a Minecraft server is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ServerAddress(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str
    port: int = Field(ge=1, le=65535)
    version: str | None = None
    """Minecraft version, e.g. '1.16.5'; None: ask the server (one more connection)."""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"
