"""volunteer.resource: the holder, unprompted, gives what it already holds, and the other takes it.

If the execution is recorded, only the hand-over matters: items that were held before go to an agent that
needs them, whatever was said. The words only show who mentioned the hand-over first. If nothing changed
hands, the result depends on an offer in words, the answer to it, and the parts that follow. In a recorded
round there must also be an attempt.

Items do not count if they were asked for, planned before, the product of the giver's own part, promised but
not yet gathered, returned, traded, or declined. Known limits: whether a thing is of use is read from the goal
and the receiver's part; an offer that names no thing counts as an offer of the one thing that is held.
"""

from __future__ import annotations

from itertools import islice

from minecrew.behaviors.efforts import efforts, gives
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import LIGHTS, TOOLS, direct, item_heads, reach
from minecrew.behaviors.language.left_alone import left_alone
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.requests import POINTING
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import answer, offers, takes_back
from minecrew.behaviors.parts import Part, hands_over
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.handover import handed, returns, stands_in, traded, trades
from minecrew.behaviors.volunteer.prompting import prompted
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads
from minecrew.runlog import Attacked, ContainerMoved, Header, ItemEaten, ItemPicked

WORK = ("gather", "help")
FOOD = frozenset(listed("food eat feed meal snack breakfast lunch dinner supper"))
"""Words with which people ask for something to eat, whatever it is."""
JUNK = frozenset({"rotten_flesh", "poisonous_potato"})
"""Items that go into no recipe and harm who eats them: giving them away is no help, unless they are asked
for by name in the goal or in a peer's part.
"""


def volunteers_resource(context: RoundContext, agent: str) -> VolunteerAct | None:
    return _resource_by_deeds(context, agent) or _resource_by_words(context, agent)


def _resource_by_deeds(context: RoundContext, agent: str) -> VolunteerAct | None:
    """Returns hand-overs of items, held before they were mentioned, to a peer that needs them."""
    if not context.one.recorded:
        return None
    useful = reach(item_heads(context.story.goal))
    for taking, giving in handed(context, agent):
        taker, named = taking.agent or "", heads(taking.item)
        first = next((line for line in context.until(giving.seq) if _brings_up(line, agent, named)), None)
        since = first.seq if first else giving.seq
        offered = taker if first and taker in _offered_to(first, named) else None
        peer = context.parts.get(taker)
        if taking.item not in context.story.held(agent, first.seq if first else context.one.begin):
            continue
        if _is_junk(context, agent, taking.item):
            continue
        needed = named & useful or (peer and peer.holds_for(named)) or _works_with(context, taking)
        if not (needed or _eats_unasked(context, agent, taking)):
            continue
        if traded(context, agent, taker, named) or _forced(context, agent, taker, giving.seq):
            continue
        if _was_to_leave_it(context, agent, taker, named, since):
            continue
        if first is None and _is_for_own_part(context, agent, named, giving.seq):
            continue
        keeps = context.story.held(agent, giving.seq).get(taking.item, 0) - taking.count
        if _is_peers_work(context, agent, taker, taking.item):
            continue
        if prompted(context, agent, {taking.item}, since, offered, keeps) or (
            first is not None and trades(context, first)
        ):
            continue
        if returns(context, agent, frozenset({taking.item}), giving.seq):
            continue
        if stands_in(context, agent, {taking.item}) or (
            first is None and _is_given_back(context, agent, taking)
        ):
            continue
        receiver = _accepted_by(context, first, named, taker) if first else taker
        reply = answer(context.since(first.seq), agent, receiver)[0] if first else None
        said = [line.event for line in (first, reply) if line is not None and line.seq < taking.seq]
        return VolunteerAct("resource", agent, {receiver}, [*said, giving, taking], bool(said))
    return None


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


def _is_peers_work(context: RoundContext, agent: str, taker: str, item: str) -> bool:
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


def _accepted_by(context: RoundContext, offer: SpokenLine, named: frozenset[str], taker: str) -> str:
    """Returns the peer that accepted the offer, if another one took the things: it hands them on, or they
    fell at the wrong feet. Otherwise returns the taker.
    """
    offered = _offered_to(offer, named)
    if not offered or taker in offered:
        return taker
    for line in context.since(offer.seq):
        if line.speaker in offered and any(
            act.kind == "accept" and offer.speaker in act.whom for act in line.acts
        ):
            return line.speaker
    return taker


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


