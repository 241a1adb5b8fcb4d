"""The story of a run as detectors need it: rounds with their talk, parts, sub-tasks, deeds and holdings.

It is folded once from the events and judges nothing: what is said is kept as it is, and what it means is the
detectors' business. The talk is that of the run's agents alone; what visitors say is no agent's word.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from minecrew.behaviors.facts.ledger import Ledger
from minecrew.behaviors.language.acts import RoundReading
from minecrew.runlog import (
    KINDS,
    Assigned,
    Died,
    Evaluated,
    Header,
    IdleChose,
    Inventory,
    ItemDropped,
    ItemPicked,
    Items,
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

T = TypeVar("T")

Fact = Header
"""What somebody was seen to do or to suffer: `agent`; of a dead mob its killer is in `by`."""

FACTS = tuple(kind for kind in KINDS.values() if kind.row.deed)
"""The kinds that are facts."""
DONE = tuple(kind for kind in FACTS if kind.row.deed == "done")
"""Facts that are an agent's own deeds."""


@dataclass
class SkillAttempt:
    """One run of a skill or program."""

    agent: str
    started: SkillStarted
    ended: SkillEnded | None = None
    """None if the log or the bot ended first."""

    @property
    def seq(self) -> int:
        return self.started.seq

    @property
    def event(self) -> Header:
        """What to cite: its end, where it has one."""
        return self.ended or self.started

    @property
    def ok(self) -> bool:
        return self.ended is not None and self.ended.ok


@dataclass
class SubtaskRecord:
    """A sub-task of an agent's part."""

    agent: str
    ended: SubtaskEnded | None = None

    @property
    def done(self) -> bool:
        return self.ended is not None and self.ended.state == "done"


@dataclass
class Round:
    """One round: decision, execution, evaluation."""

    number: int
    talk: list[Said] = field(default_factory=list)
    """What agents said, in order, in discussion and during execution."""
    assigned: dict[str, Assigned] = field(default_factory=dict)
    """Agent -> its part; the last one, if a plan was made twice."""
    refused: list[Refused] = field(default_factory=list)
    idle: list[IdleChose] = field(default_factory=list)
    """What agents with free hands chose when they were asked, by seq."""
    subtasks: list[SubtaskRecord] = field(default_factory=list)
    attempts: list[SkillAttempt] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    """Ordered by seq."""
    ended: RoundEnded | None = None
    evaluated: Evaluated | None = None

    @property
    def begin(self) -> int:
        """Seq of the first thing said, planned or done in it; 0 if there is none."""
        return min((event.seq for event in (*self.talk, *self.assigned.values(), *self.facts)), default=0)

    @property
    def recorded(self) -> bool:
        """Whether any action of its execution is in the log; reports and final inventories are none."""
        return bool(self.attempts) or any(isinstance(fact, DONE) and fact.agent for fact in self.facts)

    @property
    def spoken_of(self) -> str:
        """What a person said of it. What our evaluator says besides is facts, which are events themselves;
        where there are none of sub-tasks, all that the evaluator says."""
        if self.evaluated is None:
            return ""
        return self.evaluated.advice or ("" if self.subtasks else self.evaluated.feedback)

    def deeds(self, agent: str) -> list[Fact]:
        """What `agent` itself did, by seq; blows it took and its death are not of them."""
        return [fact for fact in self.facts if isinstance(fact, DONE) and fact.agent == agent]

    def attempts_of(self, agent: str) -> list[SkillAttempt]:
        return [attempt for attempt in self.attempts if attempt.agent == agent]

    def subtasks_of(self, agent: str) -> list[SubtaskRecord]:
        return [subtask for subtask in self.subtasks if subtask.agent == agent]

    def died(self, agent: str) -> Died | None:
        """The agent's first death in this round."""
        deaths = (fact for fact in self.facts if isinstance(fact, Died) and fact.victim_kind == "agent")
        return next((death for death in deaths if death.victim == agent), None)


