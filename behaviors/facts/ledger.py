"""The ledger of items: records all items that are made, dropped, picked up, consumed or lost, and compares
them with the server's counts.

It is computed from the events alone. At each `inventory` event, the items that the agent should hold are
compared with the server's count; a difference means that items came or went without an event. A bot's own
view is not a count, because other servers do not report which items come and go.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from minecrew.behaviors.facts.lots import Lot, Pile, makers_of
from minecrew.behaviors.facts.stores import Block, Stores, block_at
from minecrew.runlog import (
    ContainerMoved,
    ContainerStocked,
    FuelBurnt,
    Header,
    Inventory,
    ItemCrafted,
    ItemDropped,
    ItemLost,
    ItemPicked,
    Items,
    ItemSmelted,
    Move,
    RunStarted,
)

ImbalancePlace = Literal["held", "ground", "container"]


@dataclass(frozen=True)
class Imbalance:
    """The first point at which an agent's items in the ledger differ from the server's count."""

    agent: str
    """The agent or, if the imbalance arose at a furnace, the block."""
    item: str
    expected: int
    """What the agent holds, or the block contains, according to the ledger."""
    counted: int
    """What the agent holds, or took from the block, according to the server."""
    after: int
    """Seq of the last count that agreed; the imbalance arose after this event."""
    before: int
    """Seq of the event at or before which the imbalance arose."""
    tick: int | None
    place: ImbalancePlace
    """The block (or the ground) from which more was taken than had been put there according to the events;
    held: the difference is in the agent's own items.
    """

    def __str__(self) -> str:
        where = f"between events {self.after} and {self.before}"
        when = "" if self.tick is None else f", by tick {self.tick}"
        if self.place != "held":
            verb = "picked up" if self.place == "ground" else "took out"
            taken = f"{self.agent} {verb} {self.counted} {self.item}"
            return f"{taken}, but only {self.expected} were there, {where}{when}"
        held = f"{self.agent} holds {self.counted} {self.item}"
        return f"{held}, but according to the events it should hold {self.expected}, {where}{when}"


@dataclass
class ItemAccount:
    """The totals of one item in the whole run."""

    granted: int = 0
    gathered: int = 0
    """Number gathered from blocks, mobs and the world."""
    crafted: int = 0
    """Number made by hand or in a furnace, including items that recipes give back."""
    used: int = 0
    """Number used up by recipes."""
    burnt: int = 0
    eaten: int = 0
    spent: int = 0
    """Number of worn-out tools, weapons and armour, and of bone meal that was used."""
    placed: int = 0
    lost: int = 0
    """Number that vanished from the ground."""
    dropped: int = 0
    """Number dropped by agents."""
    picked: int = 0
    held: int = 0
    """Number that agents hold at the end, according to the ledger."""
    ground: int = 0
    """Number on the ground at the end."""
    stored: int = 0
    """Number in chests and furnaces at the end."""

    @property
    def made(self) -> int:
        return self.granted + self.gathered + self.crafted

    @property
    def consumed(self) -> int:
        return self.used + self.burnt + self.eaten + self.spent + self.placed


@dataclass
class Ledger:
    """The ledger of a run. Call `add` with every event in order; it can be read at any time."""

    accounts: dict[str, ItemAccount] = field(default_factory=lambda: defaultdict(ItemAccount))
    imbalances: dict[str, Imbalance] = field(default_factory=dict)
    """Agent -> its first imbalance."""
    counted: dict[str, Items] = field(default_factory=dict)
    """Agent -> the server's last count."""
    _held: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _piles: dict[tuple[str, str], Pile] = field(default_factory=lambda: defaultdict(Pile))
    """(agent, item) -> lots."""
    _ground: dict[int, tuple[str, Pile]] = field(default_factory=dict)
    """Item entity -> its item."""
    _stores: Stores = field(default_factory=Stores)
    _agreed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Agent -> seq of the last count that agreed."""
    _unchecked: set[str] = field(default_factory=set)
    """Agents whose holdings changed after their last count."""
    changes: Counter[str] = field(default_factory=Counter)
    """Agent -> how often its holdings changed."""

    @property
    def balanced(self) -> bool:
        """Whether every count agreed, and every agent that ever held something was counted."""
        return not self.imbalances and not self.never_counted

    @property
    def never_counted(self) -> frozenset[str]:
        """Agents whose items the server never counted, so that nothing can be checked."""
        return self.unchecked - self.counted.keys()

    @property
    def unchecked(self) -> frozenset[str]:
        """Agents whose holdings changed after the server last counted them, for example if the run was
        killed.
        """
        return frozenset(self._unchecked)

    def held(self, agent: str) -> Items:
        """Returns the items that `agent` should hold according to the events."""
        return {item: count for item, count in sorted(self._held[agent].items()) if count}

    def contributors(self, item: str) -> frozenset[str]:
        """Returns the agents that helped to make the `item`s that anybody holds at the end."""
        return frozenset().union(*(pile.makers for (_, name), pile in self._piles.items() if name == item))

    def add(self, event: Header) -> None:
        match event:
            case RunStarted():
                for agent in event.agents:
                    self._held[agent]
            case ItemLost():
                self._lose(event)
            case ItemDropped():
                self._drop(event)
            case ContainerStocked():
                self._stock(event)
            case ItemSmelted():
                self._smelt(event)
            case FuelBurnt():
                self._burn(event)
            case Inventory() if event.agent is not None and event.source != "bot":
                self._compare(event, event.agent)
            case _ if event.agent is not None:
                self._change(event, event.agent)

    def _change(self, event: Header, agent: str) -> None:
        match event:
            case ItemPicked():
                self.accounts[event.item].picked += event.count
                self._gain(agent, event.item, self._lift(event, agent))
            case ItemCrafted():
                self._craft(event, agent)
            case ContainerMoved(direction="in"):
                lots = self._spend(agent, event.item, event.count)
                self._lay(block_at(event.position), event.item, lots)
            case ContainerMoved():
                lots = self._take(block_at(event.position), event.item, event.count, event, agent)
                self._gain(agent, event.item, lots)
            case _:
                for move in event.moves():
                    self._book(move, agent)

    def _book(self, move: Move, agent: str) -> None:
        """Books items that come to an agent from an account, or go to it; the account's row gives the
        reason.
        """
        for item, count in move.items.items():
            if move.target == "held":
                self._enter(move.source, item, count)
                self._gain(agent, item, [Lot(count, frozenset({agent}))])
            elif move.source == "held":
                self._enter(move.target, item, count)
                self._spend(agent, item, count)

    def _enter(self, account: str, item: str, count: int) -> None:
        entry = self.accounts[item]
        setattr(entry, account, getattr(entry, account) + count)

    def _gain(self, agent: str, item: str, lots: list[Lot]) -> None:
        count = sum(lot.count for lot in lots)
        self._held[agent][item] += count
        self.changes[agent] += 1
        self.accounts[item].held += count
        self._piles[agent, item].add(lots)
        self._unchecked.add(agent)

    def _spend(self, agent: str, item: str, count: int) -> list[Lot]:
        self._held[agent][item] -= count
        self.changes[agent] += 1
        self.accounts[item].held -= count
        self._unchecked.add(agent)
        return self._piles[agent, item].take(count)

    def _craft(self, event: ItemCrafted, agent: str) -> None:
        makers = frozenset({agent})
        for item, count in event.used.items():
            self.accounts[item].used += count
            makers |= makers_of(self._spend(agent, item, count))
        for item, count in [(event.item, event.count), *event.left.items()]:
            self.accounts[item].crafted += count
            self._gain(agent, item, [Lot(count, makers)])

    def _drop(self, event: ItemDropped) -> None:
        account = self.accounts[event.item]
        if event.origin == "container":
            account.dropped += event.count
            block = block_at(event.position)
            lots = self._take(block, event.item, event.count, event, event.agent or _name(event.of, block))
        elif event.origin in ("agent", "death") and event.agent is not None:
            account.dropped += event.count
            lots = self._spend(event.agent, event.item, event.count)
        else:
            account.gathered += event.count
            lots = [Lot(event.count, frozenset({event.agent} if event.agent else ()))]
        _, pile = self._ground.setdefault(event.entity, (event.item, Pile()))
        pile.add(lots)
        account.ground += event.count

    def _lay(self, block: Block, item: str, lots: list[Lot]) -> None:
        self._stores.put(block, item, lots)
        self.accounts[item].stored += sum(lot.count for lot in lots)

    def _stock(self, event: ContainerStocked) -> None:
        for item, count in event.items.items():
            self.accounts[item].gathered += count
            self._lay(block_at(event.position), item, [Lot(count, frozenset())])

    def _take(self, block: Block, item: str, count: int, event: Header, who: str) -> list[Lot]:
        self._check_stored(block, item, count, event, who)
        return self._stores.take(block, item, count)

    def _check_stored(self, block: Block, item: str, count: int, event: Header, who: str) -> None:
        lying = self._stores.count(block, item)
        if lying < count:
            self._note(who, item, lying, count, event, "container")
        self.accounts[item].stored -= min(lying, count)

    def _smelt(self, event: ItemSmelted) -> None:
        block = block_at(event.position)
        makers = self._stores.fire(block)
        for item, count in event.used.items():
            self.accounts[item].used += count
            makers |= makers_of(self._take(block, item, count, event, _name(event.container, block)))
        self.accounts[event.item].crafted += event.count
        self._lay(block, event.item, [Lot(event.count, makers)])

    def _burn(self, event: FuelBurnt) -> None:
        block = block_at(event.position)
        self.accounts[event.item].burnt += event.count
        self._check_stored(block, event.item, event.count, event, _name(event.container, block))
        self._stores.burn(block, event.item, event.count)
        for item, count in event.left.items():
            self.accounts[item].crafted += count
            self._lay(block, item, [Lot(count, self._stores.fire(block))])

    def _lift(self, event: ItemPicked, agent: str) -> list[Lot]:
        item, pile = self._ground.get(event.entity, (event.item, Pile()))
        lying = pile.count if item == event.item else 0
        if lying < event.count:
            self._note(agent, event.item, lying, event.count, event, "ground")
        self.accounts[event.item].ground -= min(lying, event.count)
        lots = pile.take(event.count) if lying else [Lot(event.count, frozenset())]
        if pile.count == 0:
            self._ground.pop(event.entity, None)
        return lots

    def _lose(self, event: ItemLost) -> None:
        item, pile = self._ground.pop(event.entity, (event.item, Pile()))
        self.accounts[item].lost += pile.count
        self.accounts[item].ground -= pile.count

    def _compare(self, event: Inventory, agent: str) -> None:
        held = self._held[agent]
        counted = {item: count for item, count in event.items.items() if count}
        self.counted[agent] = counted
        self._unchecked.discard(agent)
        wrong = sorted(item for item in {*held, *counted} if held[item] != counted.get(item, 0))
        if not wrong:
            self._agreed[agent] = event.seq
            return
        self._note(agent, wrong[0], held[wrong[0]], counted.get(wrong[0], 0), event, "held")
        for item in wrong:
            self._correct(agent, item, counted.get(item, 0))

    def _note(
        self, who: str, item: str, expected: int, counted: int, event: Header, place: ImbalancePlace
    ) -> None:
        """Keeps the first imbalance of each agent."""
        found = Imbalance(who, item, expected, counted, self._agreed[who], event.seq, event.tick, place)
        self.imbalances.setdefault(who, found)

    def _correct(self, agent: str, item: str, counted: int) -> None:
        """Continues from the server's count, so that one difference is not reported forever."""
        difference = counted - self._held[agent][item]
        self._held[agent][item] = counted
        self.changes[agent] += 1
        self.accounts[item].held += difference
        pile = self._piles[agent, item]
        pile.take(max(0, pile.count - counted))
        pile.add([Lot(counted - pile.count, frozenset())])


def _name(container: str, block: Block) -> str:
    x, y, z = block
    return f"the {container} at {x} {y} {z}"


def keep_ledger(events: Iterable[Header]) -> Ledger:
    """The ledger of a whole log."""
    ledger = Ledger()
    for event in events:
        ledger.add(event)
    return ledger
