"""A bot's view of its inventory at one moment, and the server's report when it was asked again."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Recount(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    seen: dict[str, int]
    """The bot's previous view."""
    counted: dict[str, int]
    """The server's count, which is also the bot's view from now on."""
