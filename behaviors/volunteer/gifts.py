"""Gifts: whether what one agent hands to another was held before, not asked for, and of use to the taker.

The known limits are those of `resource`.
"""

from __future__ import annotations

from itertools import islice

from minecrew.behaviors.efforts import efforts
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import LIGHTS, TOOLS, direct, item_heads
from minecrew.behaviors.language.left_alone import left_alone
from minecrew.behaviors.language.lexicon import listed
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import offers
from minecrew.behaviors.volunteer.handover import returns, stands_in, traded, trades
from minecrew.behaviors.volunteer.prompting import prompted
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads
from minecrew.runlog import Attacked, ContainerMoved, Header, ItemEaten, ItemPicked

FOOD = frozenset(listed("food eat feed meal snack breakfast lunch dinner supper"))
"""Words with which people ask for something to eat, whatever it is."""
JUNK = frozenset({"rotten_flesh", "poisonous_potato"})
"""Items that go into no recipe and harm who eats them: giving them away is no help, unless they are asked
for by name in the goal or in a peer's part.
"""


def is_gift(
    context: RoundContext,
    agent: str,
    taking: ItemPicked | ContainerMoved,
    giving: Header,
    first: SpokenLine | None,
    useful: frozenset[str],
) -> bool:
    """Whether the agent gives unasked what it held before it first mentioned it in line `first`, and the
    taker needs it. `useful`: the things of the goal, with all that goes into them.
    """
    taker, named = taking.agent or "", heads(taking.item)
    since = first.seq if first else giving.seq
    offered = taker if first and taker in offered_to(first, named) else None
    peer = context.parts.get(taker)
    held = context.story.held(agent, first.seq if first else context.one.begin)
    needed = named & useful or (peer and peer.holds_for(named)) or _works_with(context, taking)
    if taking.item not in held or is_junk(context, agent, taking.item):
        return False
    if not (needed or _eats_unasked(context, agent, taking)):
        return False
    if traded(context, agent, taker, named) or _forced(context, agent, taker, giving.seq):
        return False
    if was_to_leave_it(context, agent, taker, named, since):
        return False
    if is_peers_work(context, agent, taker, taking.item):
        return False
    keeps = context.story.held(agent, giving.seq).get(taking.item, 0) - taking.count
    if prompted(context, agent, {taking.item}, since, offered, keeps):
        return False
    if returns(context, agent, frozenset({taking.item}), giving.seq):
        return False
    if stands_in(context, agent, {taking.item}):
        return False
    if first is not None:
        return not trades(context, first)
    own = _is_for_own_part(context, agent, named, giving.seq)
    return not own and not _is_given_back(context, agent, taking)


def _is_for_own_part(context: RoundContext, agent: str, named: frozenset[str], seq: int) -> bool:
    """Whether the things are what the agent's part of this round or the last is about, or may still go into
    it.
    """
    part, earlier = context.parts.get(agent), context.earlier.get(agent)
    if earlier is not None and named & earlier.scope:
        return True
    if part is None or not named & part.scope:
        return False
    return bool(named & part.things) or not fulfilled(context.story, context.one, agent, seq)


def is_peers_work(context: RoundContext, agent: str, taker: str, item: str) -> bool:
    """Whether the agent gathered it in this round as work of the taker, as a model read it: that may be help,
    but it is no gift.
    """
    if context.story.held(agent, context.one.begin).get(item):
        return False
    told = any(
        act.kind in ("claim", "plan", "offer") and act.deed != "give" and taker in act.work_of
        for line in context.lines
        if line.typed and line.speaker == agent
        for act in line.acts
        if direct(act.things) & heads(item)
    )
    gained = (got for e in efforts(context.story, context.one, agent) for got, _ in e.gained)
    return told and item in gained


def _is_given_back(context: RoundContext, agent: str, taking: ItemPicked | ContainerMoved) -> bool:
    """Whether the receiver gives all of it back in this round or the next."""
    story = context.story
    returned = (
        fact.count
        for one in (context.one, *islice(story.after(context.one.number), 1))
        for fact in one.facts
        if isinstance(fact, ItemPicked) and fact.seq > taking.seq
        if (fact.agent, fact.item) == (agent, taking.item)
        if any((drop.agent, drop.origin) == (taking.agent, "agent") for drop in story.drops[fact.seq])
    )
    return sum(returned) >= taking.count


def _works_with(context: RoundContext, taking: ItemPicked | ContainerMoved) -> bool:
    """Whether it is a tool or a light, and the receiver works afterwards."""
    work = efforts(context.story, context.one, taking.agent or "")
    return bool(heads(taking.item) & (TOOLS | LIGHTS)) and any(
        effort.event.seq > taking.seq for effort in work
    )


def _eats_unasked(context: RoundContext, agent: str, taking: ItemPicked | ContainerMoved) -> bool:
    """Whether the receiver then eats it, and nobody had asked for food or planned that the agent gives it."""
    part = context.parts.get(agent)
    planned = part is not None and bool(FOOD & set(part.words))
    requested = any(
        line.speaker != agent and FOOD & set(line.words) and _asks(line) for line in context.until(taking.seq)
    )
    eaten = any(
        isinstance(fact, ItemEaten) and fact.item == taking.item and fact.seq > taking.seq
        for fact in context.one.deeds(taking.agent or "")
    )
    return eaten and not (planned or requested)


def _asks(line: SpokenLine) -> bool:
    asks = any(act.kind == "request" for act in line.acts)
    return asks or (not line.typed and (line.means("ask") or "please" in line.words))


def _forced(context: RoundContext, agent: str, taker: str, seq: int) -> bool:
    """Whether the receiver had struck it before."""
    return any(
        isinstance(fact, Attacked) and fact.agent == taker and fact.target == agent and fact.seq < seq
        for fact in context.one.facts
    )


def was_to_leave_it(context: RoundContext, agent: str, taker: str, named: frozenset[str], since: int) -> bool:
    """Whether the taker says to the agent after event `since` that it will leave such things alone."""
    said = (act for line in context.since(since) if line.speaker == taker for act in line.acts)
    return any(
        left_alone(act, taker) and direct(act.things) & named and agent in (act.whom or (agent,))
        for act in said
    )


def is_junk(context: RoundContext, agent: str, item: str) -> bool:
    """Whether nobody but the agent that holds it has a use for it."""
    others = (part.things for name, part in context.parts.items() if name != agent)
    needed = item_heads(context.story.goal).union(*others)
    return item in JUNK and not heads(item) & needed


def offered_to(line: SpokenLine, named: frozenset[str]) -> set[str]:
    """The peers to which it offers the things, if a model read the line."""
    about = (act for act in offers(line, ("give",)) if not act.things or act.things & direct(named))
    return {name for act in about for name in act.whom if name != line.speaker} if line.typed else set()
