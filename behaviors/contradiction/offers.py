"""Compares offers beside an agent's word about its part with what followed.

Only a model's reading tells these offers. The known limits are those of `promises` and `deeds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from minecrew.behaviors.contradiction.deeds import (
    WordAndDeed,
    count_got,
    count_held,
    deeds_after,
    is_planned_delivery,
    ran_out,
    sets_out_for,
    specific,
    strayed,
)
from minecrew.behaviors.contradiction.promises import (
    agrees_to_give,
    does_favour,
    fetches,
    is_counted_apart,
    offered_besides,
    offered_in_case,
    serves_peer,
)
from minecrew.behaviors.contradiction.releases import may_keep, released
from minecrew.behaviors.efforts import GROUND, efforts, gives, was_given
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import direct, reach
from minecrew.behaviors.language.lexicon import is_past_form
from minecrew.behaviors.language.pieces import PAST
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import WINDOW, answer, takes_back
from minecrew.behaviors.parts import Part, hands_over, part_of
from minecrew.language import heads
from minecrew.runlog import BlockBroken, ContainerMoved, Header, ItemCrafted, ItemDropped, ItemPicked

GAINS = (BlockBroken, ItemPicked, ItemCrafted)
"""The kinds of events of which an agent's own part may consist, too; an attempt or a gift is for the peer."""
OFFERS = 20
"""Maximum number of offers beside the word about the part that are compared, per agent and round."""


def offers_in(
    story: Story, one: Round, lines: Sequence[SpokenLine], agent: str, word: WordAndDeed | None
) -> Iterator[WordAndDeed]:
    """Yields a comparison for each offer beside the agent's word about its part, but at most OFFERS.

    These are held items that it offers or says that it puts up, one of several things that it is to gather,
    work that it offers while the plan is carried out (a share of a peer's work, too), and work for a case
    that has occurred.
    """
    part = part_of(story, one, agent)
    if any(refusal.agent == agent for refusal in one.refused) or one.ended is None:
        return
    seen: set[tuple[str, frozenset[str]]] = set()
    for place, act, since in _offers_of(story, one, lines, agent, part):
        if (act.deed, act.things) in seen or len(seen) >= OFFERS:
            continue
        line, later = lines[place], lines[place + 1 : place + 1 + WINDOW]
        before_work = [other for other in later if other.event.channel == "discussion"]
        if act.deed == "give" and takes_back(before_work, agent, act.things, act.whom):
            continue
        if is_counted_apart(act, part) and not _took_on_before(lines[: place + 1], agent, act, part):
            continue
        if _leaves_to_peer(before_work, agent, act):
            continue
        seen.add((act.deed, act.things))
        reply, declined = answer(later, agent, about=act.things)
        found = None if declined else _offer_and_deed(story, one, line, act, reply, part, since)
        if found is None or (word is not None and _tells(word, found)):
            continue
        began = strayed(story, one, agent, part, since) or found.did
        free = may_keep if act.deed == "give" else released
        if found.kept or not free(lines, agent, act.things, since=since, began=began):
            yield found


def _offers_of(
    story: Story, one: Round, lines: Sequence[SpokenLine], agent: str, part: Part | None
) -> Iterator[tuple[int, SpeechAct, int]]:
    """Yields the offers that an agent is to keep, each with the place of its line and the event from which on
    it holds.
    """
    for place, line in enumerate(lines):
        if line.speaker != agent:
            continue
        later = lines[place + 1 : place + 1 + WINDOW]
        for act in offered_besides(line, part, during=line.event.channel == "execution"):
            awaited = act.deed == "give" and act.time == "later" and act.means("awaits")
            told = _told_to_lack(later, act, act.whom) if awaited else None
            due = told is not None and fulfilled(story, one, agent, told)
            yield place, replace(act, time="now") if due else act, line.seq
        for act in offered_in_case(line):
            if (told := _told_to_lack(later, act, act.work_of)) is not None:
                yield place, act, told


def _took_on_before(lines: Sequence[SpokenLine], agent: str, offer: SpeechAct, part: Part | None) -> bool:
    """Whether the number in the agent's part is what it was asked for or took on, without the offer."""
    due = _due(offer, part)
    return any(
        act.kind in ("request", "plan", "accept") and agent in act.who and act.count == due
        for line in lines
        for act in line.acts
        if direct(act.things) & direct(offer.things)
    )


