"""What members have handed to one another, as the server's witness reports it.

A member hands an item over if it throws the item or puts it into a container, and another member picks it up
or takes it out. Of several members' items in one container, those of the member that was the first to put
some in are taken out first. Without a witness, nobody knows who handed something over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from minecrew.runlog import ContainerMoved, Header, ItemDropped, ItemPicked, Items, Position, RunStarted


class Handovers:
    """The hand-overs of one run. `hear` is called with every event of its log."""

    def __init__(self) -> None:
        self._witnessed = False
        self._thrown: dict[int, str] = {}
        """Entity of a thrown item -> thrower."""
        self._stored: defaultdict[tuple[Position, str], Counter[str]] = defaultdict(Counter)
        """Container and item -> member -> the number of its items there."""
        self._received: Counter[tuple[int | None, str, str, str]] = Counter()
        """Round, giver, receiver and item -> number."""

    def received(self, agent: str, givers: Sequence[str], number: int) -> Items | None:
        """Returns what `givers` have handed to `agent` in round `number`; None if there is no witness."""
        if not self._witnessed:
            return None
        items = Counter[str]()
        for (happened, giver, receiver, item), count in self._received.items():
            if happened == number and giver in givers and receiver == agent:
                items[item] += count
        return dict(items)

    def hear(self, event: Header) -> None:
        if isinstance(event, RunStarted):
            self._witnessed = event.tick is not None  # a server without a witness reports no game time
        if event.source != "server":
            return
        self._witnessed = True
        if isinstance(event, ItemDropped) and event.origin == "agent" and event.agent:
            self._thrown[event.entity] = event.agent
        elif isinstance(event, ItemPicked) and event.entity in self._thrown:
            self._hand_over(self._thrown[event.entity], event, event.item, event.count)
        elif isinstance(event, ContainerMoved) and event.agent:
            stored = self._stored[event.position, event.item]
            if event.direction == "in":
                stored[event.agent] += event.count
            else:
                self._take_out(stored, event)

    def _take_out(self, stored: Counter[str], event: ContainerMoved) -> None:
        left = event.count
        for owner in tuple(stored):
            count = min(left, stored[owner])
            stored[owner] -= count
            left -= count
            self._hand_over(owner, event, event.item, count)

    def _hand_over(self, giver: str, event: Header, item: str, count: int) -> None:
        if event.agent and event.agent != giver:
            self._received[event.round, giver, event.agent, item] += count
