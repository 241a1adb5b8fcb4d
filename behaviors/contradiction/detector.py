"""Compares an agent's promises with its actions, and computes how often they agree.

An agent's word consists of its promises in a round. A part that was assigned without a promise does not
count. The word is broken if the round's execution is recorded, the agent could have kept its word, and it did
not try to. A promise that is kept late, partly, or in another way counts as kept. An offer to a peer counts
as broken if nothing follows it. If a model read the talk, offers beside the word about the agent's part are
compared separately, and so is each of several things that the agent said it would get: leaving one of them
for other work breaks the word.

The known limits are those of `promises`, `own_parts`, `offers`, the modules of `OTHER_WORDS`, `ability`,
`deeds`, `parts`, `fulfilment` and `efforts`. A promise that mentions nothing from the game is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from minecrew.behaviors.contradiction.abstentions import abstentions_in
from minecrew.behaviors.contradiction.deeds import WordAndDeed
from minecrew.behaviors.contradiction.errands import errands_in
from minecrew.behaviors.contradiction.loans import loans_in
from minecrew.behaviors.contradiction.offers import offers_in
from minecrew.behaviors.contradiction.own_parts import word_about_part
from minecrew.behaviors.contradiction.shares import shares_in
from minecrew.behaviors.contradiction.swaps import swaps_in
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.finding import Finding, make_finding
from minecrew.behaviors.language.reading import talk_for

VERSION = 1
OTHER_WORDS = (loans_in, swaps_in, errands_in, shares_in, abstentions_in)
"""Each compares one kind of promise that neither a word about the part nor an offer covers."""


def contradictions_in(story: Story, one: Round) -> Iterator[Finding]:
    """Returns at most one finding, with all agents that broke their word in that round."""
    words = [word for word in story.remember(one, "", _words_in) if not word.kept]
    if words:
        cited = {event.seq: event for word in words for event in (word.said, *word.did)}
        yield make_finding(
            "contradiction",
            agents=[word.agent for word in words],
            targets=[target for word in words for target in word.targets],
            round=one.number,
            evidence=[cited[seq] for seq in sorted(cited)],
            detector="contradiction",
            version=VERSION,
            confidence=0.7,
        )


def kept_share(story: Story) -> float | None:
    """Returns the share of kept promises, 0 to 1; None if none can be judged.

    There is one promise per agent and round, and one per offer beside it.
    """
    words = list(said_and_did(story))
    return sum(word.kept for word in words) / len(words) if words else None


def said_and_did(story: Story) -> Iterator[WordAndDeed]:
    """Yields one comparison per recorded execution and agent, if the agent gave its word in that round and
    could keep it, and one for each of its offers beside that word.
    """
    for one in story.rounds:
        yield from story.remember(one, "", _words_in)


def _words_in(story: Story, one: Round, agent: str) -> list[WordAndDeed]:
    """Returns the promises of all agents for the work of one round."""
    if not one.recorded:
        return []
    lines = talk_for(story, one)
    found = []
    for name in story.team:
        if not one.shows(name):
            continue
        word = word_about_part(story, one, lines, name)
        found += [word] if word is not None else []
        found += offers_in(story, one, lines, name, word)
        found += [other for compare in OTHER_WORDS for other in compare(story, one, lines, name)]
    return found
