"""Builds the story of a run from its events, one by one, and forgets rounds that are long over.

Events without a round belong to the round that began last. Limits: if an event belongs to a forgotten round,
it is added to no round, but blocks, items and their owners are still tracked.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable

from minecrew.behaviors.facts.ledger import Ledger
from minecrew.behaviors.facts.story import FACTS, Round, SkillAttempt, Story, SubtaskRecord, number_of_round
from minecrew.behaviors.language.acts import RoundReading
from minecrew.runlog import (
    Assigned,
    BlockBroken,
    BlockPlaced,
    Evaluated,
    Header,
    IdleChose,
    Inventory,
    ItemDropped,
    ItemLost,
    ItemPicked,
    Position,
    Refused,
    RoundEnded,
    RoundStarted,
    RunStarted,
    Said,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
    SubtaskStarted,
)


def tell_story(events: Iterable[Header], readings: Iterable[RoundReading] = ()) -> Story:
    """Builds the story of a log.

    `readings`: what a model read in the talk; readings without an answer are ignored.
    """
    fold = StoryFold(readings)
    for event in events:
        fold.add(event)
    return fold.story


PLACED = frozenset(
    (
        *FACTS,
        *(Said, Assigned, IdleChose, Refused, SubtaskStarted, SubtaskEnded, SkillStarted, SkillEnded),
        *(RoundEnded, Evaluated),
    )
)
"""The kinds of events that a round holds."""


class StoryFold:
    """Processes a run's events one by one; `story` contains everything up to the last one."""

    def __init__(self, readings: Iterable[RoundReading] = ()) -> None:
        self.story = Story(readings={one.round: one for one in readings if one.outcome == "answered"})
        self.changed: set[int] = set()
        """Rounds to which something was added; whoever has seen to them clears it."""
        self.number = 0
        self.first = 0
        """The first round that is not forgotten."""
        self.seqs: dict[int, list[int]] = defaultdict(list)
        """Round -> its events."""
        self.noted: dict[str, int] = {}
        """Agent -> how often its holdings had changed when they were noted last."""
        self.rounds: dict[int, Round] = {}
        self.subtasks: dict[tuple[int, str], SubtaskRecord] = {}
        self.running: dict[str, tuple[SkillAttempt, int]] = {}
        """Agent -> its skill that runs, and the round in which it began."""
        self.ledger = Ledger()
        self.lying: dict[int, list[ItemDropped]] = {}
        self.left: dict[int, int] = {}
        self.placed: set[Position] = set()
        """The positions of blocks that the crew placed."""
        self.broken: dict[str, BlockBroken | None] = {}
        """Agent -> the last block it broke, if that is of a structure and not the crew's."""

    def add(self, event: Header) -> None:
        self.story.events[event.seq] = event
        if isinstance(event, ItemLost):
            self.lying.pop(event.entity, None)
            self.left.pop(event.entity, None)
        elif isinstance(event, RunStarted):
            self.story.team, self.story.goal = event.agents, dict(event.goal)
            self.changed.update(self.rounds)  # none, in a log that begins with it
        elif isinstance(event, RoundStarted):
            self.number = event.round if event.round is not None else self.number + 1
        self._hold(event)
        number = event.round if event.round is not None else self.number
        if number > 0 and number >= self.first:
            self.seqs[number].append(event.seq)
            current = self._round(number)
            if type(event) in PLACED:
                self._place(event, current)
            self._change(number)

    def release(self, first: int) -> None:
        """Forgets the rounds before `first` with their events, except for events that explain items on the
        ground and blocks of buildings. The round `first` must exist.
        """
        story, self.first = self.story, first
        used = {seq for drops in self.lying.values() for drop in drops for seq in (drop.seq, *drop.cause)}
        used |= {broken.seq for _, broken in story.torn.values()}
        for number in [number for number in self.rounds if number < first]:
            del self.rounds[number]
            story.forget(number)
            for seq in self.seqs.pop(number):
                story.drops.pop(seq, None)
                if seq not in used:
                    story.events.pop(seq, None)
        story.rounds[:] = story.since(first)
        story._made.clear()
        self.changed = {number for number in self.changed if number >= first}
        self.subtasks = {key: task for key, task in self.subtasks.items() if key[0] >= first}
        begin = min(self.seqs[first])
        for seqs, holdings in story._held.values():
            if (cut := bisect_left(seqs, begin) - 1) > 0:
                del seqs[:cut], holdings[:cut]

    def _round(self, number: int) -> Round:
        if number not in self.rounds:
            self.rounds[number] = Round(number)
            insort(self.story.rounds, self.rounds[number], key=number_of_round)
        return self.rounds[number]

    def _change(self, number: int) -> None:
        self.changed.add(number)
        self.story.forget(number)
        self.story.forget(number + 1)  # its promises may have been made at the end of this one

    def _place(self, event: Header, current: Round) -> None:
        match event:
            case Said(agent=str(agent)) if agent in self.story.team:  # no visitor is
                current.talk.append(event)
            case Assigned(agent=str(agent)):
                current.assigned[agent] = event
            case IdleChose():
                current.idle.append(event)
            case Refused():
                current.refused.append(event)
            case SubtaskStarted(agent=str(agent)):
                self._subtask(event, agent, current)
            case SubtaskEnded(agent=str(agent)):
                self._subtask(event, agent, current).ended = event
            case SkillStarted(agent=str(agent)):
                self.running[agent] = (SkillAttempt(agent, event), current.number)
                current.attempts.append(self.running[agent][0])
            case SkillEnded(agent=str(agent)):
                if agent in self.running:
                    attempt, number = self.running.pop(agent)
                    attempt.ended = event
                    self._change(number)
            case RoundEnded():
                current.ended = event
            case Evaluated():
                current.evaluated = event
            case _:
                current.facts.append(event)
                if isinstance(event, ItemDropped):
                    self._drop(event)
                    self._tear(event, current.number)
                elif isinstance(event, (BlockPlaced, BlockBroken)) and event.agent in self.story.team:
                    self._build(event, event.agent)
                elif isinstance(event, ItemPicked):
                    self._pick(event)

    def _subtask(self, event: SubtaskStarted | SubtaskEnded, agent: str, current: Round) -> SubtaskRecord:
        key = (current.number, event.subtask or f"{agent}: {event.text}")
        if key not in self.subtasks:
            self.subtasks[key] = SubtaskRecord(agent)
            current.subtasks.append(self.subtasks[key])
        return self.subtasks[key]

    def _drop(self, event: ItemDropped) -> None:
        self.lying.setdefault(event.entity, []).append(event)
        self.left[event.entity] = self.left.get(event.entity, 0) + event.count

    def _build(self, event: BlockPlaced | BlockBroken, agent: str) -> None:
        if isinstance(event, BlockPlaced):
            self.placed.add(event.position)
            return
        free = event.structure is None or event.owner is None or event.position in self.placed
        self.broken[agent] = None if free else event
        self.placed.discard(event.position)

    def _tear(self, event: ItemDropped, number: int) -> None:
        broken = self.broken.get(event.agent or "")
        if broken is not None and event.origin == "block" and event.of in ("", broken.block):
            self.story.torn[event.seq] = (broken.round or number, broken)

    def _pick(self, event: ItemPicked) -> None:
        """An entity's number may be given again once nothing of it is left."""
        drops = self.story.drops[event.seq] = tuple(self.lying.get(event.entity, ()))
        if event.agent is not None and any(
            drop.origin in ("agent", "death", "mob") and drop.agent not in (event.agent, None)
            for drop in drops
        ):
            self.story.taken.setdefault((event.agent, event.item), event.seq)
        self.left[event.entity] = self.left.get(event.entity, 0) - event.count
        if self.left[event.entity] <= 0:
            self.lying.pop(event.entity, None)
            self.left.pop(event.entity)

    def _hold(self, event: Header) -> None:
        self.ledger.add(event)
        if isinstance(event, RoundEnded):
            for agent, items in event.inventories.items():
                self.ledger.add(Inventory(seq=event.seq, agent=agent, items=items, source="server"))
                self._note(agent, event.seq)
        elif isinstance(event, RunStarted):
            for agent in event.agents:
                self._note(agent, event.seq)
        elif event.agent is not None:
            self._note(event.agent, event.seq)

    def _note(self, agent: str, seq: int) -> None:
        changes = self.ledger.changes[agent]
        if self.noted.get(agent) == changes:
            return
        self.noted[agent] = changes
        seqs, holdings = self.story._held[agent]
        held = self.ledger.held(agent)
        if not holdings or holdings[-1] != held:
            seqs.append(seq)
            holdings.append(held)
