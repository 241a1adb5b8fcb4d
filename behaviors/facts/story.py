"""The story of a run in the form that detectors need: rounds with their utterances, parts, sub-tasks,
actions and items.

It is computed once from the events and contains no judgements. Utterances are kept unchanged, and the
detectors interpret them. Only the words of the run's agents are included, not those of visitors.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, TypeVar

from minecrew.behaviors.language.acts import RoundReading
from minecrew.runlog import (
    KINDS,
    Assigned,
    BlockBroken,
    Died,
    Evaluated,
    Header,
    IdleChose,
    ItemDropped,
    Items,
    Refused,
    RoundEnded,
    RoundStarted,
    Said,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
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
        """The event to cite: the end of the action, or its start if it has not ended."""
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
    _deeds: dict[str, list[Fact]] = field(default_factory=dict)
    """Agent -> its own actions among the first `_grouped` facts."""
    _grouped: int = 0

    @property
    def begin(self) -> int:
        """Seq of the round's first utterance, assignment or action; 0 if there is none."""
        first = (*self.talk[:1], *self.assigned.values(), *self.facts[:1])
        return min((event.seq for event in first), default=0)

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
        """The deeds of `agent` itself, by seq; blows against it and its death are not included."""
        for fact in self.facts[self._grouped :]:
            if isinstance(fact, DONE) and fact.agent is not None:
                self._deeds.setdefault(fact.agent, []).append(fact)
        self._grouped = len(self.facts)
        return self._deeds.get(agent, [])

    def attempts_of(self, agent: str) -> list[SkillAttempt]:
        return [attempt for attempt in self.attempts if attempt.agent == agent]

    def subtasks_of(self, agent: str) -> list[SubtaskRecord]:
        return [subtask for subtask in self.subtasks if subtask.agent == agent]

    def shows(self, agent: str) -> bool:
        """Whether the execution is recorded for that agent."""
        names = (record.agent for records in (self.attempts, self.subtasks) for record in records)
        return self.recorded and (bool(self.deeds(agent)) or agent in names)

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
    _made: dict[Hashable, Any] = field(default_factory=dict)
    """Key -> what `once` made."""
    _held: dict[str, tuple[list[int], list[Items]]] = field(
        default_factory=lambda: defaultdict(lambda: ([], []))
    )
    """Agent -> seqs at which its holdings changed, and what it held from then on."""

    def round(self, number: int) -> Round | None:
        place = bisect_left(self.rounds, number, key=number_of_round)
        found = self.rounds[place : place + 1]
        return found[0] if found and found[0].number == number else None

    def before(self, number: int) -> Iterator[Round]:
        """Returns the earlier rounds, the last one first."""
        for place in range(bisect_left(self.rounds, number, key=number_of_round) - 1, -1, -1):
            yield self.rounds[place]

    def since(self, number: int) -> Sequence[Round]:
        """Returns that round and the following rounds."""
        return self.rounds[bisect_left(self.rounds, number, key=number_of_round) :]

    def after(self, number: int) -> Iterator[Round]:
        """The rounds that follow."""
        for place in range(bisect_right(self.rounds, number, key=number_of_round), len(self.rounds)):
            self.looked = max(self.looked, self.rounds[place].number)
            yield self.rounds[place]
        self.looked = inf

    def others(self, agent: str) -> tuple[str, ...]:
        return tuple(name for name in self.team if name != agent)

    def held(self, agent: str, seq: int) -> Items:
        """Returns what `agent` holds just before event `seq`, from the events and the counts after each
        round.
        """
        seqs, holdings = self._held[agent]
        place = bisect_left(seqs, seq)
        return holdings[place - 1] if place else {}

    def new_items(self, one: Round, agent: str) -> Items:
        """The items that the agent holds at the round's end and did not hold at its beginning."""
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

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Returns the result of `make()`, which is called only once for each key."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def forget(self, number: int) -> None:
        """Notes that something was added to that round."""
        self._memo.pop(number, None)

    def facts(self) -> Iterator[Fact]:
        """Returns the facts of all rounds, in order."""
        for one in self.rounds:
            yield from one.facts


def number_of_round(one: Round) -> int:
    return one.number


def rounds_by_seq(story: Story) -> dict[int, int]:
    """Maps the seq of each event to its round; events before the first round are not included."""
    found: dict[int, int] = {}
    number = 0
    for seq, event in story.events.items():
        if isinstance(event, RoundStarted):
            number = event.round if event.round is not None else number + 1
        own = event.round if event.round is not None else number
        if own > 0:
            found[seq] = own
    return found
