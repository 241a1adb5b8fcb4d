"""Works back from the wanted items to raw materials, and uses up held items.

If there are several ways to get an item, it takes the one that needs the least work for the amount. The costs
of missing items come from `Costs`. If two parts of a way compete for the same held item, the estimate is too
low; only then are the next best ways tried as well. Ways that lead back to an item that is already being made
are ignored, so the search ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from minecrew.agents.knowledge import NaturalSource, Recipe
from minecrew.agents.planning.costs import CRAFT_SECONDS, HELD_SECONDS, UNSEEN, Costs
from minecrew.agents.planning.needs import Craft, Fuel, Gather, Needs, Step
from minecrew.runlog import Items

TRIALS = 60
"""Maximum number of ways that are tried in one plan; then the way with the lowest estimate is taken."""
FETCH_SECONDS = 10.0
"""Seconds charged for fuel that is not held."""
WORTH = 0.5
"""The share of a held item's work that is charged if it is burnt, so that no bookshelf is burnt while there
are trees.
"""
HEAT = "heat"
"""Marks that fuel is being made; meanwhile, ways that smelt something are skipped."""


@dataclass(frozen=True)
class _Way:
    """A way to get the wanted items."""

    seconds: float
    """The estimated work."""
    go: Callable[[Expansion], None]


class Expansion:
    """The state of one plan. `standing` names the stations that are ready. Without `tools`,
    the tools for gathering are left out, because each agent that gathers makes its own.
    """

    def __init__(
        self,
        costs: Costs,
        held: Mapping[str, int],
        standing: Collection[str] = (),
        *,
        tools: bool = True,
    ) -> None:
        self._base, self.tools = costs, tools
        self.pool, self.standing = dict(held), set(standing)
        self.steps: list[Step] = []
        self.lacking: Items = {}
        self.seconds = 0.0
        self._held = {item: count for item, count in held.items() if count > 0}
        self._used: Items = {}
        self._mined: Items = {}  # with each tool
        self._making: frozenset[str] = frozenset()  # what leads back to one of these is no way to it
        self._conflicts = 0  # how often something held did not suffice, or a way was none
        self._trials = [TRIALS]  # of all copies together
        self._prices: Costs | None = None

    @property
    def costs(self) -> Costs:
        """Returns the costs if items that are held and not used up yet cost almost nothing."""
        return self._base.holding(item for item in self._held if self.pool.get(item))

    def take(self, item: str, count: int) -> None:
        """Uses up `count` of `item`: first items from the pool, then newly obtained ones."""
        held = min(self.pool.get(item, 0), count)
        if held:
            self.pool[item] -= held
            self._used[item] = self._used.get(item, 0) + held
            count -= held
        if count:
            self._conflicts += item in self._held
            self._get(item, count)

    def get(self, item: str, count: int) -> None:
        """Makes or gathers `count` more, even if some are held."""
        held = self.pool.pop(item, 0)
        self._get(item, count)
        self._add(item, held)

    def gather(self, item: str, count: int, *, keep: bool) -> None:
        """Gets `count` more. Without `keep`, these items are for somebody else and must not be used up."""
        if item in self._base.knowledge.sources:
            self._gather(item, count)
        else:
            self.get(item, count)
        if keep:
            self._add(item, count)

    def needs(self) -> Needs:
        """Returns the complete needs, including the fuel, which is chosen last, when it is known which held
        items remain.
        """
        self._making |= {HEAT}
        self._keep_apart()
        for at, step in enumerate(self.steps):
            if isinstance(step, Craft) and step.recipe.ticks and step.fuel is None:
                self._burn(at, step.recipe.ticks * step.times)
        used = {item: min(n, self._held[item]) for item, n in self._used.items() if item in self._held}
        return Needs(list(self.steps), used, dict(self.lacking))

    def _keep_apart(self) -> None:
        """Items left over from a smelting come too late to be burnt for it."""
        late: set[str] = set()
        for step in self.steps:  # each stands after those it builds on
            if isinstance(step, Craft) and (step.recipe.ticks or step.recipe.needs.keys() & late):
                late.add(step.item)
                self.pool.pop(step.item, None)

    # ---- the best of several ways

    def _get(self, item: str, count: int) -> None:
        """Makes or gathers `count` more, and uses them up."""
        outer, self._making = self._making, self._making | {item}
        self._go(self._ways(item, count))
        self._making = outer

    def _go(self, ways: list[_Way]) -> None:
        ways.sort(key=lambda way: way.seconds)
        if len(ways) == 1:
            ways[0].go(self)
            return
        before, conflicts = self.seconds, self._conflicts
        best: Expansion | None = None
        for way in ways:
            if best is not None and (best.seconds - before <= way.seconds or self._trials[0] <= 0):
                break
            trial = self._copy()
            self._trials[0] -= 1
            way.go(trial)
            if best is None or trial.seconds < best.seconds:
                best = trial
            if trial._conflicts == conflicts:  # the estimate was right, and the others cost more
                break
        if best is not None:
            self.__dict__.update(best.__dict__)

    def _ways(self, item: str, count: int) -> list[_Way]:
        """Returns the ways to the item. There is always one, because an item that cannot be made is
        gathered or lacking.
        """
        costs, knowledge = self.costs, self._base.knowledge
        ways = []
        for recipe in knowledge.all_recipes.get(item, ()):
            if (recipe.ticks and HEAT in self._making) or any(self._circles(part) for part in recipe.needs):
                self._conflicts += 1
                continue
            times = -(-count // recipe.count)
            parts = sum(self._missing(part, n * times, costs) for part, n in recipe.needs.items())
            ways.append(_Way(parts + self._work(recipe, times), partial(_craft, item, count, recipe)))
            able = min(self.pool.get(part, 0) // n for part, n in recipe.needs.items())
            if 0 < able < times:  # so far, and the rest in another way
                made = able * recipe.count
                rest = (count - made) * self._base.one(item)
                ways.append(_Way(self._work(recipe, able) + rest, partial(_split, item, count, recipe, made)))
        if item in knowledge.sources or item in knowledge.ringed or not ways:
            source = costs.source(item)
            tool = costs.tool(source) if source and self.tools else 0.0
            ways.append(_Way(count * costs.gathered(item) + tool, partial(_dig, item, count)))
        return ways

    def _work(self, recipe: Recipe, times: int) -> float:
        return self.costs.heat(recipe.ticks * times) or times * CRAFT_SECONDS

    def _circles(self, part: str) -> bool:
        if self.pool.get(part):
            return False
        musts = self._base.knowledge.musts.get(part, frozenset((part,)))
        return any(item in musts and not self.pool.get(item) for item in self._making)

    def _missing(self, item: str, count: int, costs: Costs) -> float:
        """Returns the estimated work until this many items can be used."""
        held = min(self.pool.get(item, 0), count)
        return held * HELD_SECONDS + (count - held) * costs.one(item)

    def _copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("pool", "lacking", "_used", "_mined"):
            setattr(other, name, dict(getattr(self, name)))
        other.standing, other.steps = set(self.standing), list(self.steps)
        return other

    # ---- steps

    def _add(self, item: str, count: int) -> None:
        self.pool[item] = self.pool.get(item, 0) + count

    def _make(self, item: str, times: int, recipe: Recipe) -> None:
        if recipe.station and recipe.station not in self.standing:
            self.standing.add(recipe.station)
            self.take(recipe.station, 1)
        self.seconds += self._work(recipe, times)
        for at, step in enumerate(self.steps):
            if isinstance(step, Craft) and (step.item, step.recipe, step.fuel) == (item, recipe, None):
                self.steps[at] = replace(step, times=step.times + times)
                return
        self.steps.append(Craft(item, times, recipe))

    def _gather(self, item: str, count: int) -> None:
        source = self.costs.source(item)
        if source is None:
            self.lacking[item] = self.lacking.get(item, 0) + count
        elif self.tools:
            self._equip(source, count)
        self.seconds += count * self.costs.gathered(item)
        for at, step in enumerate(self.steps):
            if isinstance(step, Gather) and step.item == item:
                self.steps[at] = replace(step, count=step.count + count)
                return
        self.steps.append(Gather(item, count, source))

    def _equip(self, source: NaturalSource, count: int) -> None:
        """Gets as many tools as needed, depending on their wear; they stay in the pool."""
        tools = [tool for tool in source.tools if self.pool.get(tool) or tool not in self._making]
        ready = [tool for tool in tools if self.pool.get(tool)]
        if ready:
            self._wear(min(ready, key=self.costs.one), count)
        elif tools:
            self._go([_Way(self.costs.one(tool), partial(_wear, tool, count)) for tool in tools])

    def _wear(self, tool: str, count: int) -> None:
        self._mined[tool] = self._mined.get(tool, 0) + count
        uses = self._base.knowledge.items[tool].uses
        short = (-(-self._mined[tool] // uses) if uses else 1) - self.pool.get(tool, 0)
        if short > 0:
            self._get(tool, short)
            self._add(tool, short)

    def _burn(self, at: int, ticks: int) -> None:
        """Gets the fuel that burns this long in the given step."""
        ways = []
        for item, burns in self._base.knowledge.fuels.items():
            fuel = Fuel(item, burns)
            count = fuel.needed(ticks)
            missing = max(0, count - self.pool.get(item, 0))
            if missing and item not in self._base.knowledge.firewood:
                continue
            if self._base.knowledge.items[item].stack > 1:  # tools and boats burn too, but nobody burns them
                ways.append(_Way(self._burning(item, count, missing), partial(_feed, at, fuel, count)))
        if ways:
            self._go(ways)

    def _burning(self, item: str, count: int, missing: int) -> float:
        """Returns the estimated work for this many pieces of fuel, including their ingredients."""
        costs, worth = self.costs, WORTH * self._worth(item)
        if not missing:
            return count * worth
        if costs.one(item) < self._base.one(item) / 2:  # made of what is held
            return missing * costs.one(item) + count * worth
        return missing * costs.one(item) + (count - missing) * worth + FETCH_SECONDS

    def _worth(self, item: str) -> float:
        """Returns the seconds of work in the item, in a world that has everything; little if it cannot be
        obtained by work.
        """
        if self._prices is None:
            self._prices = Costs.everywhere(self._base.knowledge)
        price = self._prices.one(item)
        return price if price < UNSEEN else FETCH_SECONDS


def _craft(item: str, count: int, recipe: Recipe, expansion: Expansion) -> None:
    times = -(-count // recipe.count)
    for part, n in recipe.needs.items():
        expansion.take(part, n * times)
    expansion._make(item, times, recipe)
    expansion._add(item, times * recipe.count - count)


def _split(item: str, count: int, recipe: Recipe, made: int, expansion: Expansion) -> None:
    _craft(item, made, recipe, expansion)
    expansion.take(item, count - made)


def _dig(item: str, count: int, expansion: Expansion) -> None:
    expansion._gather(item, count)


def _wear(tool: str, count: int, expansion: Expansion) -> None:
    expansion._wear(tool, count)


def _feed(at: int, fuel: Fuel, count: int, expansion: Expansion) -> None:
    step = expansion.steps[at]
    assert isinstance(step, Craft)
    expansion.steps[at] = replace(step, fuel=fuel)
    expansion.take(fuel.item, count)
