"""What a goal takes: raw materials to gather and items to make, in an order in which it can be done.

Knows the cheapest ways; nothing of places, agents or talk.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from minecrew.agents.knowledge import FURNACE, TABLE, Knowledge, NaturalSource, Recipe
from minecrew.agents.offline.recipe_costs import CRAFT_SECONDS, UNSEEN, Fuel, RecipeCosts
from minecrew.runlog import TICKS, Items

STATIONS = (TABLE, FURNACE)


@dataclass(frozen=True)
class Gather:
    """An amount of a raw material that is gathered from blocks or mobs."""

    item: str
    count: int


@dataclass(frozen=True)
class Craft:
    """`times` times one recipe, in the hand, at a table or in a furnace."""

    item: str
    times: int
    recipe: Recipe
    fuel: Fuel | None = None
    """What is burnt for it."""

    @property
    def count(self) -> int:
        return self.times * self.recipe.count

    @property
    def burnt(self) -> int:
        """How many of the fuel it takes."""
        return self.fuel.needed(self.recipe.ticks * self.times) if self.fuel else 0

    @property
    def seconds(self) -> float:
        return self.times * (self.recipe.ticks / TICKS or CRAFT_SECONDS)


@dataclass
class Needs:
    """What is to be done, each step after those it builds on."""

    steps: list[Gather | Craft] = field(default_factory=list)
    used: Items = field(default_factory=dict)
    """Taken from what is held already."""
    lacking: list[str] = field(default_factory=list)
    """Raw materials without a source in sight."""
    seconds: float = 0.0
    """Estimated work, without walks."""

    @property
    def raw(self) -> Items:
        """What has to be gathered."""
        return {step.item: step.count for step in self.steps if isinstance(step, Gather)}

    @property
    def crafts(self) -> list[Craft]:
        return [step for step in self.steps if isinstance(step, Craft)]

    @property
    def stations(self) -> list[str]:
        """Tables and furnaces that are made on the way, to be set up."""
        return [craft.item for craft in self.crafts if craft.item in STATIONS]


def find_needs(
    goal: Mapping[str, int],
    held: Mapping[str, int],
    knowledge: Knowledge,
    seen: Mapping[str, float],
    *,
    standing: Collection[str] = (),
    tools: bool = True,
) -> Needs:
    """What is still to be gathered and made so that `goal` can be held.

    `seen` maps blocks and mobs in sight to their distance in blocks; `standing` names the stations that
    stand ready. Without `tools`, what it takes to gather is left out: whoever gathers makes its own. Of two
    ways, using up what is held or starting fresh, the one with less work is taken.
    """

    def plan(expansion: Expansion) -> None:
        for item, count in goal.items():
            expansion.take(item, count)

    return least(plan, held, knowledge, seen, standing=standing, tools=tools)


def least(
    plan: Callable[[Expansion], None],
    held: Mapping[str, int],
    knowledge: Knowledge,
    seen: Mapping[str, float],
    *,
    standing: Collection[str] = (),
    tools: bool = True,
) -> Needs:
    """What `plan` takes, the one or the other way; the rest as for `find_needs`."""
    needs = []
    for favoured in ([item for item, count in held.items() if count], ()):
        expansion = Expansion(RecipeCosts(knowledge, seen, favoured), held, standing, tools=tools)
        plan(expansion)
        needs.append(expansion.needs)
    return min(needs, key=lambda each: each.seconds)


class Expansion:
    """Walks from what is wanted down to raw materials, always along the cheapest way."""

    def __init__(
        self,
        costs: RecipeCosts,
        pool: Mapping[str, int],
        standing: Collection[str] = (),
        *,
        tools: bool = True,
    ) -> None:
        self.costs, self.pool, self.standing, self.tools = costs, dict(pool), set(standing), tools
        self.needs = Needs()
        self._mined: Items = {}  # with each tool
        self._making: set[str] = set()  # tools that are being made: none is needed for itself

    def take(self, item: str, count: int) -> None:
        """`count` of `item` are used up, from the pool as far as it holds them."""
        held = min(self.pool.get(item, 0), count)
        if held:
            self.pool[item] -= held
            self.needs.used[item] = self.needs.used.get(item, 0) + held
            count -= held
        if not count:
            return
        recipe = self.costs.recipe(item)
        if recipe is None:
            self._gather(item, count)
            return
        times = math.ceil(count / recipe.count)
        for part, n in recipe.needs.items():
            self.take(part, n * times)
        self._make(item, times, recipe)
        self._add(item, times * recipe.count - count)

    def gather(self, item: str, count: int, *, keep: bool) -> None:
        """Gets `count` more; without `keep` they are for somebody else, and nothing is made of them."""
        if item in self.costs.knowledge.sources:
            self._gather(item, count)
        else:
            held = self.pool.pop(item, 0)
            self.take(item, count)
            self._add(item, held)
        if keep:
            self._add(item, count)

    def _add(self, item: str, count: int) -> None:
        self.pool[item] = self.pool.get(item, 0) + count

    def _make(self, item: str, times: int, recipe: Recipe) -> None:
        fuel = self.costs.fuel(recipe.ticks * times, self.pool) if recipe.ticks else None
        craft = Craft(item, times, recipe, fuel)
        if fuel:
            self.take(fuel.item, craft.burnt)
        if recipe.station and recipe.station not in self.standing:
            self.standing.add(recipe.station)
            self.take(recipe.station, 1)
        self.needs.seconds += craft.seconds
        steps = self.needs.steps
        for at, step in enumerate(steps):  # to the earliest one: whatever it takes has been got by then
            if isinstance(step, Craft) and (step.item, step.recipe, step.fuel) == (item, recipe, fuel):
                steps[at] = replace(step, times=step.times + times)
                return
        steps.append(craft)

    def _gather(self, item: str, count: int) -> None:
        source = self.costs.source(item)
        if source is None and item not in self.needs.lacking:
            self.needs.lacking.append(item)
        if source and self.tools:
            self._equip(source, count)
        self.needs.seconds += count * (source.seconds if source else UNSEEN)
        steps = self.needs.steps
        for at, step in enumerate(steps):
            if isinstance(step, Gather) and step.item == item:
                steps[at] = replace(step, count=step.count + count)
                return
        steps.append(Gather(item, count))

    def _equip(self, source: NaturalSource, count: int) -> None:
        """Takes as many tools as are needed, by their wear; they stay in the pool."""
        tool = self.costs.tool(source, self.pool)
        if tool is None or tool in self._making:
            return
        self._mined[tool] = self._mined.get(tool, 0) + count
        uses = self.costs.knowledge.items[tool].uses
        short = (math.ceil(self._mined[tool] / uses) if uses else 1) - self.pool.get(tool, 0)
        if short > 0:
            self._making.add(tool)
            self.take(tool, short)
            self._making.discard(tool)
            self._add(tool, short)
