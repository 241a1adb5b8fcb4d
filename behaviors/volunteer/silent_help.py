"""Help in actions, without an offer (volunteer.assistance): after its own part, an agent does work of a peer
without being asked.

Limits: only a peer's part that names amounts tells whether the peer has finished; of a peer that makes
something, the help shows only if the agent hands over material that the peer gathers itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from minecrew.behaviors.efforts import Effort, efforts
from minecrew.behaviors.facts.blows import struck
from minecrew.behaviors.facts.buildings import breaks_in
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import direct
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.requests import asked
from minecrew.behaviors.language.speech_acts import WORKS
from minecrew.behaviors.language.talk import WINDOW, answer
from minecrew.behaviors.parts import Part, crafted
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.handover import hand_overs, handed, stands_in, traded
from minecrew.behaviors.volunteer.prompting import assigns, is_to_help
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.language import heads
from minecrew.runlog import BlockBroken, BlockPlaced, Header, ItemCrafted, ItemEaten, ItemPicked, SkillEnded

LOOKING_INTO = ("getitemfrom", "takefrom", "fetchfrom", "checkitem", "receive")
"""The beginnings of the names of skills that only take what is there, in small letters."""


def silent_help(context: RoundContext, agent: str) -> VolunteerAct | None:
    """Returns help in actions: after its own part, the agent does work of a peer without being asked."""
    if not context.one.recorded:
        return None
    robs = breaks_in(context.story, context.one, agent)
    part = context.parts.get(agent)
    rests = (part is None or part.idle) and context.was_through(agent)
    if rests and part is not None and context.told_to_wait(agent, part.event.seq):
        return None  # it spends its time until its own work goes on
    if not rests and (part is None or part.idle or not (part.amounts or any(crafted(part.words)))):
        return None
    peers = {
        name: peer
        for name, peer in context.parts.items()
        if name != agent and not peer.idle and peer.amounts and agent.lower() not in peer.words
        if rests or part is None or _peers_share(context, part, peer)
    }
    work = efforts(context.story, context.one, agent)
    product = direct(part.things) if part is not None and not part.amounts else frozenset[str]()

    def free(effort: Effort) -> bool:
        return rests or bool(fulfilled(context.story, context.one, agent, effort.event.seq))

    for place in range(bisect_left(work, True, key=free), len(work)):  # a part that is done stays done
        effort = work[place]
        since = work[place - 1].event.seq if place else 0
        gatherers_first = sorted(
            peers.items(), key=lambda item: not direct(item[1].things) & direct(effort.things)
        )
        for name, peer in gatherers_first:
            theirs = direct(peer.things) | _brought(context, agent, name, effort.event.seq)
            if not direct(effort.things) & theirs - product:
                continue
            if not rests and _goes_on(context, agent, effort):
                continue
            if not _helps(context, agent, name, effort, theirs, since):
                continue
            if robs and not _passed_on(context, agent, name, effort):
                continue  # what it has may be out of the building, for itself
            made = effort.event if isinstance(effort.event, ItemCrafted) else None
            if made and (stands_in(context, agent, {made.item}) or _eats(context, agent, made)):
                continue
            rest = [e.event for e in work[place:] if direct(e.things) & theirs]
            if not any(_begins(context, event, agent, since) for event in rest):
                continue
            if _asked_late(context, agent, name, peer.things | theirs, effort.event.seq):
                return None
            own = [*([part.event] if part else []), *(e.event for e in work[:place])]
            return VolunteerAct("assistance", agent, {name}, [*own, *rest], False)
    return None


def _helps(
    context: RoundContext, agent: str, peer: str, effort: Effort, theirs: frozenset[str], since: int
) -> bool:
    """Whether the effort may be help for that peer: it had not finished its part, nobody had asked the agent
    for it or agreed on it, and nothing came back.
    """
    seq = effort.event.seq
    return not (
        fulfilled(context.story, context.one, peer, seq) is not False
        or not _lacked_it(context, agent, peer, seq)
        or _undoes(context, effort, peer)
        or struck(context.story, context.one, agent, peer, seq)
        or is_to_help(context, agent, peer, seq)
        or traded(context, agent, peer, effort.things)
        or _agreed_to(context, agent, peer, theirs, since)
        or is_own_share(context, agent, peer, theirs)
    )


def _lacked_it(context: RoundContext, agent: str, peer: str, seq: int) -> bool:
    """Whether that peer never finished its part, or only by what the agent gave it after event `seq`."""
    last = context.one.facts[-1].seq if context.one.facts else seq
    through = fulfilled(context.story, context.one, peer, last + 1)
    return through is False or _made_up_for(context, agent, peer, seq)


def _passed_on(context: RoundContext, agent: str, peer: str, effort: Effort) -> bool:
    """Whether the agent then hands that peer such things as the effort is about."""
    return any(
        taking.agent == peer and giving.seq > effort.event.seq and heads(taking.item) & effort.things
        for taking, giving in handed(context, agent)
    )


def _eats(context: RoundContext, agent: str, made: ItemCrafted) -> bool:
    """Whether the agent itself then eats as many of these items as it makes in this round."""
    deeds = context.one.deeds(agent)
    makes = sum(fact.count for fact in deeds if isinstance(fact, ItemCrafted) and fact.item == made.item)
    eats = [fact for fact in deeds if isinstance(fact, ItemEaten) and fact.item == made.item]
    return sum(fact.seq > made.seq for fact in eats) >= makes


def _goes_on(context: RoundContext, agent: str, effort: Effort) -> bool:
    """Whether it is the end of an action that the agent began for its own part before it had finished it."""
    part = context.parts.get(agent)
    if part is None or not direct(part.things) & direct(effort.things):
        return False
    begun = [a.seq for a in context.one.attempts_of(agent) if a.seq < effort.event.seq <= a.event.seq]
    return bool(begun) and not fulfilled(context.story, context.one, agent, begun[-1])


def _undoes(context: RoundContext, effort: Effort, peer: str) -> bool:
    """Whether it takes away what that peer has placed in this round."""
    placed = (fact for fact in context.one.deeds(peer) if isinstance(fact, BlockPlaced))
    takes = isinstance(effort.event, BlockBroken | ItemPicked)
    return takes and any(heads(fact.block) & effort.things for fact in placed)


def _made_up_for(context: RoundContext, agent: str, peer: str, seq: int) -> bool:
    """Whether the agent handed that peer, after event `seq`, what it was to gather and did not get itself, or
    material that it needed: it used more than it had without the agent.
    """
    takings = [
        taking for taking, giving in handed(context, agent) if taking.agent == peer and giving.seq > seq
    ]
    given = [taking.item for taking in takings]
    own = [item for effort in efforts(context.story, context.one, peer) for item in effort.gained]
    if means("make", context.parts[peer].words):
        left = context.story.held(peer, max((fact.seq for fact in context.one.facts), default=seq) + 1)
        part = context.parts.get(agent)
        due = direct(part.things) if part is not None else frozenset[str]()
        gathered = {item for item, _ in own if not heads(item) & due}
        amounts = Counter[str]()
        for one in takings:
            amounts[one.item] += one.count
        return any(left.get(item, 0) < amounts[item] for item in gathered)
    for thing, count in context.parts[peer].amounts:
        named = direct(frozenset({thing}))
        got = sum(number for item, number in own if heads(item) & named)
        if got < count and any(heads(item) & named for item in given):
            return True
    return False


def _agreed_to(context: RoundContext, agent: str, peer: str, things: frozenset[str], seq: int) -> bool:
    """Whether the agent said yes to doing such work of that peer, as a model read it, in this round or
    before: then somebody had asked for it.
    """
    return any(
        act.kind == "accept" and act.deed in WORKS and agent in act.who and peer in act.work_of
        for line in (*context.past, *context.until(seq))
        if line.typed and line.speaker == agent
        for act in line.acts
        if direct(act.things) & things
    )


def is_own_share(context: RoundContext, agent: str, peer: str, things: frozenset[str]) -> bool:
    """Whether that peer took such work over from the agent, as a model read it, in this round, or before
    without having done it.
    """
    left = context.was_through(peer) is False
    talk = [*(context.past if left else ()), *context.lines]
    return any(
        act.kind == "offer" and act.deed in WORKS and agent in act.work_of
        for place, line in enumerate(talk)
        if line.typed and line.speaker == peer and not answer(talk[place + 1 : place + 1 + WINDOW], peer)[1]
        for act in line.acts
        if direct(act.things) & things
    )


def _brought(context: RoundContext, agent: str, name: str, seq: int) -> frozenset[str]:
    """Returns materials of the peer's part that were handed to the peer after event `seq`; these count as
    its work, too.
    """
    scope, last = context.parts[name].scope, context.story.remember(context.one, agent, _last_taken)
    items = [item for (taker, item), at in last.items() if taker == name and at > seq]
    return frozenset(word for item in items for word in heads(item) if word in scope)


def _last_taken(story: Story, one: Round, agent: str) -> dict[tuple[str | None, str], int]:
    """(Peer, item) -> the event by which the peer last took such an item that the agent gave."""
    return {(taking.agent, taking.item): taking.seq for taking, _ in story.remember(one, agent, hand_overs)}


def _begins(context: RoundContext, event: Header, agent: str, since: int) -> bool:
    """Returns whether the effort is work, and not only a look into a chest, or the picking up of items from
    work before `since` or of what its own part yields besides.
    """
    if isinstance(event, SkillEnded):
        return not event.name.lower().startswith(LOOKING_INTO)
    if not isinstance(event, ItemPicked):
        return True
    part = context.parts.get(agent)
    own = direct(part.things) if part is not None and not part.idle else frozenset[str]()
    return any(
        (drop.origin == "mob" or drop.seq in context.story.torn)
        and drop.agent == agent
        and drop.seq > since
        and not heads(drop.of) & own
        for drop in context.story.drops.get(event.seq, ())
    )


def _peers_share(context: RoundContext, part: Part, peer: Part) -> bool:
    """Whether its work beyond its part is the peer's: another thing, or exactly what the two together lack.

    If both gather the same, an agent that only gathers more than its number has not done the peer's work.
    """
    own = dict(part.amounts)
    same = {thing: count for thing, count in peer.amounts if thing in own}
    if not same:
        return True
    names = (part.event.agent, peer.event.agent)
    gained = [
        got for name in names if name for e in efforts(context.story, context.one, name) for got in e.gained
    ]
    return any(
        sum(n for item, n in gained if heads(item) & direct(frozenset({thing}))) == own[thing] + count
        for thing, count in same.items()
    )


def _asked_late(context: RoundContext, agent: str, peer: str, things: frozenset[str], seq: int) -> bool:
    """Returns whether the agent was asked for such work, beyond its own part."""
    lines = [
        line
        for line in context.until(seq)
        if line.event.channel == "execution" or (line.typed and not assigns(context, agent, line, things))
    ]
    return asked(lines, agent, things, context.team, giving=False, helped=peer) is not None