def _leaves_to_peer(later: Sequence[SpokenLine], agent: str, offer: SpeechAct) -> bool:
    """Whether the agent then asks the peers for the work that it offered to do for them: "on second thoughts,
    you cut both".
    """
    asked = (act for line in later if line.speaker == agent for act in line.acts if act.kind == "request")
    return any(
        set(act.who) & set(offer.work_of) and direct(act.things) & direct(offer.things) for act in asked
    )


def _told_to_lack(later: Sequence[SpokenLine], act: SpeechAct, peers: Collection[str]) -> int | None:
    """The event by which somebody says at work that one of `peers` lacks what was offered."""
    for line in later:
        if line.event.channel != "execution":
            continue
        lacking = (
            said
            for said in line.acts
            if (said.kind, said.deed) == ("claim", "lack") and set(said.who) & set(peers)
        )
        if any(direct(said.things) & direct(act.things) for said in lacking):
            return line.seq
    return None


def _tells(word: WordAndDeed, offer: WordAndDeed) -> bool:
    """Whether the word about the part says all that the offer says; a kept word may hide a broken offer."""
    return bool(word.things & offer.things) and (offer.kept or not word.kept)


def _offer_and_deed(
    story: Story,
    one: Round,
    line: SpokenLine,
    act: SpeechAct,
    reply: SpokenLine | None,
    part: Part | None,
    since: int,
) -> WordAndDeed | None:
    """Compares one offer with what followed event `since`; None if the agent could not keep it, or had no
    time to.
    """
    agent = line.speaker
    if act.deed == "give" and act.time == "now" and _has_given(story, one, line, act):
        return None
    if act.deed == "give" and act.work_of and _uses_for_goal(story, one, line, act):
        return None
    is_share = bool(set(act.work_of) - {agent}) and not count_held(story, line, act.things)
    giving = act.deed == "give" and not is_share
    puts_up = act.deed == "none"  # `offered_besides` yields no other such act
    if puts_up and not (act.things & GROUND or count_held(story, line, act.things)):
        return None  # it cannot put up what it does not hold
    if giving and not _still_to_give(story, one, line, act, reply, part):
        return None
    at_work = not giving and line.event.channel == "execution"
    if at_work and _has_done(story, one, line, act, part):
        return None
    beside = not at_work and not giving and serves_peer(act, agent, part)
    if beside and since == line.seq and not _accepted(reply):
        return None
    scope = specific(direct(act.things) if giving or puts_up else reach(act.things))
    kind, other = deeds_after(story, one, agent, scope, since, giving=giving)
    receivers = [name for name in act.whom if name != agent]
    if giving and sets_out_for(one, agent, receivers, since):
        return None
    if fetches(act, agent) and any(_is_given(story, one, name, act, since) for name in receivers):
        return None  # the peer got it from somebody else
    if not giving:
        kind = [event for event in kind if not is_planned_delivery(story, one, event, act.work_of)]
    away = strayed(story, one, agent, part, since)
    if beside and away and is_counted_apart(act, part) and all(isinstance(event, GAINS) for event in kind):
        kind = kind if count_got(story, one, agent, act.things) > _due(act, part) else []
    if puts_up and act.time == "later" and not (away and fulfilled(story, one, agent, away[0].seq)):
        return None  # it may still be busy with what comes first
    if since > line.seq and any(
        deeds_after(story, one, name, scope, since, giving=False)[0] for name in act.work_of if name != agent
    ):
        return None  # the peer needed no help after all
    if does_favour(act, agent, part) and _got_it_themselves(story, one, act, agent, scope):
        return None
    late = (at_work or beside) and not kind
    if late and _is_late(story, one, act, away):
        return None
    if not kind and not (other and _had_time(story, one, line, act, part, since)):
        return None
    targets = tuple(name for name in act.work_of or act.whom if name != agent)
    targets = targets or ((reply.speaker,) if reply else ())
    did = tuple((kind or other)[:6])
    return WordAndDeed(agent, one.number, line.event, act.things, targets, bool(kind), did)


