"""Errands, compared with what followed: an agent says that it hands on to a peer what another peer gives it.

Only a model's reading tells the receiver. That another peer gives the things is known from this peer's part,
or from the agent's asking for them. Limits: what the agent takes out of a chest for the errand is not seen,
and any hand-over of such things in the round counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.behaviors.contradiction.deeds import (
    CUT_SHORT,
    WordAndDeed,
    count_held,
    ran_out,
    sets_out_for,
    strayed,
)
from minecrew.behaviors.contradiction.releases import may_keep
from minecrew.behaviors.efforts import about, efforts, gives, was_given
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import direct, in_same_form
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import CRAFTS, TAKING_ON, hands_over, part_of
from minecrew.language import heads
from minecrew.runlog import Header, ItemEaten, ItemPicked

ANOTHER_DAY = (("tomorrow",), ("next", "day"), ("next", "round"), ("another", "day"))
"""Words with which an errand is for another round."""


def errands_in(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> Iterator[WordAndDeed]:
    """Yields a comparison for each errand that the agent dropped after it had got the things."""
    if one.ended is None or one.ended.rule in CUT_SHORT:
        return
    for line in lines:
        for act in line.acts if line.typed and line.speaker == agent else ():
            if not _is_errand(story, line, act) or not _is_brought(story, one, line, act):
                continue
            did = _did_instead(story, one, line, act)
            if did and not may_keep(lines, agent, act.things, since=line.seq, began=did):
                targets = tuple(name for name in act.whom if name != agent)
                yield WordAndDeed(agent, one.number, line.event, act.things, targets, False, tuple(did[:6]))


def _is_errand(story: Story, line: SpokenLine, act: SpeechAct) -> bool:
    own = act.kind in TAKING_ON and act.deed == "give" and line.speaker in act.who
    said = line.words
    put_off = any(said[at : at + len(day)] == day for day in ANOTHER_DAY for at in range(len(said)))
    due = (act.time != "later" or act.means("awaits")) and not put_off
    return own and due and bool(act.things) and not count_held(story, line, act.things)


def _is_brought(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> bool:
    """Whether the agent asks for the things in that line, or the plan has a peer hand them to it. What it is
    to make itself is not what it is given.
    """
    agent, things = line.speaker, direct(act.things)
    own = part_of(story, one, agent)
    if own is not None and CRAFTS & set(own.words) and own.things & things:
        return False
    asks = any(
        other.kind == "request" and other.deed == "give" and direct(other.things) & things
        for other in line.acts
    )
    parts = (part_of(story, one, name) for name in story.others(agent))
    brings = any(
        part and agent.lower() in part.words and hands_over(part, story.team) and direct(part.things) & things
        for part in parts
    )
    return asks or brings


def _did_instead(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> list[Header]:
    """What the agent did after a peer had given it the things, if it handed on none of them: eating them, or
    other work. Its own part may come first if the time was up, or if it died.
    """
    agent = line.speaker
    receivers = [name for name in act.whom if name != agent]
    got = [
        fact
        for fact in one.deeds(agent)
        if isinstance(fact, ItemPicked) and fact.seq > line.seq and was_given(story, fact)
        if in_same_form(heads(fact.item), direct(act.things))
    ]
    givers = {drop.agent for fact in got for drop in story.drops[fact.seq]}
    gave = any(in_same_form(things, direct(act.things)) for _, things in gives(one, agent))
    if not got or gave or givers & set(receivers) or sets_out_for(one, agent, receivers, got[0].seq):
        return []
    if all(one.died(name) is not None for name in receivers):
        return []
    dead = one.died(agent)
    eaten = (fact for fact in one.deeds(agent) if isinstance(fact, ItemEaten))
    did: list[Header] = [fact for fact in eaten if about(fact) & direct(act.things)]
    if ran_out(one, agent):
        did += strayed(story, one, agent, part_of(story, one, agent), got[-1].seq)
    else:
        did += [effort.event for effort in efforts(story, one, agent)]
    did.sort(key=lambda fact: fact.seq)
    return [fact for fact in did if fact.seq > got[-1].seq and (dead is None or fact.seq < dead.seq)]
