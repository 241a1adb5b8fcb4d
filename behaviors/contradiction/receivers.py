"""The peers who are to get what an agent promised, if its words do not name them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import PLACES, direct, item_heads, mentioned, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import HANDING, RECEIVERS, Part, part_of

NEAR = 6
"""Words after a verb of giving among which its receiver is named."""
WILL = frozenset({"will", "would", "can", "should", "may", "is"})
"""Words between a peer's name and a verb if the peer is to do it."""


def planned_receivers(story: Story, agent: str, part: Part | None) -> tuple[str, ...]:
    """The peer to whom the plan has the agent hand over what its part is about: the first that is named soon
    after the verb, and not as the one who hands over; the only peer if nobody is named.
    """
    peers = {name.lower(): name for name in story.others(agent)}
    words = part.words if part is not None else ()
    for place, word in enumerate(words):
        before = words[max(0, place - 2) : place]
        if word not in HANDING or (
            before and (before[-1] in peers or (before[0] in peers and before[-1] in WILL))
        ):
            continue
        near = pairwise(words[place : place + 1 + NEAR])
        named = [peers[after] for before_it, after in near if after in peers and before_it != "from"]
        if named:
            return (named[0],)
    if words[-2:-1] == ("for",) and words[-1] in peers and mentioned(words[-3:-2]):  # "cut two logs for Ann"
        return (peers[words[-1]],)
    somewhere = (RECEIVERS | PLACES | {"to", "home", "back"}) & set(words)
    if len(peers) == 1 and HANDING & set(words[:1]) and not somewhere:
        return tuple(peers.values())
    return ()


def who_needs(
    story: Story, one: Round, lines: Sequence[SpokenLine], agent: str, things: frozenset[str]
) -> tuple[str, ...]:
    """The peers that had asked to get these things, as a model read it; otherwise the one peer that makes
    something of them, if there is only one.
    """
    asked = dict.fromkeys(
        name
        for line in lines
        if line.typed and line.speaker != agent
        for act in line.acts
        if act.kind == "request" and agent in act.who and direct(act.things) & direct(things)
        for name in act.whom
        if name != agent and name not in act.who
    )
    if asked:
        return tuple(asked)
    own = part_of(story, one, agent)
    if (own is not None and means("make", own.words)) or direct(things) & item_heads(story.goal):
        return ()  # it may need them itself, or they are for all
    parts = {name: part_of(story, one, name) for name in story.others(agent)}
    makers = [
        name
        for name, part in parts.items()
        if part is not None and means("make", part.words) and reach(part.things) & direct(things)
        if not direct(things) & item_heads(story.held(name, one.begin))
    ]
    return tuple(makers) if len(makers) == 1 else ()
