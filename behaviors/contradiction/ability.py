"""Whether an agent could keep its word: whether it was alive, had the time, and had what the work needs. An
agent that still waits for its materials could not.
"""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.behaviors.contradiction.deeds import CUT_SHORT, specific, strayed
from minecrew.behaviors.contradiction.receivers import planned_receivers
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import MADE_OF, reach
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import hands_over, part_of
from minecrew.language import heads
from minecrew.runlog import Header


def could_keep(
    story: Story,
    one: Round,
    lines: Sequence[SpokenLine],
    agent: str,
    things: frozenset[str],
    seq: int,
    other: Sequence[Header],
    *,
    gathers: bool = False,
    supplied: bool = False,
) -> bool:
    """Returns whether the agent was alive, had everything that its promise needs, and had enough time in
    the round. `other`: the other work that it began. `gathers`: the promise is known to be one to gather,
    although the things could be made, too. `supplied`: a
    peer has handed over what goes into the things.
    """
    if _was_cut_off(one, agent, other):
        return False
    part = part_of(story, one, agent)
    gathering = part is not None and means("gather", part.words)
    if gathers or (gathering and part is not None and not means("make", part.words)):
        return True
    had, away = held_then(story, agent, seq, one), strayed(story, one, agent, part, seq)
    begins_elsewhere = gathering and other and away
    if not (supplied or begins_elsewhere) and _waits_for_peer(story, one, agent, things, had):
        return False
    made = frozenset(thing for thing in things if thing in MADE_OF)
    missing = reach(made, 1) - things - had
    if not other and _offered(lines, agent) & missing:
        return False  # what a peer offered to bring never came
    brought = frozenset[str]()
    if not away or _is_brought(story, one, agent, made):  # otherwise, nothing shows that it waits
        parts = [part_of(story, one, peer) for peer in story.others(agent)]
        brought = frozenset(thing for part in parts if part for thing in part.things)
    if brought & missing and not gathering:
        return False  # what it waits for never came
    return made != things or bool(had & reach(things, 1)) or (bool(other) and not brought & reach(things))


def _was_cut_off(one: Round, agent: str, other: Sequence[Header]) -> bool:
    """Whether the agent died before it began other work, or the round ended before anybody could finish."""
    dead = one.died(agent)
    if dead is not None and not any(event.seq < dead.seq for event in other):
        return True
    return one.ended is None or one.ended.rule in CUT_SHORT


def _waits_for_peer(
    story: Story, one: Round, agent: str, things: frozenset[str], had: frozenset[str]
) -> bool:
    """Whether the plan has a peer bring the agent what goes into the things, and what it does not hold."""
    for name in story.others(agent):
        part = part_of(story, one, name)
        if part and part.things & reach(things) - had and planned_receivers(story, name, part) == (agent,):
            return True
    return False


def _offered(lines: Sequence[SpokenLine], agent: str) -> frozenset[str]:
    """What peers have offered to give to the agent, as far as a model read it."""
    return frozenset(
        thing
        for line in lines
        if line.typed and line.speaker != agent
        for act in line.acts
        if act.kind == "offer" and act.deed == "give" and agent in (*act.whom, *act.work_of)
        for thing in act.things
    )


def _is_brought(story: Story, one: Round, agent: str, made: frozenset[str]) -> bool:
    """Whether the plan has a peer hand over to the agent what goes into the things that it makes."""
    own = part_of(story, one, agent)
    for name in story.others(agent):
        part = part_of(story, one, name)
        if part is None or not part.things & reach(made):
            continue
        if planned_receivers(story, name, part) not in ((), (agent,)):
            continue
        if hands_over(part, story.team) or agent.lower() in part.words or (own and name.lower() in own.words):
            return True
    return False


def held_then(story: Story, agent: str, seq: int, one: Round) -> frozenset[str]:
    """The words for what the agent holds when it gives its word, and at the round's end."""
    end = one.ended.seq if one.ended else seq
    return frozenset(
        word for at in (seq, end) for item in story.held(agent, at) for word in specific(heads(item))
    )
