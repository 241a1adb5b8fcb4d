"""Shares of a peer's work that the plan made part of an agent's own, compared with what followed: the agent
waits until the peer brings it everything.

Only a model's reading tells whose work it is. Limit: a share that is left for other work is judged with the
part that it belongs to (`own_parts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.behaviors.contradiction.deeds import IDLE, WordAndDeed, specific
from minecrew.behaviors.contradiction.releases import released
from minecrew.behaviors.efforts import efforts, makes, was_given
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import direct
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import WINDOW, answer
from minecrew.behaviors.parts import part_of
from minecrew.language import heads
from minecrew.runlog import Header, ItemPicked


def shares_in(story: Story, one: Round, lines: Sequence[SpokenLine], agent: str) -> Iterator[WordAndDeed]:
    """Yields a comparison for the last share that the agent offered to gather, if it gathered nothing of it
    and only waited.
    """
    part = part_of(story, one, agent)
    if part is None or part.idle:
        return
    offered = [
        (line, act)
        for place, line in enumerate(lines)
        if line.typed and line.speaker == agent and line.event.channel == "discussion"
        for act in line.acts
        if _is_share(act, agent) and part.things & direct(act.things)
        if not answer(lines[place + 1 : place + 1 + WINDOW], agent, about=act.things)[1]
    ]
    for line, act in offered[-1:]:
        waited = _waited(story, one, line, act)
        if waited and not released(lines, agent, act.things, since=line.seq, began=waited):
            targets = tuple(name for name in act.work_of if name != agent)
            yield WordAndDeed(agent, one.number, line.event, act.things, targets, False, tuple(waited[:6]))


def _is_share(act: SpeechAct, agent: str) -> bool:
    of_peer = any(name != agent for name in act.work_of)
    return (act.kind, act.deed) == ("offer", "gather") and of_peer and act.time in ("now", "meanwhile")


def _waited(story: Story, one: Round, line: SpokenLine, act: SpeechAct) -> list[Header]:
    """The waiting of the speaker before a peer brought it the things; empty if it gathered some itself."""
    wanted = specific(direct(act.things))
    tried = any(
        attempt.event.seq > line.seq and not attempt.ok and attempt.started.name not in IDLE
        for attempt in one.attempts_of(line.speaker)
    )
    own = tried or any(
        effort.event.seq > line.seq and specific(direct(effort.things)) & wanted and not makes(effort)
        for effort in efforts(story, one, line.speaker)
    )
    brought = next(
        (
            fact.seq
            for fact in one.deeds(line.speaker)
            if isinstance(fact, ItemPicked) and was_given(story, fact) and fact.seq > line.seq
            if specific(direct(heads(fact.item))) & wanted
        ),
        None,
    )
    if own or brought is None:
        return []
    waits = (attempt.event for attempt in one.attempts_of(line.speaker) if attempt.started.name in IDLE)
    return [event for event in waits if line.seq < event.seq < brought]
