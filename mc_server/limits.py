"""The limits of the built-in server: things that work in Minecraft but not in its worlds.

The server shows the same text to a player whose action runs into one of these limits (plugins/limits.js).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from minecrew.bridge import WorldLimit

FILE: Final = Path(__file__).with_suffix(".json")
_LIMITS: Final = TypeAdapter(tuple[WorldLimit, ...])


@cache
def world_limits() -> tuple[WorldLimit, ...]:
    return _LIMITS.validate_json(FILE.read_bytes())
