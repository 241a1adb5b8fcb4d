"""What an agent's part of a round is about, what it did towards it, and whether it was through with it.

A part is the line the secretary wrote; it is compared with deeds by the things both are about (`things`),
with everything that goes into a thing counted as on task. Limits: a part that names no thing ("scout the
hills") has nothing to compare with, so nobody can stray from it; counts are those written next to a thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from minecrew.behaviors.facts.story import DONE, Attempt, Round, Story
from minecrew.behaviors.language.item_words import BEARS_BOTH, NOUNS, direct, heads, mentioned, one, reach
from minecrew.behaviors.language.lexicon import listed, means, sense
from minecrew.behaviors.language.numbers import amounts
from minecrew.behaviors.language.sentences import read_words
from minecrew.runlog import (
    Assigned,
    Attacked,
    BlockBroken,
    BlockPlaced,
    ContainerMoved,
    Header,
    ItemCrafted,
    ItemDropped,
    ItemPicked,
    Items,
)

GIVING = ("give", "toss", "drop", "deposit", "hand", "put", "store")
"""Beginnings of names of skills by which things change hands."""


HANDING = frozenset(listed("give hand deliver drop pass bring toss throw share lend swap"))
PLACING = frozenset(listed("put place lay leave carry store"))
"""Words of a part by which things change hands, the latter where it says to whom."""
KEEPS = frozenset((word,) for word in listed("keep hold guard have watch stay"))
"""First words of a part in which nothing is worked at."""
ASSAULT = frozenset({"assault"})
"""What a blow at an agent is about: nobody's part."""


@dataclass(frozen=True)
class Part:
    """One agent's assignment."""

    event: Assigned
    words: tuple[str, ...]
    things: frozenset[str]
    amounts: tuple[tuple[str, int], ...]
    """Things with the number that stands before them."""
    idle: bool
    """It waits, stands by, keeps watch."""

    @property
    def scope(self) -> frozenset[str]:
        """All things that work on it may be about."""
        return reach(self.things)

    def holds_for(self, things: frozenset[str]) -> bool:
        """Whether work on `things` is work on this part."""
        return bool(things & self.scope)


@dataclass(frozen=True)
class Effort:
    """A deed or an attempt, and what it is about."""

    event: Header
    things: frozenset[str]
    gained: tuple[tuple[str, int], ...] = ()
    """Items that came into the agent's hands by work."""
    failed: bool = False


def part_of(one: Round, agent: str, team: Sequence[str]) -> Part | None:
    """The agent's part in that round; None where nothing was assigned to it."""
    event = one.assigned.get(agent)
    return _read_part(event, tuple(team)) if event else None


@lru_cache(maxsize=1000)
def _read_part(event: Assigned, team: tuple[str, ...]) -> Part:
    """What the line says."""
    words = tuple(w for s in read_words(event.text, frozenset(n.lower() for n in team)) for w in s.words)
    things = mentioned(words)
    waiting, busy = (
        sense("idle").find(words),
        [p for n in ("gather", "make", "give", "help") if (p := sense(n).find(words)) is not None],
    )
    idle = (waiting is not None and (not busy or waiting <= min(busy))) or means("idle", words[:1])
    idle = idle or words[:2] in (("do", "nothing"), ("no", "task")) or (not busy and words[:1] in KEEPS)
    return Part(event, words, things, tuple(amounts(words)), idle)


def hands_over(part: Part, team: Sequence[str]) -> bool:
    """Whether it is to hand something over; 'gather and bring' is work."""
    said = set(part.words)
    if part.idle or (means("gather", part.words[:1]) and not HANDING & set(part.words[:1])):
        return False
    to = {name.lower() for name in team} | {"chest", "barrel", "team", "everybody"}
    return bool(HANDING & said) or bool(PLACING & said and to & said)


def efforts(story: Story, one: Round, agent: str) -> tuple[Effort, ...]:
    """All the agent worked at in a round, by seq: deeds, and attempts that failed."""
    key = ("efforts", one.number, agent)
    if key not in story.memo:
        story.memo[key] = _efforts(story, one, agent)
    found: tuple[Effort, ...] = story.memo[key]
    return found


def _efforts(story: Story, one: Round, agent: str) -> tuple[Effort, ...]:
    found = [effort for fact in one.deeds(agent) if (effort := _effort(fact, story))]
    found += [
        _attempt(attempt)
        for attempt in one.attempts_of(agent)
        if not attempt.ok and attempt.ended and not attempt.started.name.lower().startswith(GIVING)
    ]
    return tuple(sorted(found, key=lambda effort: effort.event.seq))


def _effort(fact: Header, story: Story) -> Effort | None:
    match fact:
        case BlockBroken():
            return Effort(fact, heads(fact.block))
        case ItemPicked():
            dropped = story.drops.get(fact.seq, ())
            if any(drop.origin in ("agent", "death") for drop in dropped):
                return None
            return Effort(fact, heads(fact.item), ((fact.item, fact.count),))
        case ItemCrafted():
            return Effort(fact, heads(fact.item), ((fact.item, fact.count),))
        case Attacked(target_kind="mob"):
            return Effort(fact, direct(heads(fact.target)))
        case Attacked():
            return Effort(fact, ASSAULT)
        case BlockPlaced():
            return Effort(fact, heads(fact.item))
        case _:
            return None


