"""The contents of chests and furnaces, according to the events: each block has its own piles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import floor

from minecrew.behaviors.facts.lots import Lot, Pile, makers_of
from minecrew.runlog import Position

Block = tuple[int, int, int]


def block_at(position: Position) -> Block:
    """The block that contains a place."""
    x, y, z = position
    return floor(x), floor(y), floor(z)


class Stores:
    """Piles by block and item, and the makers of the fuel that burns in each block."""

    def __init__(self) -> None:
        self._piles: dict[tuple[Block, str], Pile] = defaultdict(Pile)
        self._fire: dict[Block, frozenset[str]] = {}

    def count(self, block: Block, item: str) -> int:
        return self._piles[block, item].count

    def put(self, block: Block, item: str, lots: Iterable[Lot]) -> None:
        self._piles[block, item].add(lots)

    def take(self, block: Block, item: str, count: int) -> list[Lot]:
        """Returns the items taken out. Missing items are returned as a lot without makers, so call `count`
        first.
        """
        return self._piles[block, item].take(count)

    def burn(self, block: Block, item: str, count: int) -> None:
        """From now on, items smelted here also count as work of the agents that brought this fuel."""
        self._fire[block] = makers_of(self.take(block, item, count))

    def fire(self, block: Block) -> frozenset[str]:
        return self._fire.get(block, frozenset())
