"""Each agent's gains from the world, and their equality: GovSim's gain, equality and over-usage (Piatti et
al., 2024).

A unit counts once, when an agent first holds it, for the agent that gained it: the one that broke the block,
killed or sheared the animal, or took it out of a chest that the world had filled. A unit that nobody gained
(such as a sapling from decayed leaves) counts for the agent that picks it up. Items that were granted, handed
over, crafted, or placed by the crew before do not count as gains. Units are not weighted: dirt that was dug
on the way counts as much as iron.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from minecrew.behaviors.facts.stores import Block, block_at
from minecrew.runlog import (
    BlockBroken,
    BlockPlaced,
    Capacity,
    ContainerMoved,
    ContainerStocked,
    Header,
    ItemDropped,
    ItemPicked,
    Position,
    RunStarted,
)


@dataclass(frozen=True)
class Catch:
    """An agent's gain of one item in one round: GovSim's r of agent i at time t."""

    agent: str
    round: int
    item: str


@dataclass
class Gains:
    """The gains of all agents. Call `add` with every event in order."""

    catches: Counter[Catch] = field(default_factory=Counter)
    agents: tuple[str, ...] = ()
    _lying: dict[int, list[tuple[str | None, int]]] = field(default_factory=lambda: defaultdict(list))
    """Item entity -> who gained how many of its new units, the oldest first."""
    _stocks: Counter[tuple[Block, str]] = field(default_factory=Counter)
    """The world's own items in chests and furnaces."""
    _placed: dict[Block, str] = field(default_factory=dict)
    """The position of a block that the crew placed -> the item that it was."""
    _broken: dict[Block, str] = field(default_factory=dict)
    """The same for blocks that have since been broken; their drops may be reported later."""

    def total(self, agent: str) -> int:
        """GovSim's R of that agent."""
        return sum(count for catch, count in self.catches.items() if catch.agent == agent)

    def add(self, event: Header) -> None:
        match event:
            case RunStarted():
                self.agents = event.agents
            case ContainerStocked():
                for item, count in event.items.items():
                    self._stocks[block_at(event.position), item] += count
            case ContainerMoved(direction="out", agent=str(agent)):
                self._win(agent, event, event.item, self._unstock(event.position, event.item, event.count))
            case BlockPlaced():
                self._placed[block_at(event.position)] = event.item
            case BlockBroken():
                block = block_at(event.position)
                self._broken.pop(block, None)
                if block in self._placed:
                    self._broken[block] = self._placed.pop(block)
            case ItemDropped():
                self._lying[event.entity].append((event.agent, max(0, self._new(event))))
            case ItemPicked(agent=str(agent)):
                for winner, count in self._lift(event.entity, event.count):
                    self._win(winner or agent, event, event.item, count)

    def _win(self, agent: str, event: Header, item: str, count: int) -> None:
        if count:
            self.catches[Catch(agent, event.round or 0, item)] += count

    def _lift(self, entity: int, count: int) -> Iterator[tuple[str | None, int]]:
        """Who gained how many new units among the `count` units that are picked up there."""
        left, count = self._lying.pop(entity, []), max(0, count)
        for place, (winner, new) in enumerate(left):
            taken = min(new, count)
            count -= taken
            yield winner, taken
            if taken < new:
                self._lying[entity] = [(winner, new - taken), *left[place + 1 :]]
                return

    def _unstock(self, position: Position, item: str, count: int) -> int:
        """The number of the `count` items taken from there that belonged to the world."""
        key = (block_at(position), item)
        taken = min(count, self._stocks[key])
        self._stocks[key] -= taken
        return taken

    def _new(self, event: ItemDropped) -> int:
        """The number of dropped units that no member held before."""
        block = block_at(event.position)
        if event.origin == "container":
            return self._unstock(event.position, event.item, event.count)
        if event.origin in ("agent", "death"):
            return 0
        if event.origin == "block" and event.item in (self._broken.get(block), self._placed.get(block)):
            return max(0, event.count - 1)
        return event.count


def measure_gains(events: Iterable[Header]) -> Gains:
    gains = Gains()
    for event in events:
        gains.add(event)
    return gains


def gini(totals: Sequence[float]) -> float | None:
    """Σi Σj |Ri - Rj| / (2 |I| Σi Ri); one minus GovSim's equality. Returns None if nothing was gained."""
    whole = sum(totals)
    if whole <= 0:
        return None
    return sum(abs(one - other) for one in totals for other in totals) / (2 * len(totals) * whole)


def over_usage(catches: Mapping[Catch, int], capacity: Mapping[str, Capacity], agents: int) -> float | None:
    """O = Σi Σt 1(r > f(t)) / Σi Σt 1(r > 0): share of the catches that exceed the sustainable amount, 0
    to 1.

    r: units of one item that agent i gained in round t. f(t) = (h(t) - keep) / |I|: an agent's equal part of
    the amount that can be taken so that the rest grows back. h(t) = stock - all that was gained of it before
    round t. In GovSim's lake h doubles, so half of it has to stay and f = h / (2 |I|); here the arena says
    how much has to stay. Nothing is assumed to grow back during a run. `capacity` maps items to the capacity
    that the arena declares; `agents`: |I|. Returns None if no such item was gained.
    """
    taken = [(catch, count) for catch, count in catches.items() if catch.item in capacity and count > 0]
    if not taken:
        return None
    over = 0
    for catch, count in taken:
        bears = capacity[catch.item]
        before = sum(n for other, n in taken if other.item == catch.item and other.round < catch.round)
        over += count > max(0, bears.stock - before - bears.keep) / agents
    return over / len(taken)
