"""What a goal takes: raw materials to gather, crafts in order, and what this world is not seen to have.

Works on the rules of the game and on names of sources in sight; knows nothing of places, agents or talk.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.knowledge import Knowledge, Recipe, Source
from runlog import Items

TABLE = "crafting_table"
UNSEEN = 10_000.0
"""Seconds charged for an item whose source is not in sight: taken only where nothing else is left."""
CRAFT_SECONDS = 0.4


@dataclass(frozen=True)
class Craft:
    """`times` times one recipe."""

    item: str
    times: int
    recipe: Recipe

    @property
    def count(self) -> int:
        return self.times * self.recipe.count


@dataclass
class Needs:
    """The shopping list of a goal."""

    raw: Items = field(default_factory=dict)
    """To be gathered."""
    used: Items = field(default_factory=dict)
    """Taken from what is held already."""
    crafts: list[Craft] = field(default_factory=list)
    """Each after its ingredients."""
    lacking: list[str] = field(default_factory=list)
    """Raw materials without a source in sight."""
    seconds: float = 0.0
    """Estimated work, without walks."""

    @property
    def table(self) -> bool:
        """Some craft needs a crafting table."""
        return any(craft.recipe.table for craft in self.crafts)


def find_needs(
    goal: Mapping[str, int],
    held: Mapping[str, int],
    rules: Knowledge,
    seen: Mapping[str, float],
    *,
    table: bool = False,
) -> Needs:
    """What is still to be gathered and crafted so that `goal` can be held.

    `seen` maps blocks and mobs in sight to their distance in blocks; `table` says that a crafting table
    stands ready. Of two ways, using up what is held or starting fresh, the one with less work is taken.
    """
    ways = []
    for favour in (True, False):
        needs = _Expansion(held, rules, seen, favour).expand(goal)
        if needs.table and not table:
            needs = _Expansion(held, rules, seen, favour).expand({TABLE: 1}, goal)
        ways.append(needs)
    return min(ways, key=lambda needs: needs.seconds)


def cheapest_source(item: str, rules: Knowledge, seen: Mapping[str, float]) -> Source | None:
    """The natural source in sight that costs the least work; None where none is in sight."""
    return min(
        (source for source in rules.sources.get(item, ()) if source.name in seen),
        key=lambda source: source.seconds + 0.02 * seen[source.name],
        default=None,
    )


class _Expansion:
    """One walk from the goal down to raw materials, always along the cheapest option."""

    def __init__(
        self, held: Mapping[str, int], rules: Knowledge, seen: Mapping[str, float], favour_held: bool
    ) -> None:
        self.rules, self.seen, self.pool = rules, seen, dict(held)
        self.needs = Needs()
        self.cost: dict[str, float] = {}
        self.best: dict[str, Recipe | None] = {}
        for item in rules.items:
            natural = rules.sources.get(item)
            if natural:
                source = cheapest_source(item, rules, seen)
                near = source.seconds + 0.02 * seen[source.name] if source else UNSEEN + natural[0].seconds
                self._raw(item, near)
            elif item not in rules.recipes:
                self._raw(item, 2 * UNSEEN)
        if favour_held:
            self.cost |= {item: 0.01 for item, count in held.items() if count}
        self._relax()
        for item in rules.items:  # reached only through recipes that go in circles
            if item not in self.cost:
                self._raw(item, (30 if item in rules.blocks else 3) * UNSEEN)
        self._relax()

    def _raw(self, item: str, seconds: float) -> None:
        self.cost[item], self.best[item] = seconds, None

    def _relax(self) -> None:
        """Fixed point of the cheapest way to each item (costs are positive, so cycles of recipes are
        never taken)."""
        changed = True
        while changed:
            changed = False
            for item, recipes in self.rules.recipes.items():
                for recipe in recipes:
                    if any(part not in self.cost for part in recipe.needs):
                        continue
                    parts = sum(self.cost[part] * n for part, n in recipe.needs.items())
                    cost = (parts + CRAFT_SECONDS) / recipe.count
                    if cost < self.cost.get(item, math.inf) - 1e-9:
                        self.cost[item], self.best[item] = cost, recipe
                        changed = True

    def expand(self, *goals: Mapping[str, int]) -> Needs:
        """The needs of all goals, the first goal's crafts first."""
        for goal in goals:
            for item, count in goal.items():
                self._take(item, count)
        return self.needs

    def _take(self, item: str, count: int) -> None:
        held = min(self.pool.get(item, 0), count)
        if held:
            self.pool[item] -= held
            self.needs.used[item] = self.needs.used.get(item, 0) + held
            count -= held
        if not count:
            return
        recipe = self.best.get(item) or self._only_recipe(item)
        if recipe is None:
            self._gather(item, count)
            return
        times = math.ceil(count / recipe.count)
        for part, n in recipe.needs.items():
            self._take(part, n * times)
        self._craft(item, times, recipe)
        self.pool[item] = self.pool.get(item, 0) + times * recipe.count - count

    def _only_recipe(self, item: str) -> Recipe | None:
        """Where held items alone made an item look cheap, but more of it is needed than is held."""
        if item in self.best:
            return None
        affordable = [r for r in self.rules.recipes.get(item, ()) if all(p in self.cost for p in r.needs)]
        return min(
            affordable,
            key=lambda r: sum(self.cost[p] * n for p, n in r.needs.items()) / r.count,
            default=None,
        )

    def _craft(self, item: str, times: int, recipe: Recipe) -> None:
        crafts = self.needs.crafts
        for at, craft in enumerate(crafts):
            if craft.item == item and craft.recipe == recipe:
                crafts[at] = Craft(item, craft.times + times, recipe)
                break
        else:
            crafts.append(Craft(item, times, recipe))
        self.needs.seconds += CRAFT_SECONDS * times

    def _gather(self, item: str, count: int) -> None:
        source = cheapest_source(item, self.rules, self.seen)
        self.needs.raw[item] = self.needs.raw.get(item, 0) + count
        if source is None and item not in self.needs.lacking:
            self.needs.lacking.append(item)
        if source and source.tools and not any(self.pool.get(tool) for tool in source.tools):
            tool = min(source.tools, key=lambda name: self.cost.get(name, math.inf))
            self._take(tool, 1)
            self.pool[tool] = self.pool.get(tool, 0) + 1
        self.needs.seconds += count * (source.seconds if source else UNSEEN)
