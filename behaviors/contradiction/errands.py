"""Errands, compared with what followed: an agent says that it hands on to a peer what another peer gives it.

Only a model's reading tells the receiver. Limits: what the agent takes out of a chest for the errand is not
seen, and one piece that is handed on counts as all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.behaviors.contradiction.deeds import CUT_SHORT, WordAndDeed, count_held
from minecrew.behaviors.contradiction.releases import released
from minecrew.behaviors.efforts import about, efforts, gives, was_given
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import direct, in_same_form
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import TAKING_ON
from minecrew.language import heads
from minecrew.runlog import Header, ItemEaten, ItemPicked


def errands_in(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> Iterator[WordAndDeed]:
    """Yields a comparison for each errand that the agent dropped after it had got the things."""
    if one.ended is None or one.ended.rule in CUT_SHORT:
        return
    for line in lines:
        for act in line.acts if line.typed and line.speaker == agent else ():
            if _is_errand(story, line, act) and (did := _did_instead(story, one, line, act)):
                if released(lines, agent, act.things, since=line.seq, began=did):
                    continue
                targets = tuple(name for name in act.whom if name != agent)
                yield WordAndDeed(agent, one.number, line.event, act.things, targets, False, tuple(did[:6]))


def _is_errand(story: Story, line: SpokenLine, act: SpeechAct) -> bool:
    own = act.kind in TAKING_ON and act.deed == "give" and line.speaker in act.who and not act.negative
    to_peer = any(name != line.speaker for name in act.whom)
    return own and to_peer and bool(act.things) and not count_held(story, line, act.things)


def _did_instead(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> list[Header]:
    """What the agent did after a peer had given it the things, if it handed on none of them: eating them, or
    other work. Other work may come first if the time was up.
    """
    agent = line.speaker
    got = [
        fact
        for fact in one.deeds(agent)
        if isinstance(fact, ItemPicked) and fact.seq > line.seq and was_given(story, fact)
        if in_same_form(heads(fact.item), direct(act.things))
    ]
    givers = {drop.agent for fact in got for drop in story.drops[fact.seq]}
    gave = any(in_same_form(things, direct(act.things)) for _, things in gives(one, agent))
    if not got or gave or givers & set(act.whom):
        return []
    dead = one.died(agent)
    eaten = (fact for fact in one.deeds(agent) if isinstance(fact, ItemEaten))
    ate = [fact for fact in eaten if about(fact) & direct(act.things)]
    timed_out = one.ended is not None and one.ended.rule == "time"
    worked = [] if timed_out else [effort.event for effort in efforts(story, one, agent)]
    did = sorted((*ate, *worked), key=lambda fact: fact.seq)
    return [fact for fact in did if fact.seq > got[-1].seq and (dead is None or fact.seq < dead.seq)]
