"""Whether somebody had asked an agent for items or work, or a plan had it get them or hand them over."""

from __future__ import annotations

from collections.abc import Collection

from minecrew.behaviors.efforts import FURNACES, efforts, gives
from minecrew.behaviors.language.clauses import ANYBODY
from minecrew.behaviors.language.item_words import direct, item_heads
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.requests import asked, asks_for_no_work
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import Part, contains_handover
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads
from minecrew.runlog import ContainerMoved, ItemDropped


def prompted(
    context: RoundContext,
    agent: str,
    items: Collection[str],
    seq: int,
    taker: str | None = None,
    keeps: int = 0,
) -> bool:
    """Whether somebody had asked for the items, in this round or before, or a plan had them gathered or
    handed over: what an agent was to obtain for the crew is no gift of its own. `keeps`: how many of them the
    agent has left.
    """
    named, now = item_heads(items), context.parts.get(agent)
    earlier = _left_of_before(context, agent, named)
    planned = any(_is_to_give(context, part, named, seq) for part in (earlier, now) if part is not None)
    if planned or (earlier is not None and _produced(context, earlier, agent, items)):
        return True
    heard = [line for line in context.past if line.means("give")] + context.until(seq)
    return asked(heard, agent, named, context.team, giving=True, to=taker, keeps=keeps) is not None


def _left_of_before(context: RoundContext, agent: str, things: frozenset[str]) -> Part | None:
    """The agent's part of the round before, unless it has done it: gave away as many of the things as the
    part names, and got no more of them afterwards.
    """
    part, before = context.earlier.get(agent), context.before
    if part is None or before is None:
        return None
    wanted = [count for thing, count in part.amounts if direct(frozenset({thing})) & direct(things)]
    gifts = [
        event
        for event, about in gives(before, agent)
        if isinstance(event, ItemDropped | ContainerMoved) and about & direct(things)
        if not (isinstance(event, ContainerMoved) and event.container in FURNACES)
    ]
    if not wanted or not gifts or sum(gift.count for gift in gifts) < max(wanted):
        return part
    later = (e for e in efforts(context.story, before, agent) if e.event.seq > gifts[-1].seq)
    return part if any(heads(item) & direct(things) for e in later for item, _ in e.gained) else None


def _is_to_give(context: RoundContext, part: Part, things: frozenset[str], seq: int) -> bool:
    """Whether a plan before event `seq` has the agent hand these over."""
    planned = part.planned and part.event.seq < seq and contains_handover(part, context.team)
    return planned and bool(part.things & direct(things))


def _produced(context: RoundContext, part: Part, agent: str, items: Collection[str]) -> bool:
    """Whether its part of the round before was to obtain the items, and it obtained no more of them."""
    named = item_heads(items)
    if part.idle or context.before is None or not direct(part.things) & named:
        return False
    work = efforts(context.story, context.before, agent)
    gains = [(item, n) for effort in work for item, n in effort.gained if heads(item) & named]
    gained = sum(n for _, n in gains)
    wanted = [count for thing, count in part.amounts if direct(frozenset({thing})) & named]
    return any(item in items for item, _ in gains) and gained <= max(wanted, default=gained)


def assigns(context: RoundContext, agent: str, line: SpokenLine, goal: frozenset[str]) -> bool:
    """Whether all that a model read as put to the agent, or to anybody, in that line became its own part.
    What is put to anybody counts only if it is about `goal`.
    """
    part = context.parts.get(agent)
    if not line.typed or part is None or part.event.seq < line.seq:
        return False
    put = [
        act
        for act in line.acts
        if act.kind == "request" and not asks_for_no_work(act)
        if agent in act.who or (ANYBODY in act.who and direct(act.things) & direct(goal))
    ]
    return bool(put) and all(
        act.deed != "help" and set(act.work_of) <= {agent} and direct(act.things) & direct(part.things)
        for act in put
    )


def is_to_help(context: RoundContext, agent: str, peer: str, seq: int) -> bool:
    """Whether a plan before event `seq`, of this round or the last, has the agent help that peer, or whoever
    needs it: "then help Ann", "when done, help the slowest".
    """
    names = {name.lower() for name in context.team}
    for part in (context.parts.get(agent), context.earlier.get(agent)):
        if part is None or not part.planned or part.event.seq > seq:
            continue
        for place, word in enumerate(part.words):
            after = part.words[place + 1 : place + 2]
            if means("help", (word,)) and (after == (peer.lower(),) or not names & set(part.words)):
                return True
    return False
