"""What members have handed to one another, as the server's witness reports it.

A member hands an item over if it throws the item or puts it into a container, and another member picks it up
or takes it out. Of several members' items in one container, those of others are taken out before one's own,
and of these, those of the member that was the first to put some in. Bots take a whole stack out and put the
rest back at once, and what goes back was not received. Without a witness, nobody knows who handed something
over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from minecrew.runlog import (
    BlockBroken,
    ContainerMoved,
    Header,
    ItemDropped,
    ItemPicked,
    Items,
    Position,
    RunStarted,
)


@dataclass
class _Take:
    """What an agent has just taken out of a container, of one owner's items, and not put back."""

    round: int | None
    place: tuple[Position, str]
    owner: str
    count: int


class Handovers:
    """The hand-overs of one run. `hear` is called with every event of its log."""

    def __init__(self) -> None:
        self._witnessed = False
        self._thrown: dict[int, str] = {}
        """Entity of a thrown item -> thrower."""
        self._stored: defaultdict[tuple[Position, str], Counter[str]] = defaultdict(Counter)
        """Container and item -> member -> the number of its items there."""
        self._just_taken: defaultdict[str, list[_Take]] = defaultdict(list)
        """Agent -> what it took out last, if nothing else has been reported of it since."""
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
        return {item: count for item, count in items.items() if count > 0}

    def hear(self, event: Header) -> None:
        if isinstance(event, RunStarted):
            self._witnessed = event.tick is not None  # a server without a witness reports no game time
        if event.source != "server":
            return
        self._witnessed = True
        if isinstance(event, ItemDropped) and event.origin == "agent" and event.agent:
            self._thrown[event.entity] = event.agent
        elif isinstance(event, ItemPicked) and event.entity in self._thrown:
            self._hand_over(self._thrown[event.entity], event.round, event.agent, event.item, event.count)
        elif isinstance(event, BlockBroken):
            for place in [place for place in self._stored if place[0] == event.position]:
                del self._stored[place]
        if isinstance(event, ContainerMoved) and event.agent:
            if event.direction == "in":
                self._put_in(event, event.agent)
            else:
                self._take_out(event, event.agent)
        elif event.agent:
            self._just_taken.pop(event.agent, None)

    def _put_in(self, event: ContainerMoved, agent: str) -> None:
        place, left = (event.position, event.item), event.count
        for take in reversed(self._just_taken[agent]):
            if take.place == place:
                back = min(left, take.count)
                take.count -= back
                left -= back
                self._stored[place][take.owner] += back
                self._hand_over(take.owner, take.round, agent, event.item, -back)
        self._just_taken[agent] = [take for take in self._just_taken[agent] if take.count]
        self._stored[place][agent] += left

    def _take_out(self, event: ContainerMoved, agent: str) -> None:
        place, left = (event.position, event.item), event.count
        stored = self._stored[place]
        for owner in sorted(stored, key=lambda name: name == agent):
            count = min(left, stored[owner])
            stored[owner] -= count
            left -= count
            if count:
                self._just_taken[agent].append(_Take(event.round, place, owner, count))
                self._hand_over(owner, event.round, agent, event.item, count)

    def _hand_over(self, giver: str, round_: int | None, taker: str | None, item: str, count: int) -> None:
        if taker and taker != giver:
            self._received[round_, giver, taker, item] += count
