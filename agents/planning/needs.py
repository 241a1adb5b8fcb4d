"""The needs of a goal: raw materials to gather and items to make, in a possible order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from minecrew.agents.knowledge import FURNACE, TABLE, NaturalSource, Recipe
from minecrew.runlog import Items

STATIONS = (TABLE, FURNACE)


@dataclass(frozen=True)
class Fuel:
    """The fuel of a furnace."""

    item: str
    burns: int
    """The number of ticks for which one piece burns."""

    def needed(self, ticks: int) -> int:
        """Returns the number of pieces that are needed to burn for this many ticks."""
        return -(-ticks // self.burns)


@dataclass(frozen=True)
class Gather:
    """An amount of a raw material, from blocks or mobs."""

    item: str
    count: int
    source: NaturalSource | None = None
    """The best source in sight; None if none is in sight."""


@dataclass(frozen=True)
class Craft:
    """One recipe that is used `times` times, by hand, at a table or in a furnace."""

    item: str
    times: int
    recipe: Recipe
    fuel: Fuel | None = None
    """The fuel for this step."""

    @property
    def count(self) -> int:
        return self.times * self.recipe.count

    @property
    def burnt(self) -> int:
        """Returns the number of pieces of fuel that the step needs."""
        return self.fuel.needed(self.recipe.ticks * self.times) if self.fuel else 0

    @property
    def takes(self) -> Items:
        """Returns everything that the step uses up, including the fuel."""
        parts = {part: n * self.times for part, n in self.recipe.needs.items()}
        if self.fuel:
            parts[self.fuel.item] = parts.get(self.fuel.item, 0) + self.burnt
        return parts


Step = Gather | Craft


@dataclass
class Needs:
    """The steps, each after those that it depends on."""

    steps: list[Step] = field(default_factory=list)
    used: Items = field(default_factory=dict)
    """The items taken from what is already held."""
    lacking: Items = field(default_factory=dict)
    """Raw materials without a source in sight, with their amounts."""

    @property
    def raw(self) -> Items:
        """The raw materials to be gathered."""
        return {step.item: step.count for step in self.steps if isinstance(step, Gather)}

    @property
    def crafts(self) -> list[Craft]:
        return [step for step in self.steps if isinstance(step, Craft)]

    @property
    def stations(self) -> list[str]:
        """Returns the tables and furnaces that are made on the way and have to be set up."""
        return [craft.item for craft in self.crafts if craft.item in STATIONS]


def in_order(steps: Collection[Step], held: Mapping[str, int], standing: Collection[str]) -> list[Step]:
    """Returns the steps in an order in which each has its ingredients when its turn comes, or in the given
    order if there is no such order.

    The held items and the products of the steps suffice for all steps, so it is always right to take the
    first possible step.
    """
    have, ready, left = dict(held), set(standing), list(steps)
    ordered: list[Step] = []
    while left:
        step = next((step for step in left if _can_be_done(step, have, ready)), left[0])
        left.remove(step)
        ordered.append(step)
        if isinstance(step, Craft):
            for part, n in step.takes.items():
                have[part] = have.get(part, 0) - n
            if step.recipe.station not in ready and step.recipe.station is not None:
                ready.add(step.recipe.station)
                have[step.recipe.station] = have.get(step.recipe.station, 0) - 1
        have[step.item] = have.get(step.item, 0) + step.count
    return ordered


def _can_be_done(step: Step, have: Mapping[str, int], ready: Collection[str]) -> bool:
    if isinstance(step, Gather):
        tools = step.source.tools if step.source else ()
        return not tools or any(have.get(tool, 0) > 0 for tool in tools)
    station = step.recipe.station
    return (station is None or station in ready or have.get(station, 0) > 0) and all(
        have.get(part, 0) >= n for part, n in step.takes.items()
    )