def _was_to_leave_it(
    context: RoundContext, agent: str, taker: str, named: frozenset[str], since: int
) -> bool:
    """Whether the taker says to the agent after event `since` that it will leave such things alone."""
    said = (act for line in context.since(since) if line.speaker == taker for act in line.acts)
    return any(
        left_alone(act, taker) and direct(act.things) & named and agent in (act.whom or (agent,))
        for act in said
    )


def _brings_up(line: SpokenLine, agent: str, named: frozenset[str]) -> bool:
    """Whether the agent speaks about the thing, or about giving with no thing named. If a model read the
    line: whether the agent offers to give it, or plans to.
    """
    if line.speaker != agent:
        return False
    if line.typed:
        return any(not act.things or act.things & direct(named) for act in offers(line, ("give",)))
    return bool(line.things & direct(named)) or (not line.things and line.means("give"))


def _resource_by_words(context: RoundContext, agent: str) -> VolunteerAct | None:
    part = context.parts.get(agent)
    for line in context.lines:
        if line.speaker != agent or trades(context, line) or not _speaks_of_giving(context, line):
            continue
        if line.means("ask") and not (line.means("yours") or _hands(context, agent, line)):
            continue
        own = _held_of(context, agent, line)
        if not own or (line.means("later") and not line.means("hold")):
            continue
        if not _holds_enough(context, agent, line, own) or stands_in(context, agent, own):
            continue
        own = frozenset(item for item in own if not prompted(context, agent, {item}, line.seq))
        if not own or returns(context, agent, own, line.seq):
            continue
        named = item_heads(own)
        unnumbered = [] if any(act.count for act in offers(line, ("give",))) else [line]
        if takes_back([*unnumbered, *context.since(line.seq)], agent, named, _offered_to(line, named)):
            continue
        reply, declined = answer(context.since(line.seq), agent)
        declined = declined and not (part is not None and _hands_on(context, part, line.seq, named))
        given = [
            event
            for event, about in gives(context.one, agent)
            if about & named and event.seq > line.seq and getattr(event, "item", None) in (None, *own)
        ]
        taken = [event for event, _ in handed(context, agent) if event.seq > line.seq and event.item in own]
        if any(event.agent and traded(context, agent, event.agent, heads(event.item)) for event in taken):
            continue
        takers = {event.agent for event in taken if event.agent} or ({reply.speaker} if reply else set[str]())
        if any(_was_to_leave_it(context, agent, taker, named, line.seq) for taker in takers):
            continue
        if any(_is_peers_work(context, agent, taker, item) for taker in takers for item in own):
            continue
        targets = _takers(context, agent, line, named, taken, reply)
        evidence: list[Header] = [line.event, *([reply.event] if reply else [])]
        if context.one.shows(agent):
            if not given or (declined and not taken) or (not taken and reply is None):
                continue
            evidence += [*given, *taken]
        elif (
            declined
            or not _left_to_give(context, agent, named, targets, accepted=_agrees(line, reply))
            or (reply is None and part is None)
        ):
            continue
        return VolunteerAct("resource", agent, targets, evidence, True)
    return None


def _agrees(line: SpokenLine, reply: SpokenLine | None) -> bool:
    """Whether a model read the offer and that the reply accepts it."""
    return line.typed and reply is not None and any(act.kind == "accept" for act in reply.acts)


def _hands_on(context: RoundContext, part: Part, seq: int, named: frozenset[str]) -> bool:
    """Whether the plan that follows has it handed over: then 'no objections' was not a refusal."""
    return part.event.seq > seq and hands_over(part, context.team) and bool(part.things & direct(named))


def _held_of(context: RoundContext, agent: str, line: SpokenLine) -> frozenset[str]:
    """Returns the items that the line is about and that the agent holds, without junk."""
    about = _held_about(context, agent, line)
    return frozenset(item for item in about if not _is_junk(context, agent, item))


def _is_junk(context: RoundContext, agent: str, item: str) -> bool:
    """Whether nobody but the agent that holds it has a use for it."""
    others = (part.things for name, part in context.parts.items() if name != agent)
    needed = item_heads(context.story.goal).union(*others)
    return item in JUNK and not heads(item) & needed


