"""A place in words."""

from __future__ import annotations

import math

from minecrew.runlog import Position


def spot(at: Position) -> str:
    """Returns the coordinates of the block that contains a position, as text. A player on the edge of a block
    counts as standing in that block.
    """
    return f"({', '.join(str(math.floor(c)) for c in at)})"