@dataclass
class Story:
    """A whole run, or what there is of it yet."""

    team: tuple[str, ...] = ()
    goal: Items = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    """Ordered by number; what lies before the first round is in none."""
    events: dict[int, Header] = field(default_factory=dict)
    """Seq -> event."""
    drops: Mapping[int, tuple[ItemDropped, ...]] = field(default_factory=dict)
    """Seq of an `item.picked` -> what had been dropped there; empty if nobody knows."""
    readings: Mapping[int, RoundReading] = field(default_factory=dict)
    """Round -> what a model read in its talk; the talk of other rounds is read by the rules."""
    _memo: dict[tuple[object, int, str], Any] = field(default_factory=dict)
    """What was found out about a round and an agent; the story does not change once it is told."""
    _held: dict[str, tuple[list[int], list[Items]]] = field(
        default_factory=lambda: defaultdict(lambda: ([], []))
    )
    """Agent -> seqs at which its holdings changed, and what it held from then on."""

    def round(self, number: int) -> Round | None:
        return next((one for one in self.rounds if one.number == number), None)

    def after(self, number: int) -> Iterator[Round]:
        """The rounds that follow."""
        return (one for one in self.rounds if one.number > number)

    def others(self, agent: str) -> tuple[str, ...]:
        return tuple(name for name in self.team if name != agent)

    def held(self, agent: str, seq: int) -> Items:
        """What `agent` holds just before event `seq`, by the events and the counts at rounds' ends."""
        seqs, holdings = self._held[agent]
        place = bisect_left(seqs, seq)
        return holdings[place - 1] if place else {}

    def new_items(self, one: Round, agent: str) -> Items:
        """What the agent holds at the round's end and did not hold at its beginning."""
        if one.ended is None or agent not in one.ended.inventories:
            return {}
        before, after = self.held(agent, one.begin), one.ended.inventories[agent]
        return {item: n for item, count in after.items() if (n := count - before.get(item, 0)) > 0}

    def remember(self, one: Round, agent: str, tell: Callable[[Story, Round, str], T]) -> T:
        """`tell(story, one, agent)`, called once."""
        key = (tell, one.number, agent)
        if key not in self._memo:
            self._memo[key] = tell(self, one, agent)
        told: T = self._memo[key]
        return told

    def facts(self) -> Iterator[Fact]:
        """The facts of all rounds, in order."""
        for one in self.rounds:
            yield from one.facts


def tell_story(events: Iterable[Header], readings: Iterable[RoundReading] = ()) -> Story:
    """Folds a log. Takes any that conforms: events without a round belong to the round that last began.

    `readings`: what a model read in the talk; those that were not answered count for nothing.
    """
    story = _Fold().fold(events)
    story.readings = {one.round: one for one in readings if one.outcome == "answered"}
    return story


def rounds_by_seq(story: Story) -> dict[int, int]:
    """Seq -> the round in which it lies; what lies before the first is not in it."""
    found: dict[int, int] = {}
    number = 0
    for seq, event in story.events.items():
        if isinstance(event, RoundStarted):
            number = event.round if event.round is not None else number + 1
        own = event.round if event.round is not None else number
        if own > 0:
            found[seq] = own
    return found


class _Fold:
    def __init__(self) -> None:
        self.story = Story()
        self.number = 0
        self.rounds: dict[int, Round] = {}
        self.subtasks: dict[tuple[int, str], SubtaskRecord] = {}
        self.running: dict[str, SkillAttempt] = {}
        self.ledger = Ledger()
        self.lying: dict[int, list[ItemDropped]] = {}
        self.left: dict[int, int] = {}
        self.drops: dict[int, tuple[ItemDropped, ...]] = {}

    def fold(self, events: Iterable[Header]) -> Story:
        for event in events:
            self.story.events[event.seq] = event
            if isinstance(event, RunStarted):
                self.story.team, self.story.goal = event.agents, dict(event.goal)
            elif isinstance(event, RoundStarted):
                self.number = event.round if event.round is not None else self.number + 1
            self._hold(event)
            number = event.round if event.round is not None else self.number
            if number > 0:
                self._place(event, self.rounds.setdefault(number, Round(number)))
        self.story.rounds = [self.rounds[number] for number in sorted(self.rounds)]
        self.story.drops = self.drops
        return self.story

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
                self.running[agent] = SkillAttempt(agent, event)
                current.attempts.append(self.running[agent])
            case SkillEnded(agent=str(agent)):
                attempt = self.running.pop(agent, None)
                if attempt is not None:
                    attempt.ended = event
            case RoundEnded():
                current.ended = event
            case Evaluated():
                current.evaluated = event
            case _ if isinstance(event, FACTS):
                current.facts.append(event)
                if isinstance(event, ItemDropped):
                    self._drop(event)
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

    def _pick(self, event: ItemPicked) -> None:
        """An entity's number may be given again once nothing of it is left."""
        self.drops[event.seq] = tuple(self.lying.get(event.entity, ()))
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
        seqs, holdings = self.story._held[agent]
        held = self.ledger.held(agent)
        if not holdings or holdings[-1] != held:
            seqs.append(seq)
            holdings.append(held)
