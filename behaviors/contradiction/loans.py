"""Loans that an agent says it hands back in this round, compared with what followed.

Only a model's reading tells a loan: an act of trade, with the peer to whom the thing goes. Most loans have no
end, so the agent's part must have it hand the thing back, or the agent must say that it does so as soon as
its own work is done. Limits: what the agent makes itself is no loan, also if somebody lent it the same; the
first such act about a thing decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.behaviors.contradiction.deeds import (
    WordAndDeed,
    count_held_at,
    deeds_after,
    ran_out,
    sets_out_for,
    specific,
    strayed,
)
from minecrew.behaviors.contradiction.releases import may_keep
from minecrew.behaviors.efforts import gives
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import direct
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import WINDOW, answer
from minecrew.behaviors.parts import Part, part_of
from minecrew.language import heads
from minecrew.runlog import Header, ItemCrafted

RETURNS = frozenset({"return", "back"})
"""Words of handing back a loan."""


def loans_in(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> Iterator[WordAndDeed]:
    """Yields a comparison for each loan that the agent still holds at the end or tried to hand back."""
    part, seen = part_of(story, one, agent), set[frozenset[str]]()
    if any(refusal.agent == agent for refusal in one.refused):
        return
    for place, line in enumerate(lines):
        for act in line.acts if line.typed and line.speaker == agent else ():
            if act.things in seen or not _hands_back(act, agent, part) or _makes(one, agent, act):
                continue
            seen.add(act.things)
            if answer(lines[place + 1 : place + 1 + WINDOW], agent, about=act.things)[1]:
                continue
            word = _loan_and_deed(story, one, line, act, part)
            if word is None:
                continue
            if word.kept or not may_keep(lines, agent, act.things, since=line.seq, began=word.did):
                yield word


def _hands_back(act: SpeechAct, agent: str, part: Part | None) -> bool:
    """Whether the agent says that it hands back what a peer lent it, and is to do so in this round."""
    says = act.kind in ("plan", "accept") or (act.kind == "offer" and bool(RETURNS & set(act.quoted)))
    planned = part is not None and bool(RETURNS & set(part.words) and part.things & act.things)
    return says and agent in act.who and (planned or act.time == "after") and act.means("trade")


def _makes(one: Round, agent: str, act: SpeechAct) -> bool:
    crafted = (fact for fact in one.deeds(agent) if isinstance(fact, ItemCrafted))
    return any(heads(fact.item) & direct(act.things) for fact in crafted)


def _loan_and_deed(
    story: Story, one: Round, line: SpokenLine, act: SpeechAct, part: Part | None
) -> WordAndDeed | None:
    """None if the agent never had the thing, gave it back, could not, or still needed it."""
    agent = line.speaker
    peers = [name for name in act.whom if name != agent]
    if one.ended is None or not count_held_at(story, agent, one.ended.seq, act.things):
        return None
    still_needs = act.time == "after" and not fulfilled(story, one, agent)
    if still_needs or sets_out_for(one, agent, peers, line.seq):
        return None
    about = specific(direct(act.things))
    handed = [
        event
        for event, things in gives(one, agent)
        if event.seq > line.seq and specific(direct(things)) & about
    ]
    _, other = deeds_after(story, one, agent, about, line.seq, giving=False)
    away = strayed(story, one, agent, part, line.seq)
    if not handed and not (other and (away or not ran_out(one, agent))):
        return None
    did: Sequence[Header] = handed or away or other
    return WordAndDeed(agent, one.number, line.event, act.things, tuple(peers), bool(handed), tuple(did[:6]))
