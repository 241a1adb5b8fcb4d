"""Idleness: decides from the discussion before an agent's line whether the plan leaves that agent waiting.

The agent is left waiting if a peer says so, if it says so itself, or if peers distribute work and give none
to it. The last case needs no word for idleness: 'the sheep are mine, you two have the hearth' names work only
for the speaker, so the two others have nothing to do. If nobody names the agent, a peer must first have
claimed all of the work of which the agent's part later contains a share.

The agent's later actions are not considered here. Limits: an agent that nobody mentions does not count as
waiting, unless a number or a word shows that everything was claimed; crafting that waits for a peer's items
counts as waiting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from minecrew.behaviors.language.item_words import direct, reach
from minecrew.behaviors.language.pieces import TalkPiece
from minecrew.behaviors.language.requests import given_work
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import EVERYTHING, PRODUCTIVE, idles_itself, left_idle
from minecrew.behaviors.parts import Part
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.runlog import Header

THEM = frozenset({"them", "it", "those", "these", "both", "all", "everything"})


@dataclass
class Idleness:
    """The lines that show that an agent was left without work."""

    events: list[Header]
    said_by: str | None
    """The peer that said so explicitly."""


def why_waits(
    context: RoundContext, agent: str, line: SpokenLine, heard: Sequence[SpokenLine]
) -> Idleness | None:
    """Returns the reason why the agent would wait, from the lines `heard` before `line` or from the line
    itself; None if it would not wait.
    """
    if _has_taken(heard, agent):
        return None
    idle = left_idle(heard, agent, context.team)
    if idle is not None and not given(context, agent, heard):
        return Idleness([idle.event], idle.speaker)
    if given(context, agent, heard) or _has_share(heard, agent):
        return None
    if idles_itself(line):
        return Idleness([], None)
    agrees = not line.typed and any(act.kind == "acknowledge" for act in line.acts)
    if agrees and not (line.means("meanwhile") or line.means("share")):
        return None  # "one log, fine": it takes its own part
    sharers = set(line.relieves)
    if not line.typed or any(act.kind == "offer" and act.deed in PRODUCTIVE for act in line.acts):
        sharers |= relieved(context, agent, heard, line)
    named = _passed_over(context, agent, heard)
    claims = [
        other
        for other in heard
        if other.speaker != agent and direct(other.things) & direct(_things_of(context, sharers))
    ]
    if sharers and claims:
        return Idleness([claims[-1].event], None)
    return Idleness([named.event], None) if named is not None else None


def given(context: RoundContext, agent: str, heard: Sequence[SpokenLine]) -> bool:
    """Whether peers have given the agent work that does not depend on theirs."""
    line = given_work(heard, agent, context.useful)
    if line is None:
        return False
    own = [piece for piece in line.pieces if agent in piece.persons and piece.things]
    rests = any(piece.idle and agent in piece.persons for piece in line.pieces)
    if own and rests:
        return False  # "hand me your coal and then rest"
    rest = frozenset(t for piece in line.pieces if agent not in piece.persons for t in piece.things)
    return not own or not all(
        piece.means("make")
        and not piece.means("gather")
        and reach(piece.things) & direct(rest) - direct(piece.things)
        for piece in own
    )


def _has_share(heard: Sequence[SpokenLine], agent: str) -> bool:
    """Whether peers gave it something to do, named or not ('you take the second'), or nobody else spoke."""
    others = [line for line in heard if line.speaker != agent]
    return not others or any(
        agent in piece.persons
        and not (piece.idle or piece.state or piece.lacks or piece.question)
        and piece.means("share")
        for line in others
        for piece in line.pieces
    )


def _has_taken(heard: Sequence[SpokenLine], agent: str) -> bool:
    """Returns whether the agent has already taken on work in this round."""
    return any(
        piece.things
        and agent in piece.persons
        and not (piece.state or piece.idle or piece.lacks or piece.means("make"))
        for line in heard
        if line.speaker == agent
        for piece in line.pieces
    )


def relieved(context: RoundContext, agent: str, heard: Sequence[SpokenLine], own: SpokenLine) -> set[str]:
    """Returns the peers that should have done a share of the agent's later part, according to the lines
    before `own`.
    """
    part = context.parts.get(agent)
    if part is None or part.idle:
        return set()
    left_out = _named_without_work(context, agent, heard)
    return {
        name
        for name, peer in context.parts.items()
        if name != agent
        and any(
            _shares(piece, peer, part, own, alone=left_out)
            for line, piece in _pieces(heard, agent)
            if not (piece.idle or (piece.state and not piece.lacks)) and _is_for(piece, line, name)
        )
    }


def _things_of(context: RoundContext, names: set[str]) -> frozenset[str]:
    return frozenset(t for name in names if name in context.parts for t in context.parts[name].things)


def _pieces(heard: Sequence[SpokenLine], agent: str) -> Iterator[tuple[SpokenLine, TalkPiece]]:
    """What others said, piece by piece; 'I bring them' is about what was named last."""
    named: TalkPiece | None = None
    for line in heard:
        for piece in line.pieces:
            if piece.things:
                named = piece
            elif named is not None and THEM & set(piece.words):
                piece = replace(piece, things=named.things, amounts=named.amounts)
            if line.speaker != agent:
                yield line, piece


def _is_for(piece: TalkPiece, line: SpokenLine, name: str) -> bool:
    """Whether the piece gives work to `name`; if nobody is named, to the speaker who also says 'I'."""
    if piece.persons:
        return name in piece.persons
    if piece.question:
        return False
    return line.speaker == name and any(name in other.persons for other in line.pieces)


def _works(piece: TalkPiece, context: RoundContext) -> bool:
    """Returns whether the piece mentions work, with or without a verb."""
    deeds = any(map(piece.means, ("gather", "make", "give")))
    return deeds or bool(piece.things & context.useful)


def _named_without_work(context: RoundContext, agent: str, heard: Sequence[SpokenLine]) -> bool:
    """Whether peers mention the agent, but no work for it: 'Lea has the morning to herself'."""
    named = [
        piece
        for line in heard
        if line.speaker != agent
        for piece in line.pieces
        if piece.persons == (agent,) and len(piece.words) > 1 and not piece.question
    ]
    return bool(named) and not any(_works(piece, context) for piece in named)


def _passed_over(context: RoundContext, agent: str, heard: Sequence[SpokenLine]) -> SpokenLine | None:
    """The line that gives work to others, names the agent, and gives it none."""
    for line in heard:
        if line.speaker == agent:
            continue
        about = [
            piece
            for piece in line.pieces
            if agent in piece.persons
            and len(piece.words) > 2
            and not (piece.question or piece.lacks or piece.means("accept"))
        ]
        dealt = [
            piece
            for piece in line.pieces
            if piece.things & context.useful
            and piece.persons
            and agent not in piece.persons
            and not (piece.state or piece.question)
        ]
        if about and dealt and not any(_works(piece, context) for piece in about):
            return line
    return None


def _shares(piece: TalkPiece, peer: Part, part: Part, own: SpokenLine, *, alone: bool) -> bool:
    """Whether the agent's part takes something of what the piece gave to the peer."""
    shared = direct(piece.things) & direct(part.things)
    if not shared:
        return False
    whole = alone or bool(EVERYTHING & set(piece.words))
    if not shared & direct(peer.things):
        return (not peer.idle or bool(peer.things)) and whole
    said = [count for thing, count in piece.amounts if direct(frozenset({thing})) & shared]
    planned = [count for thing, count in peer.amounts if direct(frozenset({thing})) & shared]
    if said and planned:
        return min(planned) < max(said)
    return whole or own.means("meanwhile") or own.means("share")
