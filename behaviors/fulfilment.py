"""Fulfilment: whether an agent has finished its part of a round.

A part with numbers is finished when so much was obtained by work, or handed on. Otherwise, what the agent was
to craft, and how its sub-tasks ended, tell. Limit: a part without numbers that names no product is known only
from the sub-tasks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from minecrew.behaviors.efforts import Effort, about, efforts, gives, was_given
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import METALS, ORES, REFINED, direct, mentioned, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.sentences import read_words
from minecrew.behaviors.parts import PUTS_UP, Part, crafted, part_of, things_in
from minecrew.language import heads
from minecrew.runlog import (
    BlockBroken,
    BlockPlaced,
    ContainerMoved,
    Header,
    ItemCrafted,
    ItemDropped,
    ItemPicked,
    Items,
    SubtaskEnded,
)

FORBIDS = frozenset({"not", "never", "leave", "avoid", "without"})
"""Words of a sentence that says what the agent is to leave alone."""
OTHERS = frozenset({"seed", "seeds", "cane"})
"""Words for what is named after another thing: wheat seeds do not count as wheat, nor sugar cane as sugar."""


def fulfilled(
    story: Story, one: Round, agent: str, seq: int | None = None, *, supplied: bool = False
) -> bool | None:
    """Whether the agent had finished its part by event `seq`, or by the round's end; None if unknown.
    `supplied`: what peers gave it counts, too.
    """
    part = part_of(story, one, agent)
    if part is None:
        return None
    reported = one.subtasks_of(agent) if seq is None or not one.recorded else []
    ends = [subtask.ended for subtask in reported if subtask.ended] if seq is None else []
    if any(end.state in ("failed", "stopped") and _belongs(end, part, story.team) for end in ends):
        return False
    through = story.remember(one, agent, _through_at) if one.recorded else None
    is_through = through is not None and (seq is None or through < seq)
    if not part.amounts:
        if is_through:
            return True
        if one.recorded and means("make", part.words) and not _did_anything(one, agent, part, seq):
            return False  # it has only waited for what it needs
        return True if _reported_done(one, agent, seq) else None
    if one.recorded:
        return is_through or (supplied and story.remember(one, agent, _has_made_it))
    if one.ended is None and (seq is not None or not reported):
        return None
    done = bool(reported) and all(subtask.done for subtask in reported)
    if done and (seq is not None or any(_belongs(end, part, story.team) for end in ends)):
        return True
    new = story.new_items(one, agent)
    has = [thing for thing, count in _wanted(part).items() if _count(new, thing, part) >= count]
    return all(thing in has or _went_into(thing, has, part) for thing in _wanted(part))


def _has_made_it(story: Story, one: Round, agent: str) -> bool:
    """Whether it got everything that its part names in the round, by work or from peers."""
    part, got = part_of(story, one, agent), Counter[str]()
    for effort in efforts(story, one, agent):
        for item, count in effort.gained:
            got[item] += count
    for fact in one.deeds(agent):
        if isinstance(fact, ItemPicked) and was_given(story, fact):
            got[fact.item] += fact.count
    return part is not None and all(_count(got, thing, part) >= n for thing, n in _wanted(part).items())


def _wanted(part: Part) -> dict[str, int]:
    """What the part has the agent obtain, with the numbers."""
    return {**dict(crafted(part.words)), **dict(part.amounts)}


def _went_into(material: str, products: Sequence[str], part: Part) -> bool:
    """Whether the part names it before one of the products, which it goes into: 'get 3 wool, craft a bed'."""
    named = {thing: place for place, word in enumerate(part.words) for thing in mentioned((word,))}
    return any(
        material in reach(frozenset({product})) and named.get(material, 0) < named.get(product, 0)
        for product in products
    )


def _belongs(end: SubtaskEnded, part: Part, team: Sequence[str]) -> bool:
    """Whether the sub-task is about the part, as far as its text tells; others are extra work. What the part
    forbids ("do not touch the cows") is not what it is about.
    """
    names = frozenset(name.lower() for name in team)
    things = things_in(read_words(end.text, names))
    wanted = [one for one in read_words(part.text, names) if not FORBIDS & set(one.words)]
    own = things_in(wanted)
    return not things or not own or bool(direct(things) & reach(own))


def _did_anything(one: Round, agent: str, part: Part, seq: int | None) -> bool:
    """Whether the server reported an action of the agent in that round by event `seq`: a crafting, if the
    part names what it is to craft.
    """
    crafts = any(crafted(part.words))
    deeds = (fact for fact in one.deeds(agent) if seq is None or fact.seq < seq)
    return any(isinstance(fact, ItemCrafted) or not crafts for fact in deeds)


def _reported_done(one: Round, agent: str, seq: int | None) -> bool:
    """Whether all sub-tasks of the agent in that round had ended as done by event `seq`, or by its end."""
    ended = [subtask.ended for subtask in one.subtasks_of(agent)]
    return bool(ended) and all(
        end is not None and end.state == "done" and (seq is None or end.seq < seq) for end in ended
    )


def _through_at(story: Story, one: Round, agent: str) -> int | None:
    """The event by which everything that the part names was obtained by work, or handed on."""
    part = part_of(story, one, agent)
    if part is None:
        return None
    missing = _wanted(part)
    if not missing:
        return None
    blocks = {word for word, after in pairwise(part.words) if after in ("block", "blocks")}
    to_hand_on: dict[str, float] = {**missing}
    steps: list[tuple[int, Sequence[tuple[str, int]], frozenset[str], float]] = [
        (effort.event.seq, _counted(effort, blocks), frozenset(), 0) for effort in efforts(story, one, agent)
    ]
    steps += [(event.seq, (), things, _handed(event)) for event, things in gives(one, agent)]
    if PUTS_UP & set(part.words):
        placed = (fact for fact in one.deeds(agent) if isinstance(fact, BlockPlaced))
        steps += [(fact.seq, (), about(fact), 1) for fact in placed]
    for seq, gained, things, handed in sorted(steps, key=lambda step: step[0]):
        for thing in list(missing):
            missing[thing] -= _count(dict(gained), thing, part, mined=means("gather", part.words))
            to_hand_on[thing] -= handed if thing in things else 0
            if missing[thing] <= 0 or to_hand_on[thing] <= 0:
                del missing[thing]
        if not missing:
            return seq
    return None


def _handed(event: Header) -> float:
    """How many items it hands over; a failed attempt counts for all. Limits: what is handed over twice counts
    twice, and it is not known if a receiver wants less than the part names.
    """
    return event.count if isinstance(event, ItemDropped | ContainerMoved) else math.inf


def _counted(effort: Effort, blocks: set[str]) -> tuple[tuple[str, int], ...]:
    """What the effort counts for: 'two clay blocks' are blocks broken, whatever drops from them."""
    if isinstance(effort.event, BlockBroken):
        return ((effort.event.block, 1),) if effort.things & blocks else ()
    if not isinstance(effort.event, ItemPicked):
        return effort.gained
    return tuple((item, n) for item, n in effort.gained if not heads(item) & blocks)


def _count(items: Items, thing: str, part: Part, *, mined: bool = False) -> int:
    """How many of the items are such things. `part`: tells of which ore. `mined`: a metal means its ore."""
    if thing == "ore":
        named, other = ORES & part.things - {"ore"} or ORES, REFINED
    else:
        named, other = direct(frozenset({thing})), frozenset[str]() if thing in OTHERS else OTHERS
        if thing in METALS and mined:
            other |= REFINED  # who mines iron and smelts it does not have it twice
    return sum(count for item, count in items.items() if heads(item) & named and not heads(item) & other)
