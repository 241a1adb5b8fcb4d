"""The story of a run in the form that detectors need: rounds with their utterances, parts, sub-tasks,
actions and items.

It is computed once from the events and contains no judgements. Utterances are kept unchanged, and the
detectors interpret them. Only the words of the run's agents are included, not those of visitors.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, TypeVar

from minecrew.behaviors.facts.ledger import Ledger
from minecrew.behaviors.language.acts import RoundReading
from minecrew.runlog import (
    KINDS,
    Assigned,
    BlockBroken,
    BlockPlaced,
    Died,
    Evaluated,
    Header,
    IdleChose,
    Inventory,
    ItemDropped,
    ItemPicked,
    Items,
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

T = TypeVar("T")

Fact = Header
"""A fact: something that `agent` did or suffered. The killer of a dead mob is in `by`."""

FACTS = tuple(kind for kind in KINDS.values() if kind.row.deed)
"""The kinds of events that are facts."""
DONE = tuple(kind for kind in FACTS if kind.row.deed == "done")
"""Facts that are an agent's own actions."""


@dataclass
class SkillAttempt:
    """One run of a skill or program."""

    agent: str
    started: SkillStarted
    ended: SkillEnded | None = None
    """None if the log or the bot's process ended before the program did."""

    @property
    def seq(self) -> int:
        return self.started.seq

    @property
    def event(self) -> Header:
        """The event to cite: its end, if it has one."""
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
    """The agents' utterances in order, in the discussion and during execution."""
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
        """Seq of the round's first utterance, assignment or action; 0 if there is none."""
        return min((event.seq for event in (*self.talk, *self.assigned.values(), *self.facts)), default=0)

    @property
    def recorded(self) -> bool:
        """Whether any action of its execution is in the log; reports and final inventories do not count."""
        return bool(self.attempts) or any(isinstance(fact, DONE) and fact.agent for fact in self.facts)

    @property
    def spoken_of(self) -> str:
        """A person's words about the round. The evaluator's other words are facts, which have separate
        events. If there are no events of sub-tasks, this is the evaluator's whole text.
        """
        if self.evaluated is None:
            return ""
        return self.evaluated.advice or ("" if self.subtasks else self.evaluated.feedback)

    def deeds(self, agent: str) -> list[Fact]:
        """What `agent` itself did, by seq; blows against it and its death are not included."""
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
    """A whole run, or the part of it that exists so far."""

    team: tuple[str, ...] = ()
    goal: Items = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    """Ordered by number; events before the first round belong to no round."""
    events: dict[int, Header] = field(default_factory=dict)
    """Seq -> event."""
    drops: dict[int, tuple[ItemDropped, ...]] = field(default_factory=dict)
    """Seq of an `item.picked` -> the drops that it picked up; empty if they are unknown."""
    readings: Mapping[int, RoundReading] = field(default_factory=dict)
    """Round -> a model's reading of its utterances. The rules read the other rounds."""
    torn: dict[int, tuple[int, BlockBroken]] = field(default_factory=dict)
    """Seq of a drop -> the round and the broken block, if the block was part of a building and the crew had
    not placed it.
    """
    looked: float = 0
    """The last round that `after` has returned since this was set to 0; infinite if it has returned all
    rounds.
    """
    taken: dict[tuple[str, str], int] = field(default_factory=dict)
    """(agent, item) -> seq of the first pick of what another had dropped, lost by death, or killed for."""
    _memo: dict[int, dict[tuple[object, str], Any]] = field(default_factory=lambda: defaultdict(dict))
    """Round -> cached results about the round and an agent."""
    _held: dict[str, tuple[list[int], list[Items]]] = field(
        default_factory=lambda: defaultdict(lambda: ([], []))
    )
    """Agent -> seqs at which its holdings changed, and what it held from then on."""

    def round(self, number: int) -> Round | None:
        place = bisect_left(self.rounds, number, key=_number_of)
        found = self.rounds[place : place + 1]
        return found[0] if found and found[0].number == number else None

    def before(self, number: int) -> Iterator[Round]:
        """Returns the earlier rounds, the last one first."""
        for place in range(bisect_left(self.rounds, number, key=_number_of) - 1, -1, -1):
            yield self.rounds[place]

    def since(self, number: int) -> Sequence[Round]:
        """Returns that round and the following rounds."""
        return self.rounds[bisect_left(self.rounds, number, key=_number_of) :]

    def after(self, number: int) -> Iterator[Round]:
        """Yields the rounds after that one."""
        for place in range(bisect_right(self.rounds, number, key=_number_of), len(self.rounds)):
            self.looked = max(self.looked, self.rounds[place].number)
            yield self.rounds[place]
        self.looked = inf

    def others(self, agent: str) -> tuple[str, ...]:
        return tuple(name for name in self.team if name != agent)

    def held(self, agent: str, seq: int) -> Items:
        """What `agent` holds just before event `seq`, from the events and the counts after each round."""
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
        """Returns the cached result of `tell(story, one, agent)`, which is called only once."""
        known = self._memo[one.number]
        if (tell, agent) not in known:
            known[tell, agent] = tell(self, one, agent)
        told: T = known[tell, agent]
        return told

    def forget(self, number: int) -> None:
        """Notes that something was added to that round."""
        self._memo.pop(number, None)

    def facts(self) -> Iterator[Fact]:
        """Returns the facts of all rounds, in order."""
        for one in self.rounds:
            yield from one.facts


def _number_of(one: Round) -> int:
    return one.number


def tell_story(events: Iterable[Header], readings: Iterable[RoundReading] = ()) -> Story:
    """Builds the story of a log. Events without a round belong to the round that began last.

    `readings`: a model's readings of the talk; those without an answer are ignored.
    """
    fold = StoryFold(readings)
    for event in events:
        fold.add(event)
    return fold.story


def rounds_by_seq(story: Story) -> dict[int, int]:
    """Seq -> the round of the event; events before the first round are not in it."""
    found: dict[int, int] = {}
    number = 0
    for seq, event in story.events.items():
        if isinstance(event, RoundStarted):
            number = event.round if event.round is not None else number + 1
        own = event.round if event.round is not None else number
        if own > 0:
            found[seq] = own
    return found


class StoryFold:
    """Processes a run's events one by one; `story` contains everything up to the last one."""

    def __init__(self, readings: Iterable[RoundReading] = ()) -> None:
        self.story = Story(readings={one.round: one for one in readings if one.outcome == "answered"})
        self.changed: set[int] = set()
        """Rounds to which something was added; whoever has seen to them clears it."""
        self.number = 0
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
        if isinstance(event, RunStarted):
            self.story.team, self.story.goal = event.agents, dict(event.goal)
            self.changed.update(self.rounds)  # none, in a log that begins with it
        elif isinstance(event, RoundStarted):
            self.number = event.round if event.round is not None else self.number + 1
        self._hold(event)
        number = event.round if event.round is not None else self.number
        if number > 0:
            self._place(event, self._round(number))
            self._change(number)

    def _round(self, number: int) -> Round:
        if number not in self.rounds:
            self.rounds[number] = Round(number)
            insort(self.story.rounds, self.rounds[number], key=_number_of)
        return self.rounds[number]

    def _change(self, number: int) -> None:
        self.changed.add(number)
        self.story.forget(number)

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
            case _ if isinstance(event, FACTS):
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
        seqs, holdings = self.story._held[agent]
        held = self.ledger.held(agent)
        if not holdings or holdings[-1] != held:
            seqs.append(seq)
            holdings.append(held)
