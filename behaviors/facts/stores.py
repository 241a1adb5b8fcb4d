"""What lies in chests and furnaces, by the events: each block has its own piles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import floor

from minecrew.behaviors.facts.lots import Lot, Pile, makers_of
from minecrew.runlog import Position

Block = tuple[int, int, int]


def block_at(position: Position) -> Block:
    """The block that a place lies in."""
    x, y, z = position
    return floor(x), floor(y), floor(z)


class Stores:
    """Piles by block and item, and whose fuel burns where."""

    def __init__(self) -> None:
        self._piles: dict[tuple[Block, str], Pile] = defaultdict(Pile)
        self._fire: dict[Block, frozenset[str]] = {}

    def count(self, block: Block, item: str) -> int:
        return self._piles[block, item].count

    def put(self, block: Block, item: str, lots: Iterable[Lot]) -> None:
        self._piles[block, item].add(lots)

    def take(self, block: Block, item: str, count: int) -> list[Lot]:
        """What is not there comes as a lot without makers; ask `count` before."""
        return self._piles[block, item].take(count)

    def burn(self, block: Block, item: str, count: int) -> None:
        """From now on what is smelted here is also the work of who brought this fuel."""
        self._fire[block] = makers_of(self.take(block, item, count))

    def fire(self, block: Block) -> frozenset[str]:
        return self._fire.get(block, frozenset())
