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

from minecrew.behaviors.efforts import gives
from minecrew.behaviors.language.item_words import direct, item_heads, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.requests import POINTING
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import answer, offers, takes_back
from minecrew.behaviors.parts import Part, hands_over
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.gifts import is_gift, is_junk, is_peers_work, offered_to, was_to_leave_it
from minecrew.behaviors.volunteer.handover import handed, returns, stands_in, traded, trades
from minecrew.behaviors.volunteer.prompting import prompted
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads
from minecrew.runlog import ContainerMoved, Header, ItemPicked

WORK = ("gather", "help")


def volunteers_resource(context: RoundContext, agent: str) -> VolunteerAct | None:
    return _resource_by_deeds(context, agent) or _resource_by_words(context, agent)


def _resource_by_deeds(context: RoundContext, agent: str) -> VolunteerAct | None:
    """Returns hand-overs of items, held before they were mentioned, to peers that need them: the first, with
    those to other peers that the same line offers.
    """
    if not context.one.recorded:
        return None
    useful = reach(item_heads(context.story.goal))
    found: VolunteerAct | None = None
    offer: SpokenLine | None = None
    for taking, giving in handed(context, agent):
        named = heads(taking.item)
        first = next((line for line in context.until(giving.seq) if _brings_up(line, agent, named)), None)
        if found is not None and (first is None or first is not offer):
            continue
        if not is_gift(context, agent, taking, giving, first, useful):
            continue
        taker = taking.agent or ""
        receiver = _accepted_by(context, first, named, taker) if first else taker
        if found is not None and receiver in found.targets:
            continue
        reply = answer(context.since(first.seq), agent, receiver)[0] if first else None
        said = [line.event for line in (first, reply) if line is not None and line.seq < taking.seq]
        earlier = found.evidence if found is not None else []
        targets = {receiver} | (found.targets if found is not None else set())
        evidence = [*earlier, *(event for event in (*said, giving, taking) if event not in earlier)]
        found, offer = VolunteerAct("resource", agent, targets, evidence, bool(said)), first
    return found


def _accepted_by(context: RoundContext, offer: SpokenLine, named: frozenset[str], taker: str) -> str:
    """Returns the peer that accepted the offer, if another one took the things: it hands them on, or they
    fell at the wrong feet. Otherwise returns the taker.
    """
    offered = offered_to(offer, named)
    if not offered or taker in offered:
        return taker
    for line in context.since(offer.seq):
        if line.speaker in offered and any(
            act.kind == "accept" and offer.speaker in act.whom for act in line.acts
        ):
            return line.speaker
    return taker


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
        if takes_back([*unnumbered, *context.since(line.seq)], agent, named, offered_to(line, named)):
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
        if any(was_to_leave_it(context, agent, taker, named, line.seq) for taker in takers):
            continue
        if any(is_peers_work(context, agent, taker, item) for taker in takers for item in own):
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
    return frozenset(item for item in about if not is_junk(context, agent, item))


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
    offered = offered_to(line, named)
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
