"""The cost of one more of each item: the game seconds of work to gather, craft or smelt it.

A cost is that of the cheapest derivation in a directed hypergraph: an item is a node, and each source and
each recipe is an edge from everything that it needs to what it makes. The costs are computed with Knuth's
generalisation of Dijkstra's algorithm (1977). Since a recipe may make several items at once, an item can
become cheaper after it was settled, and is then settled again. Every edge has a positive cost, and no cycle
of recipes makes more than it uses. Therefore the algorithm ends, and no cheapest derivation is circular. This
module knows the rules of the game and the names of sources in sight, but no places.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping

from minecrew.agents.knowledge import Knowledge, NaturalSource, Recipe
from minecrew.runlog import TICKS

UNSEEN = 10_000.0
"""Seconds charged for an item whose source is not in sight, so that it is used only if there is no other
way.
"""
NOWHERE = 2 * UNSEEN
"""Seconds charged for an item that nothing in the game yields."""
STUCK = 100 * NOWHERE
"""Seconds charged for an item that has to be made but cannot be made. Such items are the last to be reported
as missing.
"""
CRAFT_SECONDS = 0.4
WALK_SECONDS = 0.02
"""Seconds charged for each block of the way to a source, when sources are compared."""
HELD_SECONDS = 0.01
"""Seconds charged for an item that is already held."""


def cheapest_source(item: str, knowledge: Knowledge, seen: Mapping[str, float]) -> NaturalSource | None:
    """Returns the natural source in sight with the least work; None if none is in sight."""
    return min(
        (source for source in knowledge.sources.get(item, ()) if source.name in seen),
        key=lambda source: source.seconds + WALK_SECONDS * seen[source.name],
        default=None,
    )


class Costs:
    """`seen` maps blocks and mobs in sight to their distance in blocks.
    `barred` are items that cannot be gathered here, even if they are in sight.
    """

    def __init__(self, knowledge: Knowledge, seen: Mapping[str, float], barred: Collection[str] = ()) -> None:
        self.knowledge, self.seen = knowledge, seen
        self.held: frozenset[str] = frozenset()
        self._barred = frozenset(barred)
        self._one: dict[str, float] = {}
        self._tick = math.inf  # seconds for what burns one tick
        self._kin: dict[frozenset[str], Costs] = {}
        self._queue: list[tuple[float, str]] = []
        for item in knowledge.items:
            self._gather(item)
        self._run()

    @classmethod
    def everywhere(cls, knowledge: Knowledge) -> Costs:
        """Returns the costs in a world in which all sources of the game are in sight."""
        return cls(knowledge, dict.fromkeys((*knowledge.blocks, *knowledge.mobs), 0.0))

    def holding(self, held: Iterable[str]) -> Costs:
        """Returns the costs in the same world if these items may be used up at almost no cost."""
        held = frozenset(held)
        if not held:
            return self
        if held not in self._kin:
            other = object.__new__(type(self))
            other.__dict__.update(self.__dict__, held=held, _one=dict(self._one), _queue=[])
            other._lower_heat(held)
            for part in held:
                other._use(part)
            other._run()
            self._kin[held] = other
        return self._kin[held]

    def source(self, item: str) -> NaturalSource | None:
        """Returns the source from which to gather the item; None if no source is in sight."""
        return None if item in self._barred else cheapest_source(item, self.knowledge, self.seen)

    def one(self, item: str) -> float:
        """Returns the seconds for obtaining one more of the item, in addition to those that are held."""
        return self._one[item]

    def heat(self, ticks: int) -> float:
        """Returns the seconds of work for fuel that burns this long, plus the burning time."""
        return ticks * (self._tick + 1 / TICKS) if ticks else 0.0

    def tool(self, source: NaturalSource) -> float:
        """Returns the seconds for the cheapest tool with which the source yields the item; 0 for the bare
        hand.
        """
        return min((self._needed(tool) for tool in source.tools), default=0.0)

    def gathered(self, item: str) -> float:
        """Returns the seconds to gather one item from the best source, without the time for the tool."""
        if source := self.source(item):
            return source.seconds + WALK_SECONDS * self.seen[source.name]
        if natural := self.knowledge.sources.get(item):
            return UNSEEN + natural[0].seconds
        ringed = item in self.knowledge.ringed and item not in self.knowledge.blocks
        if item in self.knowledge.all_recipes and not ringed:
            return STUCK
        return NOWHERE

    # ---- the search

    def _needed(self, item: str) -> float:
        return HELD_SECONDS if item in self.held else self._one.get(item, math.inf)

    def _gather(self, item: str) -> None:
        natural = self.knowledge.sources.get(item)
        if natural is not None:
            source = self.source(item) or natural[0]
            # The tool is charged in full: it is worth more than one piece.
            self._lower(item, self.gathered(item) + self.tool(source))
        elif item in self.knowledge.ringed or item not in self.knowledge.all_recipes:
            self._lower(item, self.gathered(item))

    def _make(self, item: str, recipe: Recipe) -> None:
        seconds = self.heat(recipe.ticks) or CRAFT_SECONDS
        for part, n in recipe.needs.items():
            seconds += n * self._needed(part)
        self._lower(item, seconds / recipe.count)

    def _run(self) -> None:
        while self._queue:
            seconds, item = heapq.heappop(self._queue)
            if seconds <= self._one[item] and item not in self.held:
                self._lower_heat((item,))
                self._use(item)

    def _use(self, part: str) -> None:
        """Recomputes the costs of everything that is made from the item or dug with it."""
        for item, recipe in self.knowledge.made_of.get(part, ()):
            self._make(item, recipe)
        for item in self.knowledge.dug_with.get(part, ()):
            self._gather(item)

    def _lower_heat(self, fuels: Iterable[str]) -> None:
        burns = self.knowledge.firewood
        cheapest = min(
            (self._needed(fuel) / burns[fuel] for fuel in fuels if fuel in burns), default=math.inf
        )
        if cheapest < self._tick * (1 - 1e-9):
            self._tick = cheapest
            for item, recipe in self.knowledge.smelted:
                self._make(item, recipe)

    def _lower(self, item: str, seconds: float) -> None:
        if seconds < self._one.get(item, math.inf) * (1 - 1e-9):
            self._one[item] = seconds
            heapq.heappush(self._queue, (seconds, item))
