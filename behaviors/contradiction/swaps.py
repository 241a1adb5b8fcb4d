"""Swaps that an agent agrees to, compared with what followed: it has the peer's side, and owes its own.

Only a model's reading tells a swap: an act of trade with the things of both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.behaviors.contradiction.deeds import CUT_SHORT, WordAndDeed, count_held_at
from minecrew.behaviors.efforts import efforts, gives, was_given
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import direct
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import TAKING_ON
from minecrew.language import heads
from minecrew.runlog import Header, ItemPicked


def swaps_in(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> Iterator[WordAndDeed]:
    """Yields a comparison for each swap of which the agent has received the peer's side, and had its own."""
    if one.ended is None or one.ended.rule in CUT_SHORT:
        return
    for line in lines:
        for act in line.acts if line.typed and line.speaker == agent else ():
            if act.kind in TAKING_ON and act.means("trade") and agent in act.who and len(act.things) > 1:
                yield from _swap_and_deed(story, one, line, act)


def _swap_and_deed(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> Iterator[WordAndDeed]:
    agent = line.speaker
    named = direct(act.things)
    received = [
        fact
        for fact in one.deeds(agent)
        if isinstance(fact, ItemPicked) and was_given(story, fact) and heads(fact.item) & named
    ]
    if not received:
        return
    first = received[0]
    givers = {drop.agent for drop in story.drops[first.seq] if drop.agent} - {agent}
    owed = named - frozenset(word for fact in received for word in heads(fact.item))
    if not owed or not givers & set(act.whom or story.others(agent)):
        return
    if not count_held_at(story, agent, first.seq, owed):
        return
    gave = [event for event, things in gives(one, agent) if direct(things) & owed]
    other: list[Header] = [e.event for e in efforts(story, one, agent) if e.event.seq > first.seq]
    if gave or other:
        did = tuple((gave or other)[:6])
        yield WordAndDeed(agent, one.number, line.event, owed, tuple(sorted(givers)), bool(gave), did)
