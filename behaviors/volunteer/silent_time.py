"""Work in actions, without an offer, in the time in which the agent would have waited (volunteer.time).

Limit: only an agent whose part names the waiting, or that has nothing else to do, is known to wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.behaviors.efforts import Effort, efforts, makes, was_given
from minecrew.behaviors.facts.blows import struck
from minecrew.behaviors.facts.buildings import breaks_in
from minecrew.behaviors.language.item_words import direct, item_heads, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.requests import asked
from minecrew.behaviors.language.talk import left_idle
from minecrew.behaviors.parts import GUARDING, Part
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads, singular
from minecrew.runlog import BlockBroken, ItemPicked


def silent_time(context: RoundContext, agent: str) -> VolunteerAct | None:
    """Returns cases in which the agent's part is to wait, but it does work of peers, or nobody's work for the
    goal.
    """
    part = context.parts.get(agent)
    idle = left_idle(context.lines, agent, context.team)
    waits = part is not None and (part.idle or (means("idle", part.words) and idle is not None))
    if part is None or not waits or breaks_in(context.story, context.one, agent):
        return None
    through = context.was_through(agent) and not context.told_to_wait(agent, part.event.seq)
    if through and not means("make", part.words):
        return None
    gathers = not part.idle and means("gather", part.words)  # its own work before the waiting
    work = [
        e
        for e in efforts(context.story, context.one, agent)
        if (e.failed or _earned(context, e, agent)) and not e.stolen
        if isinstance(e.event, BlockBroken | ItemPicked) or not _is_to_make(part, e)
        if not (gathers and direct(e.things) & direct(part.things))
    ]
    shared = {
        name: own
        for name, peer in context.parts.items()
        if name != agent and not peer.idle
        if (own := [e for e in work if direct(e.things) & direct(peer.things)])
        and not _is_ordered(context, agent, name, own, peer.things)
    }
    relieved_peers = list(shared)
    done = {e.event.seq: e.event for name in relieved_peers for e in shared[name]}
    waits_for = idle.speaker if idle is not None else _awaited(context, agent, part)
    if not done and waits_for is not None:
        goal = reach(item_heads(context.story.goal))
        useful = [e for e in work if not e.failed and direct(e.things) & goal]
        if idle is None:
            useful = [e for e in useful if _is_beside(context, agent, part, e)]
        things = frozenset(thing for e in useful for thing in e.things)
        if useful and not _is_ordered(context, agent, waits_for, useful, things):
            relieved_peers, done = [waits_for], {e.event.seq: e.event for e in useful}
    if not done:
        return None
    evidence = [part.event, *([idle.event] if idle else []), *done.values()]
    return VolunteerAct("time", agent, set(relieved_peers), evidence, False)


def _is_to_make(part: Part, effort: Effort) -> bool:
    """Whether it is work on the part, or what the agent is to make of the part's things: "smelt the ore"."""
    makes_of = makes(effort) and means("make", part.words) and reach(direct(effort.things)) & part.things
    return part.holds_for(effort.things) or bool(makes_of)


def _awaited(context: RoundContext, agent: str, part: Part) -> str | None:
    """The only peer that works on what the agent's part has it wait for."""
    if GUARDING & set(part.words):
        return None
    peers = [
        name
        for name, peer in context.parts.items()
        if name != agent and not peer.idle and direct(peer.things) & direct(part.things)
    ]
    return peers[0] if len(peers) == 1 else None


def _is_beside(context: RoundContext, agent: str, part: Part, effort: Effort) -> bool:
    """Whether it is neither a step of the part nor made of what the agent waits for, and was done before
    anybody handed that over.
    """
    named = direct(part.things) | {singular(word) for word in part.words}
    if direct(effort.things) & part.scope or reach(direct(effort.things)) & named:
        return False
    came = (
        fact.seq
        for fact in context.one.deeds(agent)
        if isinstance(fact, ItemPicked) and heads(fact.item) & named
        if was_given(context.story, fact)
    )
    return effort.event.seq < next(came, effort.event.seq + 1)


def _is_ordered(
    context: RoundContext, agent: str, peer: str, work: Sequence[Effort], things: frozenset[str]
) -> bool:
    """Whether somebody had asked for such work, or the peer struck the agent before."""
    seq = work[0].event.seq
    if struck(context.story, context.one, agent, peer, seq):
        return True
    return asked(context.until(seq), agent, things, context.team, giving=False) is not None


def _earned(context: RoundContext, effort: Effort, agent: str) -> bool:
    """Whether it came from the agent's own work, and not from picking up what a peer broke or killed."""
    drops = context.story.drops.get(effort.event.seq, ())
    return bool(effort.gained) and all(drop.agent in (None, agent) for drop in drops)
