"""Settlements: decides whether an agent's offer was accepted or carried out, as the definitions require.

If the round's execution is recorded, it must contain an attempt; if not, offer and acceptance
are enough. Limits: acceptance is read from the next answer and from the parts that follow.
"""

from __future__ import annotations

from dataclasses import dataclass

from minecrew.behaviors.efforts import efforts, makes
from minecrew.behaviors.language.item_words import TOOLS, direct, made_of, reach
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import PRODUCTIVE, answer, offers
from minecrew.behaviors.parts import Part
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.runlog import Header

GOT_WITH = TOOLS | {"bucket"}
"""Words for what an agent makes in order to gather something."""


@dataclass
class Settlement:
    """The evidence that an offer was accepted or carried out."""

    targets: set[str]
    evidence: list[Header]


def settlement(
    context: RoundContext,
    agent: str,
    line: SpokenLine,
    things: frozenset[str],
    target: str | None = None,
    *,
    strict: bool = False,
) -> Settlement | None:
    """Returns the evidence that the offer that `agent` makes in `line` was accepted, or carried out, as the
    definitions require; None if it was not.

    If a model read the line, only work about `things` is an attempt. `strict`: so it is for other lines, too,
    unless the part is about `things`.
    """
    reply, declined = answer(context.since(line.seq), agent, target)
    part = context.parts.get(agent)
    left_out = part is None and context.planned and line.event.channel == "discussion"
    if left_out and not context.one.shows(agent):
        return None
    agreed = part is not None and part.planned and not part.idle
    targets = {reply.speaker} if reply else set()
    said: list[Header] = [reply.event] if reply else []
    if context.one.shows(agent):
        gathers = line.typed and things and all(act.deed == "gather" for act in offers(line, PRODUCTIVE))
        tried = [
            e
            for e in efforts(context.story, context.one, agent)
            if e.event.seq > line.seq
            and not e.stolen
            and _about(e.things, things, None if line.typed and things else part, strict=strict)
            and not (gathers and makes(e) and not e.things & (made_of(things) | GOT_WITH))
        ]
        if not tried or (declined and not agreed):
            return None
        return Settlement(targets, [*said, *(e.event for e in tried)])
    fits = part is not None and part.planned and _fits(part, things)
    if (part is not None and part.planned and part.idle) or (reply is None and not fits):
        return None
    if declined and not (fits and part is not None and part.things):
        return None
    return Settlement(targets, said or ([part.event] if part else []))


def _fits(part: Part, things: frozenset[str]) -> bool:
    return not things or not part.things or bool(reach(things) & part.scope)


def _about(done: frozenset[str], things: frozenset[str], part: Part | None, *, strict: bool) -> bool:
    if strict and part is not None and things and not direct(part.things) & direct(things):
        part = None
    if part is not None and not part.idle and part.things:
        return part.holds_for(direct(done))
    return not things or bool(direct(done) & reach(things))