def _is_given(story: Story, one: Round, name: str, act: SpeechAct, since: int) -> bool:
    """Whether somebody hands such things to that agent after event `since`."""
    picks = (fact for fact in one.deeds(name) if isinstance(fact, ItemPicked) and fact.seq > since)
    return any(was_given(story, pick) and heads(pick.item) & direct(act.things) for pick in picks)


def _has_given(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> bool:
    """Whether the speaker may tell of what it handed over in this round before the line: it gave as much,
    and has no more of it.
    """
    given = sum(
        event.count
        for event, things in gives(one, line.speaker)
        if isinstance(event, ItemDropped | ContainerMoved) and event.seq < line.seq
        if direct(things) & direct(act.things)
    )
    wanted = act.count or 1
    return given >= wanted and count_held(story, line, act.things) < wanted


def _uses_for_goal(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> bool:
    """Whether the speaker itself makes a thing of the goal of what it offered so that a peer need not get
    it.
    """
    return any(
        isinstance(fact, ItemCrafted)
        and fact.seq > line.seq
        and fact.item in story.goal
        and any(heads(item) & direct(act.things) for item in fact.used)
        for fact in one.deeds(line.speaker)
    )


def _has_done(story: Story, one: Round, line: SpokenLine, act: SpeechAct, part: Part | None) -> bool:
    """Whether the speaker tells of what it got in this round before the line, beyond its own part. Without a
    number, it tells of it in the past tense.
    """
    if act.count is None and not ((PAST - {"had"}) & set(act.quoted) or any(map(is_past_form, act.quoted))):
        return False
    return count_got(story, one, line.speaker, act.things, line.seq) >= _due(act, part) + (act.count or 1)


def _due(act: SpeechAct, part: Part | None) -> int:
    """How many of the things the agent's own part has it get."""
    wanted = specific(direct(act.things))
    due = dict(part.amounts) if part is not None else {}
    return sum(count for thing, count in due.items() if specific(direct(frozenset({thing}))) & wanted)


def _got_it_themselves(story: Story, one: Round, act: SpeechAct, agent: str, scope: frozenset[str]) -> bool:
    """Whether a peer to whom the offer was made got such things by its own work."""
    return any(
        effort.gained and specific(direct(effort.things)) & scope
        for name in act.whom
        if name != agent
        for effort in efforts(story, one, name)
    )


def _is_late(story: Story, one: Round, act: SpeechAct, away: Sequence[Header]) -> bool:
    """Whether the peers had done all of the work that an offer of a share is about before the agent did
    anything but its own part.
    """
    until = away[0].seq if away else None
    return bool(act.work_of) and all(fulfilled(story, one, name, until) is True for name in act.work_of)


def _had_time(
    story: Story, one: Round, line: SpokenLine, act: SpeechAct, part: Part | None, since: int
) -> bool:
    """Whether the agent could have done what it offered: it did other work instead, or the round was not cut
    off before it was free. Giving takes no time, except after something else.
    """
    agent = line.speaker
    if strayed(story, one, agent, part, since):
        return True
    if ran_out(one, agent):
        return False
    if act.deed == "give":
        return act.time != "later"
    waits = act.time == "after" and serves_peer(act, agent, part)
    early = line.event.channel == "discussion" and since == line.seq and not waits
    return early or fulfilled(story, one, agent) is not False


def _still_to_give(
    story: Story, one: Round, line: SpokenLine, act: SpeechAct, reply: SpokenLine | None, part: Part | None
) -> bool:
    """Whether the speaker holds what it offers, and the peers or the plan have taken up the offer."""
    in_plan = part is not None and part.event.seq > line.seq and hands_over(part, story.team)
    in_plan = in_plan and part is not None and bool(direct(part.things) & act.things)
    in_plan = in_plan or agrees_to_give(act, line.speaker, part) or fetches(act, line.speaker)
    return count_held(story, line, act.things) >= (act.count or 1) and (in_plan or _accepted(reply))


def _accepted(reply: SpokenLine | None) -> bool:
    return reply is not None and any(act.kind == "accept" for act in reply.acts)
