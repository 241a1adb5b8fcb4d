"""What a bot believed that it held at one moment, and what its server reported when it was asked again."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Recount(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    seen: dict[str, int]
    """The bot's view until then."""
    counted: dict[str, int]
    """The server's count, which is also the bot's view from now on."""
