"""The items in our server's version of the game, read from the pinned data, so neither a server nor Node is
needed.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from minecrew.bridge import node_modules
from minecrew.game import VERSION

DATA: Final = Path("minecraft-data/minecraft-data/data")


@cache
def item_names() -> frozenset[str]:
    """Raises UserError if the npm packages are not installed."""
    data = node_modules() / DATA
    paths = json.loads((data / "dataPaths.json").read_text(encoding="utf-8"))
    items = json.loads((data / paths["pc"][VERSION]["items"] / "items.json").read_text(encoding="utf-8"))
    return frozenset(item["name"] for item in items)
