"""Facts of the game that are needed in more than one place; each is stored once, in `facts.json`.

JavaScript reads the same file (`facts.js`). This module knows nothing about servers, bots or skills, and
imports no other module of minecrew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

GAME_FOLDER: Final = Path(__file__).resolve().parent
_FACTS: Final[dict[str, Any]] = json.loads((GAME_FOLDER / "facts.json").read_text(encoding="utf-8"))
VERSION: Final[str] = _FACTS["version"]
"""The version of Minecraft that our own server speaks."""
CHAT_LIMIT: Final[int] = _FACTS["chatLimit"]
"""Maximum length of a line in the game's chat, in characters."""
SMELT_TICKS: Final[int] = _FACTS["smeltTicks"]
"""Ticks in a furnace until one piece is smelted."""
BYSTANDERS: Final[frozenset[str]] = frozenset(_FACTS["bystanders"])
"""Mobs that are like people: the guard protects them, and a killed one counts as a killed person."""
MONSTERS: Final[frozenset[str]] = frozenset(_FACTS["monsters"])
"""Mobs that attack people."""
CONTAINERS: Final[re.Pattern[str]] = re.compile(_FACTS["containers"])
"""The names of the containers whose contents bots remember."""
UNLISTED: Final[frozenset[str]] = frozenset((*_FACTS["plainGround"], *_FACTS["neverListed"]))
"""Blocks that an observation lists only if they are very near, or never."""
DISTANCES: Final[dict[str, float]] = {name: fact["is"] for name, fact in _FACTS["distances"].items()}
"""Blocks, grouped by their use."""

__all__ = [
    "BYSTANDERS",
    "CHAT_LIMIT",
    "CONTAINERS",
    "DISTANCES",
    "GAME_FOLDER",
    "MONSTERS",
    "SMELT_TICKS",
    "UNLISTED",
    "VERSION",
]