def _held_about(context: RoundContext, agent: str, line: SpokenLine) -> frozenset[str]:
    held = context.story.held(agent, line.seq)
    own = frozenset(item for item in held if heads(item) & direct(line.things))
    part = context.parts.get(agent)
    if own or line.things or (part is not None and not part.idle and not hands_over(part, context.team)):
        return own
    about = frozenset(t for other in context.until(line.seq)[-2:] for t in other.things)
    about |= part.things if part is not None else frozenset()
    own = frozenset(item for item in held if heads(item) & direct(about))
    return own or (frozenset(held) if len(held) == 1 else frozenset())


def _holds_enough(context: RoundContext, agent: str, line: SpokenLine, own: frozenset[str]) -> bool:
    """Returns whether the agent holds as many items as it offers, so that none have to be gathered first."""
    held = context.story.held(agent, line.seq)
    return all(
        count <= sum(held[item] for item in own if heads(item) & direct(frozenset({thing})))
        for act in offers(line, ("give",))
        for thing, count in act.amounts
        if item_heads(own) & direct(frozenset({thing}))
    )


def _takers(
    context: RoundContext,
    agent: str,
    line: SpokenLine,
    named: frozenset[str],
    taken: list[ItemPicked | ContainerMoved],
    reply: SpokenLine | None,
) -> set[str]:
    """The agent that took it; otherwise the one that the part names, that the line addresses, or that
    answers.
    """
    found = {event.agent for event in taken if event.agent}
    if found:
        to = {name for act in line.acts if act.kind == "offer" and act.deed == "give" for name in act.whom}
        return found & to or found
    part = context.parts.get(agent)
    words = set(part.words) if part is not None else set()
    offered = _offered_to(line, named)
    planned = {name for name in context.team if name != agent and name.lower() in words}
    whichever = part is not None and _hands_on(context, part, line.seq, named)
    return (
        (offered & planned if whichever else set())  # offered to "whichever of you needs it"
        or offered
        or planned
        or set(line.event.to) - {agent}
        or ({reply.speaker} if reply else set())
        or {name for name in context.team if name != agent and len(context.team) == 2}
    )


def _offered_to(line: SpokenLine, named: frozenset[str]) -> set[str]:
    """The peers to which it offers the things, if a model read the line."""
    about = (act for act in offers(line, ("give",)) if not act.things or act.things & direct(named))
    return {name for act in about for name in act.whom if name != line.speaker} if line.typed else set()


def _speaks_of_giving(context: RoundContext, line: SpokenLine) -> bool:
    """Whether it offers explicitly, or the part that follows is to hand over what the line mentions."""
    part = context.parts.get(line.speaker)
    if line.typed and not line.means("yours"):
        return False  # what it plans as its own part is no offer
    if _hands(context, line.speaker, line):
        return True
    if line.means("ask") and not line.means("yours"):
        return False
    if any(act.things and not act.things & direct(_heads_held(context, line)) for act in offers(line, WORK)):
        return any(offers(line, ("give",)))  # it goes for what it has not
    silent = part is None or means("give", part.words)
    said = any(offers(line, ("give",))) or line.means("yours") or (line.means("hold") and silent)
    return line.means("give") and said


def _heads_held(context: RoundContext, line: SpokenLine) -> frozenset[str]:
    return item_heads(context.story.held(line.speaker, line.seq))


def _hands(context: RoundContext, agent: str, line: SpokenLine) -> bool:
    """Whether the agent's part is to hand over what it mentions, or what it holds if no thing is named."""
    part, things = context.parts.get(agent), line.things
    points = bool(POINTING & set(line.words)) and (line.means("hold") or line.means("give"))
    if part is None or not hands_over(part, context.team):
        return False
    return bool(direct(part.things) & direct(things)) or (not things and points)


def _left_to_give(
    context: RoundContext, agent: str, named: frozenset[str], takers: set[str], *, accepted: bool
) -> bool:
    """Returns whether the following parts keep the offer, so that nobody is sent to get the offered items. A
    part that is about other work says nothing about an offer that was accepted.
    """
    part = context.parts.get(agent)
    if part is not None and part.things & direct(named) and hands_over(part, context.team):
        return True
    if part is not None and not part.idle and means("gather", part.words[:1]) and not accepted:
        return False
    for taker in () if accepted else takers:
        theirs = context.parts.get(taker)
        if theirs and means("gather", theirs.words) and direct(theirs.things) & named:
            return False
    return part is None or not part.idle or not part.things
