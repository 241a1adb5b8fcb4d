"""Items, with the names of the agents that helped to make them.

A pile holds lots of one item; items leave it in the order in which they came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

MOST = 64
"""Maximum number of makers that are remembered."""


@dataclass(frozen=True)
class Lot:
    """`count` equal items with the same makers."""

    count: int
    makers: frozenset[str]
    """Agents that gathered, crafted or brought along what is in the lot; empty if they are unknown."""


class Pile:
    """A first-in, first-out queue of lots of one item."""

    def __init__(self, lots: Iterable[Lot] = ()) -> None:
        self._lots = deque(lots)
        self.count = sum(lot.count for lot in self._lots)
        """The number of items."""

    @property
    def makers(self) -> frozenset[str]:
        return makers_of(self._lots)

    def add(self, lots: Iterable[Lot]) -> None:
        for lot in lots:
            if lot.count > 0:
                self._lots.append(lot)
                self.count += lot.count

    def take(self, count: int) -> list[Lot]:
        """Returns the first `count` items. Missing items are returned as a lot without makers."""
        taken: list[Lot] = []
        while count > 0 and self._lots:
            lot = self._lots.popleft()
            if lot.count > count:
                self._lots.appendleft(replace(lot, count=lot.count - count))
                lot = replace(lot, count=count)
            taken.append(lot)
            count -= lot.count
            self.count -= lot.count
        if count > 0:
            taken.append(Lot(count, frozenset()))
        return taken


def makers_of(lots: Iterable[Lot]) -> frozenset[str]:
    """Returns at most MOST makers, because a forged log may name a new agent in each event."""
    makers: frozenset[str] = frozenset().union(*(lot.makers for lot in lots))
    return makers if len(makers) <= MOST else frozenset(sorted(makers)[:MOST])
