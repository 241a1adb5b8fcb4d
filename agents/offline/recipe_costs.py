"""The cheapest way to each item, in game seconds of work: to gather it, to craft it or to smelt it.

Works on the rules of the game and on names of sources in sight; knows nothing of places, agents or talk.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from minecrew.agents.knowledge import Knowledge, NaturalSource, Recipe
from minecrew.agents.offline.commitments import Commitments
from minecrew.bridge import Observation
from minecrew.runlog import TICKS, Items

UNSEEN = 10_000.0
"""Seconds charged for an item whose source is not in sight: taken only where nothing else is left."""
CRAFT_SECONDS = 0.4
WALK_SECONDS = 0.02
"""For each block of the way to a source, when sources are compared."""


def cheapest_source(item: str, knowledge: Knowledge, seen: Mapping[str, float]) -> NaturalSource | None:
    """The natural source in sight that costs the least work; None where none is in sight."""
    return min(
        (source for source in knowledge.sources.get(item, ()) if source.name in seen),
        key=lambda source: source.seconds + WALK_SECONDS * seen[source.name],
        default=None,
    )


def sights(
    observation: Observation, knowledge: Knowledge, commitments: Commitments | None = None
) -> dict[str, float]:
    """Blocks and mobs the agent sees, or hears of in the talk, with their distance in blocks."""
    here = observation.position
    seen = {
        name: sum((a - b) ** 2 for a, b in zip(here, sighting.nearest, strict=True)) ** 0.5
        for name, sighting in {**observation.blocks, **observation.mobs}.items()
    }
    if commitments:
        told = commitments.sighted | {
            w.thing for n in commitments.reader.team for w in commitments.share(n) if w.verb == "gather"
        }
        for thing in told:
            for source in knowledge.sources.get(thing, ())[:1]:
                seen[source.name] = 0.0  # what the talk is about is preferred, so that all mean the same
            if thing in knowledge.blocks or thing in knowledge.mobs:
                seen.setdefault(thing, 40.0)
    return seen


@dataclass(frozen=True)
class Fuel:
    """What is burnt in a furnace."""

    item: str
    burns: int
    """Ticks that one of it burns."""

    def needed(self, ticks: int) -> int:
        """How many burn for so long."""
        return math.ceil(ticks / self.burns)


class RecipeCosts:
    """`seen` maps blocks and mobs in sight to their distance in blocks; `held` costs next to nothing."""

    def __init__(self, knowledge: Knowledge, seen: Mapping[str, float], held: Collection[str] = ()) -> None:
        self.knowledge, self.seen = knowledge, seen
        self._fuels: Items = {  # tools and boats burn as well, but nobody does that
            fuel: ticks
            for fuel, ticks in knowledge.fuels.items()
            if fuel in knowledge.items and knowledge.items[fuel].stack == 64
        }
        self._natural = {item: self.source(item) or natural[0] for item, natural in knowledge.sources.items()}
        self._cost: dict[str, float] = {}
        self._best: dict[str, Recipe | None] = {}
        for item in knowledge.items:
            if item not in knowledge.sources and item not in knowledge.all_recipes:
                self._gathered(item, 2 * UNSEEN)
        self._cost |= dict.fromkeys(held, 0.01)
        self._relax()
        for item in knowledge.items:  # reached only through recipes that go in circles
            if item not in self._cost:
                self._gathered(item, (30 if item in knowledge.blocks else 3) * UNSEEN)
        self._relax()

    def source(self, item: str) -> NaturalSource | None:
        return cheapest_source(item, self.knowledge, self.seen)

    def recipe(self, item: str) -> Recipe | None:
        """The cheapest recipe, or None if gathering the item is the cheapest."""
        if item in self._best:
            return self._best[item]
        # What is held alone made it look cheap, but more of it is needed.
        return min(
            (
                recipe
                for recipe in self.knowledge.all_recipes.get(item, ())
                if self._price(recipe) is not None
            ),
            key=lambda recipe: (self._price(recipe) or 0.0) / recipe.count,
            default=None,
        )

    def tool(self, source: NaturalSource, pool: Mapping[str, int]) -> str | None:
        """What to dig it with: one from the pool, else the cheapest there is; None where hands will do."""
        ready = [tool for tool in source.tools if pool.get(tool)]
        return min(ready or source.tools, key=lambda tool: self._cost.get(tool, math.inf), default=None)

    def fuel(self, ticks: int, pool: Mapping[str, int]) -> Fuel:
        """What to burn for so long; what the pool holds enough of comes first."""

        def price(fuel: Fuel) -> tuple[bool, float]:
            count = fuel.needed(ticks)
            return pool.get(fuel.item, 0) < count, count * self._cost.get(fuel.item, math.inf)

        return min((Fuel(item, burns) for item, burns in self._fuels.items()), key=price)

    def _gathered(self, item: str, seconds: float) -> None:
        self._cost[item], self._best[item] = seconds, None

    def _effort(self, source: NaturalSource) -> float:
        """Seconds for one from there. A tool is charged in full: what it digs is worth more than it is."""
        away = WALK_SECONDS * self.seen[source.name] if source.name in self.seen else UNSEEN
        tool = min((self._cost.get(tool, math.inf) for tool in source.tools), default=0.0)
        return source.seconds + away + tool

    def _price(self, recipe: Recipe) -> float | None:
        """Seconds for all that one time of the recipe makes; None while an ingredient has no price."""
        if any(part not in self._cost for part in recipe.needs):
            return None
        parts = sum(self._cost[part] * n for part, n in recipe.needs.items())
        if not recipe.ticks:
            return parts + CRAFT_SECONDS
        fuels = [self._cost[fuel] / ticks for fuel, ticks in self._fuels.items() if fuel in self._cost]
        return parts + recipe.ticks * (1 / TICKS + min(fuels)) if fuels else None

    def _relax(self) -> None:
        """Fixed point (costs are positive, so cycles of recipes are never taken)."""
        changed = True
        while changed:
            changed = False
            for item, source in self._natural.items():
                seconds = self._effort(source)
                if seconds < self._cost.get(item, math.inf) - 1e-9:
                    self._gathered(item, seconds)
                    changed = True
            for item, recipes in self.knowledge.all_recipes.items():
                for recipe in recipes:
                    price = self._price(recipe)
                    if price is not None and price / recipe.count < self._cost.get(item, math.inf) - 1e-9:
                        self._cost[item], self._best[item] = price / recipe.count, recipe
                        changed = True