def _attempt(attempt: Attempt) -> Effort:
    words = [
        one(w)
        for arg in attempt.started.args
        if isinstance(arg, str)
        for w in (arg.lower(), *arg.lower().split("_")[-1:])
    ]
    things = {w for word in words for w in heads(word) if w in NOUNS}
    return Effort(attempt.event, direct(frozenset(things)), failed=True)


def gives(one: Round, agent: str) -> Iterator[tuple[Header, frozenset[str]]]:
    """Handing over, dropping and laying into chests, done or tried: the event and what it is about."""
    for fact in one.deeds(agent):
        if (isinstance(fact, ItemDropped) and fact.origin == "agent") or (
            isinstance(fact, ContainerMoved) and fact.direction == "in"
        ):
            yield fact, heads(fact.item)
    for attempt in one.attempts_of(agent):
        if attempt.ended and not attempt.ok and attempt.started.name.lower().startswith(GIVING):
            words = {w for arg in attempt.started.args if isinstance(arg, str) for w in heads(arg.lower())}
            yield attempt.event, frozenset(words)


def fulfilled(story: Story, one: Round, agent: str, seq: int | None = None) -> bool | None:
    """Whether the agent was through with its part by event `seq`, or by the round's end. None: unknown."""
    part = part_of(one, agent, story.team)
    if part is None:
        return None
    if seq is None:
        ended = [subtask for subtask in one.subtasks_of(agent) if subtask.ended]
        if ended:
            states = [subtask.ended.state for subtask in ended if subtask.ended]
            if any(state in ("failed", "stopped") for state in states):
                return False
            if not part.amounts and all(state == "done" for state in states):
                return True
    if not part.amounts:
        return None
    if one.recorded:
        through = _through_at(story, one, agent)
        return through is not None and (seq is None or through < seq)
    new = fresh(story, one, agent)
    if one.ended is None and (seq is not None or not one.subtasks_of(agent)):
        return None
    reported = one.subtasks_of(agent)
    if reported and all(subtask.done for subtask in reported):
        return True
    return all(_count(new, thing) >= count for thing, count in part.amounts)


def _through_at(story: Story, one: Round, agent: str) -> int | None:
    """The event with which a recorded part was through: all it names gained by work, or handed on."""
    key = ("through", one.number, agent)
    if key not in story.memo:
        story.memo[key] = _find_through(story, one, agent)
    through: int | None = story.memo[key]
    return through


def _find_through(story: Story, one: Round, agent: str) -> int | None:
    part = part_of(one, agent, story.team)
    if part is None:
        return None
    missing = dict(part.amounts)
    blocks = {word for word, after in pairwise(part.words) if after in ("block", "blocks")}
    steps = [
        (effort.event.seq, _counted(effort, blocks), frozenset[str]())
        for effort in efforts(story, one, agent)
    ]
    steps += [(event.seq, (), things) for event, things in gives(one, agent)]
    for seq, gained, handed in sorted(steps, key=lambda step: step[0]):
        for thing in list(missing):
            missing[thing] -= _count(dict(gained), thing)
            if missing[thing] <= 0 or thing in handed:
                del missing[thing]
        if not missing:
            return seq
    return None


def _counted(effort: Effort, blocks: set[str]) -> tuple[tuple[str, int], ...]:
    """What it counts for: 'two clay blocks' are blocks broken, whatever falls out of them."""
    if isinstance(effort.event, BlockBroken):
        return ((effort.event.block, 1),) if effort.things & blocks else ()
    if not isinstance(effort.event, ItemPicked):
        return effort.gained
    return tuple((item, n) for item, n in effort.gained if not heads(item) & blocks)


def _count(items: Items, thing: str) -> int:
    return sum(count for item, count in items.items() if heads(item) & direct(frozenset({thing})))


def fresh(story: Story, one: Round, agent: str) -> Items:
    """What the agent holds at the round's end and did not at its beginning."""
    if one.ended is None or agent not in one.ended.inventories:
        return {}
    before = story.held(agent, _begin(one))
    after = one.ended.inventories[agent]
    return {item: n for item, count in after.items() if (n := count - before.get(item, 0)) > 0}


def _begin(one: Round) -> int:
    seqs = [event.seq for event in (*one.talk, *one.assigned.values(), *one.facts)]
    return min(seqs, default=0)


def item_heads(items: Iterable[str]) -> frozenset[str]:
    """The words by which any of these items are called."""
    return frozenset(word for item in items for word in heads(item))


__all__ = [
    "BEARS_BOTH",
    "DONE",
    "HANDING",
    "PLACING",
    "Effort",
    "Part",
    "amounts",
    "efforts",
    "fresh",
    "fulfilled",
    "gives",
    "hands_over",
    "item_heads",
    "part_of",
]
