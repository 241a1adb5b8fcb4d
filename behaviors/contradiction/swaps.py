"""Swaps that an agent agrees to, compared with what followed: it has the peer's side, and owes its own.

Only a model's reading tells a swap: an act of trade with the things of both sides, by the agent, or by a peer
whose proposal the agent accepts. Limits: what changes hands in a chest, and sides that are of one kind (birch
for oak), are not seen; a gift of the agent's own side to anybody counts as an attempt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from minecrew.behaviors.contradiction.deeds import CUT_SHORT, WordAndDeed, count_held_at, strayed
from minecrew.behaviors.contradiction.releases import may_keep
from minecrew.behaviors.efforts import efforts, gives, was_given
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import direct
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import WINDOW, answer
from minecrew.behaviors.parts import TAKING_ON, part_of
from minecrew.language import heads
from minecrew.runlog import Header, ItemPicked


def swaps_in(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> Iterator[WordAndDeed]:
    """Yields a comparison for each swap of which the agent has received the peer's side, and had its own."""
    if one.ended is None or one.ended.rule in CUT_SHORT:
        return
    for place, line in enumerate(lines):
        if not line.typed or line.speaker != agent:
            continue
        if answer(lines[place + 1 : place + 1 + WINDOW], agent, about=line.things)[1]:
            continue
        terms = _terms(lines[max(0, place - WINDOW) : place + 1], agent)
        if terms is not None and (found := _swap_and_deed(story, one, lines, line, terms)):
            yield found


def _terms(lines: Sequence[SpokenLine], agent: str) -> SpeechAct | None:
    """The act that names both sides of the swap that the agent proposes or agrees to in the last line."""
    *earlier, line = lines
    own = [act for act in line.acts if act.kind in TAKING_ON and agent in act.who]
    if any(act.means("trade") and act.time == "later" for act in own):
        return None  # its own side is not due in this round
    accepted = {name for act in own if act.kind == "accept" for name in act.whom}
    agreed = [
        act for other in earlier if other.speaker in accepted for act in other.acts if agent in act.whom
    ]
    return next((act for act in (*own, *agreed) if act.means("trade")), None)


def _swap_and_deed(
    story: Story, one: Round, lines: Sequence[SpokenLine], line: SpokenLine, terms: SpeechAct
) -> WordAndDeed | None:
    agent, named = line.speaker, direct(terms.things)
    received = [
        fact
        for fact in one.deeds(agent)
        if isinstance(fact, ItemPicked) and was_given(story, fact) and heads(fact.item) & named
    ]
    givers = {drop.agent for fact in received for drop in story.drops[fact.seq] if drop.agent} - {agent}
    peers = givers & set(story.others(agent) if line.speaker in terms.whom else terms.whom or givers)
    owed = named - frozenset(word for fact in received for word in heads(fact.item))
    if not owed or not peers or any(one.died(peer) is not None for peer in peers):
        return None
    if not _is_all(story, one, received, peers) or not count_held_at(story, agent, received[0].seq, owed):
        return None
    gave = [event for event, things in gives(one, agent) if direct(things) & owed]
    dead = one.died(agent)
    if dead is None:
        other: list[Header] = [e.event for e in efforts(story, one, agent) if e.event.seq > received[0].seq]
    else:  # its own part may come first
        away = strayed(story, one, agent, part_of(story, one, agent), received[0].seq)
        other = [event for event in away if event.seq < dead.seq]
    if not gave and (not other or may_keep(lines, agent, owed, since=line.seq, began=())):
        return None
    did = tuple((gave or other)[:6])
    return WordAndDeed(agent, one.number, line.event, owed, tuple(sorted(peers)), bool(gave), did)


def _is_all(story: Story, one: Round, received: Sequence[ItemPicked], peers: set[str]) -> bool:
    """Whether the peers handed over as much as their parts say."""
    got = Counter[str]()
    for fact in received:
        got.update(dict.fromkeys(heads(fact.item), fact.count))
    parts = [part for peer in peers if (part := part_of(story, one, peer)) is not None]
    return all(got[thing] >= count for part in parts for thing, count in part.amounts if got[thing])
