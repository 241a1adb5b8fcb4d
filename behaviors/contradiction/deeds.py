"""What an agent did after it gave its word, as far as this is needed to compare the two.

Looking around, or failing to get somewhere, counts as an attempt if the agent did nothing else and did not
wait. Items that a peer hands over count as if the agent had obtained them itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from minecrew.behaviors.efforts import (
    BENCHES,
    FURNACES,
    efforts,
    gives,
    makes,
    things_named,
    things_of_subtask,
    was_given,
)
from minecrew.behaviors.facts.activity import WAITING
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import (
    FORMS,
    METALS,
    REFINED,
    TOOLS,
    direct,
    in_same_form,
    mentioned,
    reach,
)
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import Part, part_of
from minecrew.language import heads
from minecrew.runlog import (
    Attacked,
    BlockBroken,
    BlockPlaced,
    ContainerMoved,
    Header,
    ItemCrafted,
    ItemDropped,
    ItemPicked,
    Said,
)

IDLE = WAITING | {"wait", "idle", "stay", "stand"}
"""Names of skills that are not attempts at anything."""
LOOKING = ("explore", "look", "scout")
"""The beginnings of the names of skills that only move the agent."""
WORK = (BlockBroken, ItemCrafted, Attacked)
CUT_SHORT = ("fault", "interrupted", "nothing_assigned")
"""Reasons for the end of a round in which nobody could finish."""


@dataclass(frozen=True)
class WordAndDeed:
    """An agent's promise in a round, and whether the agent acted accordingly."""

    agent: str
    round: int
    said: Said
    """The last line that contains the promise."""
    things: frozenset[str]
    targets: tuple[str, ...]
    """The agents that would receive what is promised; empty if it is promised to nobody in particular."""
    kept: bool
    did: tuple[Header, ...]
    """The evidence: if the promise was kept, the matching actions; otherwise the other actions, or at least
    the round's end.
    """


def deeds_after(
    story: Story, one: Round, agent: str, scope: frozenset[str], seq: int, *, giving: bool
) -> tuple[list[Header], list[Header]]:
    """What the agent did after `seq`, of the kind and otherwise. `giving`: it is to give away what it
    holds.
    """
    kind: dict[int, Header] = {}
    other: dict[int, Header] = {}
    for effort in efforts(story, one, agent):
        about = specific(reach(mentioned(effort.things), 1) if effort.failed else direct(effort.things))
        if about:
            (kind if about & scope and not giving else other)[effort.event.seq] = effort.event
    for attempt in one.attempts_of(agent):
        vague = not attempt.ok and not things_named(attempt) and attempt.started.name not in IDLE
        if vague and (about := specific(direct(things_of_subtask(one, attempt)))):
            (kind if about & scope and not giving else other)[attempt.event.seq] = attempt.event
    for event, things in gives(one, agent):
        if specific(direct(things)) & scope:  # other gifts take no time from anything else
            kind[event.seq] = event
    at_own = any(isinstance(fact, BlockPlaced) and fact.item in FURNACES for fact in one.deeds(agent))
    for fact in one.deeds(agent):
        stores = isinstance(fact, ContainerMoved) and not (giving and at_own and fact.container in FURNACES)
        got = stores or (isinstance(fact, ItemPicked) and was_given(story, fact))
        if (
            isinstance(fact, (ContainerMoved, ItemPicked))
            and got
            and specific(direct(heads(fact.item))) & scope
        ):
            kind[fact.seq] = fact
    if kind or other:
        for attempt in one.attempts_of(agent):
            if attempt.started.name in IDLE:
                other[attempt.event.seq] = attempt.event
    else:
        waited = any(attempt.started.name in IDLE for attempt in one.attempts_of(agent))
        for attempt in one.attempts_of(agent):
            idle = attempt.started.name in IDLE or (giving and attempt.ok)
            idle = idle or (attempt.ok and attempt.started.name.startswith(LOOKING) and waited)
            about = specific(reach(mentioned(things_named(attempt)), 1))
            idle = idle or (attempt.ok and bool(about) and not about & scope)
            (other if idle else kind)[attempt.event.seq] = attempt.event
    return _later(kind, seq), _later(other, seq)


def strayed(story: Story, one: Round, agent: str, part: Part | None, seq: int) -> list[Header]:
    """The agent's work after `seq` that belongs to no part of its own; empty if it is only one piece, unless
    this uses up what its part is about.
    """
    away: list[Header] = [
        effort.event
        for effort in efforts(story, one, agent)
        if effort.event.seq > seq and effort.things and isinstance(effort.event, WORK)
        if part is None or not part.holds_for(direct(effort.things))
    ]
    return away if len(away) > 1 or any(_uses_up(story, event, part) for event in away) else []


