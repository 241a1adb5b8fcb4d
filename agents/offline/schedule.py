"""Builds an agent's sub-tasks one after the other, and tracks its inventory after each.

It knows where the agent crafts and which stations are there. The plan comes from `needs`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from minecrew.agents.answers import Subtask
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.speech import amount, amounts, listing, spot
from minecrew.agents.planning import Craft, Gather, cheapest_source
from minecrew.agents.views import AssignmentView
from minecrew.language import plain
from minecrew.runlog import Items, Position


class Schedule:
    """Starts from the agent's current inventory; everything is crafted at `place`."""

    def __init__(
        self,
        view: AssignmentView,
        knowledge: Knowledge,
        seen: Mapping[str, float],
        place: Position,
        standing: Collection[str],
    ) -> None:
        self.view, self.knowledge, self.seen, self.place = view, knowledge, seen, place
        self.have: Items = dict(view.observation.inventory)
        self.standing = set(standing)
        self.subtasks: list[Subtask] = []
        self._beside: set[str] = set()  # stations it stands beside

    def follow(self, steps: Sequence[Gather | Craft], *, anyway: bool = False) -> list[Gather | Craft]:
        """Adds each step that is possible with the items that are held when its turn comes; with `anyway`,
        adds all steps. Returns the remaining steps.
        """
        left: list[Gather | Craft] = []
        for step in steps:
            if not (anyway or self._ready(step)):
                left.append(step)
            elif isinstance(step, Gather):
                self._gather(step)
            else:
                self._craft(step)
        return left

    def set_up(self, stations: Iterable[str | None]) -> None:
        """Goes to the place of the agent's stations and sets up those that are not there yet."""
        for station in dict.fromkeys(stations):
            if station is None or station in self._beside or not self._there(station):
                continue
            if station not in self.standing:
                self._add(station, -1)
            self.standing.add(station)
            self._beside.add(station)
            text = f"set up a {plain(station)} at {spot(self.place)}"
            self.subtasks.append(Subtask(text=text, station=station, at=self.place))

    def wait(self, brought: Items, givers: Mapping[str, Sequence[str]]) -> None:
        """Adds a sub-task to wait for the items `brought`, if there are any. `givers` maps each item to the
        members that bring it.
        """
        if not brought:
            return
        names = tuple(dict.fromkeys(name for item in brought for name in givers[item]))
        for item, count in brought.items():
            self._add(item, count)
        want = {item: self.have[item] for item in brought}
        text = f"wait at {spot(self.place)} for {amounts(brought)} from {listing(names)}"
        self.subtasks.append(Subtask(text=text, want=want, await_from=names, at=self.place))

    def _add(self, item: str, count: int) -> None:
        self.have[item] = self.have.get(item, 0) + count

    def _there(self, station: str) -> bool:
        return station in self.standing or self.have.get(station, 0) > 0

    def _ready(self, step: Gather | Craft) -> bool:
        if isinstance(step, Gather):
            source = cheapest_source(step.item, self.knowledge, self.seen)
            return not (source and source.tools) or any(self.have.get(tool) for tool in source.tools)
        parts = {part: n * step.times for part, n in step.recipe.needs.items()}
        if step.fuel:
            parts[step.fuel.item] = parts.get(step.fuel.item, 0) + step.burnt
        station = step.recipe.station
        return (station is None or self._there(station)) and all(
            self.have.get(part, 0) >= n for part, n in parts.items()
        )

    def _gather(self, step: Gather) -> None:
        self._beside.clear()
        source = cheapest_source(step.item, self.knowledge, self.seen)
        how = f" from {plain(source.name)}" if source and source.name != step.item else ""
        sights = {**self.view.observation.blocks, **self.view.observation.free_mobs}
        at = sights[source.name].nearest if source and source.name in sights else None
        self._add(step.item, step.count)
        text = f"gather {amount(step.item, step.count)}{how}"
        self.subtasks.append(Subtask(text=text, want={step.item: self.have[step.item]}, at=at))

    def _craft(self, step: Craft) -> None:
        self.set_up([step.recipe.station])
        for part, n in step.recipe.needs.items():
            self._add(part, -n * step.times)
        how = ""
        if step.fuel:
            self._add(step.fuel.item, -step.burnt)
            how = f" with {amount(step.fuel.item, step.burnt)}"
        self._add(step.item, step.count)
        verb = "smelt" if step.fuel else "craft"
        text = f"{verb} {amount(step.item, step.count)}{how}"
        fuel = step.fuel.item if step.fuel else None
        self.subtasks.append(Subtask(text=text, want={step.item: self.have[step.item]}, fuel=fuel))
