"""Efforts: the work of an agent in a round, including failed attempts.

Each effort lists the words that people use for its items. Assignments and utterances are compared with it by
these words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from minecrew.behaviors.facts.story import Round, SkillAttempt, Story
from minecrew.behaviors.language.item_words import NOUNS, direct, item_heads, mentioned
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.sentences import read_words
from minecrew.language import heads, singular
from minecrew.runlog import (
    Attacked,
    BlockBroken,
    BlockPlaced,
    ContainerMoved,
    Header,
    ItemCrafted,
    ItemDropped,
    ItemEaten,
    ItemPicked,
)

GROUND = frozenset(
    listed("dirt grass block leaves sapling apple gravel sand andesite diorite granite sandstone")
)
"""Blocks that are in the way of materials that are mined."""
BENCHES = frozenset({"table", "furnace"})
"""Blocks at which agents make things."""
ROCK = frozenset({"stone", "cobblestone"})
"""Rock is in the way, too, for an agent with a pickaxe; others mine it for tools."""
GIVING = ("give", "toss", "drop", "deposit", "hand", "put", "store")
"""Beginnings of the names of skills that hand items over."""
FURNACES = frozenset({"furnace", "blast_furnace", "smoker"})
"""Containers in which agents make things."""
WORD = re.compile(r"[A-Z]?[a-z]+")
"""A word of the name of a skill."""
ASSAULT = frozenset({"assault"})
"""The word for a blow at an agent, which never occurs in a plan."""


@dataclass(frozen=True)
class Effort:
    """An action or attempt, with words for the things that it is about."""

    event: Header
    things: frozenset[str]
    gained: tuple[tuple[str, int], ...] = ()
    """Items that the agent obtained by work."""
    failed: bool = False
    stolen: bool = False
    """Whether it is a theft from a stranger's chest, which takes the place of work."""


def efforts(story: Story, one: Round, agent: str) -> tuple[Effort, ...]:
    """Returns all efforts of the agent in a round, by seq: its actions and its failed attempts."""
    return story.remember(one, agent, _efforts)


def _efforts(story: Story, one: Round, agent: str) -> tuple[Effort, ...]:
    found = [effort for fact in one.deeds(agent) if (effort := _effort(fact, story))]
    found += [*_smelted(one, agent), *_stolen(story, one, agent)]
    found += [
        _attempt(attempt)
        for attempt in one.attempts_of(agent)
        if _failed(one, attempt) and not _is_giving(attempt)
    ]
    return tuple(sorted(found, key=lambda effort: effort.event.seq))


def _smelted(one: Round, agent: str) -> Iterator[Effort]:
    """What the agent took out of furnaces, if it had put something else into them in that round."""
    put_in: dict[tuple[float, ...], set[str]] = {}
    for fact in one.deeds(agent):
        if not isinstance(fact, ContainerMoved) or fact.container not in FURNACES:
            continue
        own = put_in.setdefault(tuple(fact.position), set())
        if fact.direction == "in":
            own.add(fact.item)
        elif own and fact.item not in own:
            yield Effort(fact, about(fact), ((fact.item, fact.count),))


def _stolen(story: Story, one: Round, agent: str) -> Iterator[Effort]:
    """What the agent took out of a stranger's chest and did not put back."""
    smelted = {effort.event.seq for effort in _smelted(one, agent)}
    moves = [
        (fact, (tuple(fact.position), fact.item))
        for fact in one.deeds(agent)
        if isinstance(fact, ContainerMoved) and fact.owner not in (None, *story.team)
        if fact.seq not in smelted
    ]
    kept: Counter[tuple[tuple[float, ...], str]] = Counter()
    for fact, what in moves:
        kept[what] = max(0, kept[what] + (fact.count if fact.direction == "out" else -fact.count))
    for fact, what in moves:
        if fact.direction == "out" and kept[what]:
            yield Effort(fact, about(fact), ((fact.item, fact.count),), stolen=True)


def _effort(fact: Header, story: Story) -> Effort | None:
    match fact:
        case ItemPicked() if any(drop.origin in ("agent", "death") for drop in story.drops[fact.seq]):
            return None
        case ItemPicked() | ItemCrafted():
            return Effort(fact, about(fact), ((fact.item, fact.count),))
        case Attacked(target_kind=kind) if kind != "mob":
            return Effort(fact, ASSAULT)
        case BlockBroken() | BlockPlaced() | Attacked():
            return Effort(fact, about(fact))
        case _:
            return None


def was_given(story: Story, pick: ItemPicked) -> bool:
    """Whether an agent dropped on purpose what was picked up."""
    return any(drop.origin == "agent" for drop in story.drops[pick.seq])


def makes(effort: Effort) -> bool:
    """Whether the agent crafted or smelted something, in contrast to gathering or stealing it."""
    return isinstance(effort.event, ItemCrafted | ContainerMoved) and not effort.stolen


def about(fact: Header) -> frozenset[str]:
    """The words for the item, block or mob that an event names; none for other events."""
    match fact:
        case BlockBroken():
            return heads(fact.block)
        case ItemPicked() | ItemCrafted() | ItemEaten() | BlockPlaced() | ItemDropped() | ContainerMoved():
            return heads(fact.item)
        case Attacked(target_kind="mob"):
            return direct(heads(fact.target))
        case _:
            return frozenset()


def _attempt(attempt: SkillAttempt) -> Effort:
    return Effort(attempt.event, direct(things_named(attempt)), failed=True)


def things_named(attempt: SkillAttempt) -> frozenset[str]:
    """What its arguments or its name say that it is about."""
    words = [singular(word) for text in _texts(attempt) for word in (text, text.split("_")[-1])]
    return item_heads(words) & NOUNS


def things_of_subtask(one: Round, attempt: SkillAttempt) -> frozenset[str]:
    """What the sub-task that has ended is about."""
    name = attempt.started.subtask
    ends = (record.ended for record in one.subtasks_of(attempt.agent) if name and record.ended)
    text = next((end.text for end in ends if end.subtask == name), "")
    return frozenset(thing for sentence in read_words(text) for thing in mentioned(sentence.words))


def gives(one: Round, agent: str) -> Iterator[tuple[Header, frozenset[str]]]:
    """Items handed over, dropped or put into chests, successfully or not: the event and what it is about.
    What goes into a furnace is used and not given.
    """
    for fact in one.deeds(agent):
        match fact:
            case ItemDropped(origin="agent"):
                yield fact, about(fact)
            case ContainerMoved(direction="in", container=container) if container not in FURNACES:
                yield fact, about(fact)
            case _:
                pass
    for attempt in one.attempts_of(agent):
        if _failed(one, attempt) and _is_giving(attempt):
            yield attempt.event, item_heads(_texts(attempt))


def _failed(one: Round, attempt: SkillAttempt) -> bool:
    """Whether it failed, or was cut off by the round's end while it worked on something."""
    if attempt.ended is None:
        return one.ended is not None and bool(_attempt(attempt).things)
    return not attempt.ok


def _is_giving(attempt: SkillAttempt) -> bool:
    return attempt.started.name.lower().startswith(GIVING)


def _texts(attempt: SkillAttempt) -> list[str]:
    """The arguments that are text, or else what the skill is to get by its name ("gatherLeather", "fish");
    all in lower case.
    """
    args = (arg for arg in attempt.started.args if isinstance(arg, str))
    texts = [arg.lower() for arg in args if not arg.isdigit()]
    verb, *words = [word.lower() for word in WORD.findall(attempt.started.name)] or [""]
    gets = means("gather", (verb,)) or means("make", (verb,))
    return texts or (words[-1:] if gets and words else [verb])