def _uses_up(story: Story, event: Header, part: Part | None) -> bool:
    """Whether something is made of what the part is about that is neither the goal nor a bench."""
    if part is None or not isinstance(event, ItemCrafted) or event.item in story.goal:
        return False
    if heads(event.item) & BENCHES:
        return False
    return any(part.holds_for(direct(heads(item))) for item in event.used)


def sets_out_for(one: Round, agent: str, peers: Collection[str], seq: int) -> bool:
    """Whether a skill of the agent that names one of these peers failed after event `seq`: it may have had
    something for it.
    """
    tried = (attempt for attempt in one.attempts_of(agent) if attempt.event.seq > seq and not attempt.ok)
    return any(arg in peers for attempt in tried for arg in attempt.started.args if isinstance(arg, str))


def count_held(story: Story, line: SpokenLine, things: frozenset[str]) -> int:
    """How many items of these things the speaker holds when it says the line."""
    return count_held_at(story, line.speaker, line.seq, things)


def count_held_at(story: Story, agent: str, seq: int, things: frozenset[str]) -> int:
    """How many items of these things the agent holds at event `seq`."""
    wanted = specific(direct(things))
    held = story.held(agent, seq)
    return sum(count for item, count in held.items() if specific(direct(heads(item))) & wanted)


def count_got(story: Story, one: Round, agent: str, things: frozenset[str], before: float = math.inf) -> int:
    """How many items of these things the agent got by work in that round, before that event."""
    wanted = specific(direct(things))
    return sum(
        count
        for effort in efforts(story, one, agent)
        if effort.event.seq < before
        for item, count in effort.gained
        if specific(direct(heads(item))) & wanted
    )


def specific(things: frozenset[str]) -> frozenset[str]:
    """The words without those that only name the form of a thing: one ore is not another."""
    return things - FORMS or things


def ran_out(one: Round, agent: str) -> bool:
    """Whether the agent died, the time was up, or the round was cut short."""
    ended = one.ended is not None and one.ended.rule not in ("time", *CUT_SHORT)
    return one.died(agent) is not None or not ended


def scope_of(story: Story, one: Round, agent: str, things: frozenset[str], seq: int) -> frozenset[str]:
    """The words for work on `things`. What goes only into a tool for it counts if the agent makes such a tool
    after event `seq`, or tries to, or had no time to.
    """
    whole, tools = reach(things), TOOLS & reach(things) - things
    if not tools or ran_out(one, agent):
        return specific(whole)
    steps = tools | (REFINED if METALS & reach(tools, 1) else frozenset())
    makes_tool = any(
        direct(effort.things) & steps and (effort.failed or makes(effort))
        for effort in efforts(story, one, agent)
        if effort.event.seq > seq
    )
    return specific(whole if makes_tool else reach(things, tools=False))


def is_material(story: Story, event: Header, things: frozenset[str]) -> bool:
    """Whether a peer handed over what goes into these things, and not one of them."""
    if not isinstance(event, ItemPicked) or not was_given(story, event):
        return False
    return not in_same_form(heads(event.item), direct(things))


def was_supplied(story: Story, one: Round, agent: str, picks: Collection[Header]) -> bool:
    """Whether peers handed over as much as their parts say of what the agent picked up."""
    parts = [part for name in story.others(agent) if (part := part_of(story, one, name))]
    got = Counter[str]()
    for pick in picks:
        if isinstance(pick, ItemPicked):
            got[pick.item] += pick.count
    due = ((item, thing, count) for item in got for part in parts for thing, count in part.amounts)
    return all(got[item] >= count for item, thing, count in due if thing in heads(item))


def is_planned_delivery(story: Story, one: Round, event: Header, givers: Collection[str]) -> bool:
    """Whether one of `givers` only handed over what the plan has it get: that is not what the receiver
    offered to get.
    """
    if not isinstance(event, ItemPicked):
        return False
    dropped_by = {drop.agent for drop in story.drops[event.seq] if drop.origin == "agent" and drop.agent}
    for name in dropped_by & set(givers):
        part = part_of(story, one, name)
        due = dict(part.amounts) if part is not None else {}
        given = sum(
            fact.count
            for fact in one.deeds(name)
            if isinstance(fact, ItemDropped) and (fact.origin, fact.item) == ("agent", event.item)
        )
        if any(given <= due.get(word, 0) for word in direct(heads(event.item))):
            return True
    return False


def who_only_deliver(story: Story, one: Round, agent: str, part: Part | None) -> list[str]:
    """The peers whose deliveries are not what the agent's part is to get: neither plan names the other."""
    named = set(part.words) if part is not None else set[str]()
    parts = {name: part_of(story, one, name) for name in story.others(agent)}
    return [
        name
        for name, peer in parts.items()
        if name.lower() not in named and (peer is None or agent.lower() not in peer.words)
    ]


def _later(events: dict[int, Header], seq: int) -> list[Header]:
    return [events[at] for at in sorted(events) if at > seq]
