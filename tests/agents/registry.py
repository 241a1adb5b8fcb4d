"""The rules of the game as the server tells them, made without a server."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from minecrew.agents import Knowledge
from minecrew.bridge.node import node_binary, node_modules

WOODS = ("oak", "dark_oak", "crimson", "spruce", "birch", "jungle", "acacia", "warped")
COLOURS = (
    *("gray", "light_gray", "red", "white", "orange", "magenta", "light_blue", "yellow", "lime", "pink"),
    *("cyan", "purple", "blue", "brown", "green", "black"),
)


def one_of_each(items: Iterable[str]) -> list[str]:
    """Without those that are like another one but for their wood or colour: three of each are enough."""
    return [item for item in items if _look(item) not in (*WOODS[3:], *COLOURS[3:])]


def _look(item: str) -> str:
    """The wood or colour in an item's name; '' if there is none."""
    words = f"_{item}_"
    return max((look for look in (*WOODS, *COLOURS) if f"_{look}_" in words), key=len, default="")


@cache
def whole_registry() -> Knowledge:
    script = Path(__file__).with_suffix(".js")
    environment = {**os.environ, "NODE_PATH": str(node_modules())}
    printed = subprocess.run(
        [node_binary(), script], env=environment, capture_output=True, check=True, timeout=60
    ).stdout
    return Knowledge.model_validate_json(printed)
