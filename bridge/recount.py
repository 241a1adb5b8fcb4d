"""What a bot believed to hold at one moment, and what its server told when it was asked again."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Recount(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    seen: dict[str, int]
    """By the bot, until then."""
    counted: dict[str, int]
    """By the server; from now on by the bot, too."""
