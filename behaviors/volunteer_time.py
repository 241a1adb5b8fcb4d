"""volunteer.time: left waiting, X itself takes productive work for that time; agreed to, or simply done.

X is left waiting when a peer says so, when X says so of itself, when its part is to wait, or when peers have
taken all the work and given X none, and X's part then is a share of it. Whatever X said between counts as
the offer, unless it only agrees or was asked; what decides is the part that follows, and the deeds.

Not counted: work that is parallel from the start, a peer putting X to work, X leaving a task of its own, X
through with its own while a peer is not. Known limits: a share that no number and no word tells from a
division of labour is none; crafting that waits for what a peer brings counts as waiting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from behaviors.allotment import Piece
from behaviors.asking import asked, given_work
from behaviors.buildings import breaks_in
from behaviors.lexicon import means
from behaviors.lines import Line
from behaviors.offer import settled
from behaviors.parts import Part, efforts, hands_over, item_heads
from behaviors.scene import Scene, Volunteering
from behaviors.talk import EVERYTHING, PRODUCTIVE, answer, idles_itself, left_idle, offers
from behaviors.things import direct, reach
from runlog import BlockBroken, Header, ItemPicked

THEM = frozenset({"them", "it", "those", "these", "both", "all", "everything"})
UNDONE = frozenset({"undone", "unfinished"})


@dataclass
class Slack:
    """What shows that an agent was left without work, and whose work it then could relieve."""

    events: list[Header]
    said_by: str | None
    own: bool = False
    """It says so itself."""


def volunteers_time(scene: Scene, agent: str) -> Volunteering | None:
    """X would wait, and works instead, by its own word or without any."""
    return _time_by_words(scene, agent) or _time_by_deeds(scene, agent)


def _time_by_words(scene: Scene, agent: str) -> Volunteering | None:
    part = scene.parts.get(agent)
    if (part is None and scene.parts and not scene.one.recorded) or _owes(scene, agent):
        return None
    if part is not None and hands_over(part, scene.team):
        return None
    for line in scene.lines:
        if line.speaker != agent or line.event.channel != "discussion":
            continue
        heard = scene.until(line.seq)
        taken = list(offers(line, (*PRODUCTIVE, "none") if line.means("meanwhile") else PRODUCTIVE))
        things = frozenset(t for act in taken for t in act.things) or line.things
        about = things & scene.useful or (part.things if part is not None else things)
        slack = _slack(scene, agent, line, heard)
        if slack is None or _plain(line) or _only_waits(line, taken) or _unfinished_own(scene, agent, line):
            continue
        if not taken and _gives_held(scene, agent, line):
            continue
        if not taken and (part is None or part.idle) and not (line.things and line.means("meanwhile")):
            continue
        after = scene.since(line.seq)
        works = taken or _speaks_of_work(line, part)
        if not works and asked(after, agent, about, scene.team, giving=False, alone=True):
            continue
        idle_at = min((event.seq for event in slack.events), default=line.seq)
        after_idle = [other for other in heard if other.seq >= idle_at]
        if asked(after_idle, agent, about, scene.team, giving=False):
            continue
        deed = settled(scene, agent, line, things, slack.said_by)
        if deed is None or (slack.said_by is None and answer(scene.since(line.seq), agent)[1]):
            continue
        relieved = _relieved(scene, agent, heard, line)
        named = {name for name in relieved if name in line.event.to or name.lower() in line.words}
        targets = named or relieved or ({slack.said_by} if slack.said_by else deed.targets)
        return Volunteering("time", agent, targets, [*slack.events, line.event, *deed.evidence], True)
    return None


def _owes(scene: Scene, agent: str) -> bool:
    """Whether it has a part of the round before to finish, or has finished it and a peer has not."""
    before, part = scene.earlier.get(agent), scene.parts.get(agent)
    if before is None or before.idle:
        return False
    if scene.was_through(agent):
        return any(
            scene.was_through(peer) is False and not other.idle
            for peer, other in scene.earlier.items()
            if peer != agent
        )
    again = part is not None and bool(direct(part.things) & direct(before.things))
    return again or left_idle(scene.lines, agent, scene.team) is None


def _slack(scene: Scene, agent: str, line: Line, heard: Sequence[Line]) -> Slack | None:
    """Why the agent would wait, as far as was said before `line` or in it."""
    if _has_taken(heard, agent):
        return None
    idle = left_idle(heard, agent, scene.team)
    if idle is not None:
        return Slack([idle.event], idle.speaker)
    peers = [other for other in heard if other.speaker != agent]
    if not peers or _given(scene, agent, heard):
        return None
    if idles_itself(line):
        return Slack([], None, own=True)
    sharers = _relieved(scene, agent, heard, line)
    if not sharers:
        return None
    claims = [other for other in peers if other.things & direct(_things_of(scene, sharers))]
    return Slack([claims[-1].event], None) if claims else None


def _given(scene: Scene, agent: str, heard: Sequence[Line]) -> bool:
    """Whether peers have given it work that does not wait for theirs."""
    line = given_work(heard, agent, scene.useful)
    if line is None:
        return False
    own = [piece for piece in line.pieces if agent in piece.persons and piece.things]
    rest = frozenset(t for piece in line.pieces if agent not in piece.persons for t in piece.things)
    return not own or not all(
        means("make", piece.words)
        and not means("gather", piece.words)
        and reach(piece.things) & direct(rest) - direct(piece.things)
        for piece in own
    )


def _has_taken(heard: Sequence[Line], agent: str) -> bool:
    """Whether it has taken work upon itself in this round already."""
    return any(
        piece.things
        and agent in piece.persons
        and not (piece.state or piece.idle or piece.lacks or means("make", piece.words))
        for line in heard
        if line.speaker == agent
        for piece in line.pieces
    )


def _things_of(scene: Scene, names: set[str]) -> frozenset[str]:
    return frozenset(t for name in names if name in scene.parts for t in scene.parts[name].things)


def _relieved(scene: Scene, agent: str, heard: Sequence[Line], own: Line) -> set[str]:
    """Peers who were to do, by what was said before `own`, a share of what then is the agent's part."""
    part = scene.parts.get(agent)
    if part is None or part.idle:
        return set()
    left_out = _left_out(scene, agent, heard)
    return {
        name
        for name, peer in scene.parts.items()
        if name != agent
        and any(
            _shares(piece, peer, part, own, alone=left_out)
            for line, piece in _pieces(heard, agent)
            if not (piece.idle or (piece.state and not piece.lacks)) and _is_for(piece, line, name)
        )
    }


def _pieces(heard: Sequence[Line], agent: str) -> Iterator[tuple[Line, Piece]]:
    """What others said, piece by piece; 'I bring them' is about what was named last."""
    named: Piece | None = None
    for line in heard:
        for piece in line.pieces:
            if piece.things:
                named = piece
            elif named is not None and THEM & set(piece.words):
                piece = replace(piece, things=named.things, amounts=named.amounts)
            if line.speaker != agent:
                yield line, piece


def _is_for(piece: Piece, line: Line, name: str) -> bool:
    """Whether the piece deals work to `name`; with nobody named, to the speaker who says 'I' besides."""
    if piece.persons:
        return name in piece.persons
    if piece.question:
        return False
    return line.speaker == name and any(name in other.persons for other in line.pieces)


def _left_out(scene: Scene, agent: str, heard: Sequence[Line]) -> bool:
    """Whether peers speak of the agent, and of no work of its: 'Lea has the morning to herself'."""
    named = [
        piece
        for line in heard
        if line.speaker != agent
        for piece in line.pieces
        if piece.persons == (agent,) and len(piece.words) > 1 and not piece.question
    ]
    return bool(named) and not any(
        piece.things & scene.useful or any(means(deed, piece.words) for deed in ("gather", "make", "give"))
        for piece in named
    )


def _shares(piece: Piece, peer: Part, part: Part, own: Line, *, alone: bool) -> bool:
    """Whether the agent's part takes something of what the piece dealt to the peer."""
    shared = direct(piece.things) & direct(part.things)
    if not shared:
        return False
    if not shared & direct(peer.things):
        return not peer.idle or bool(peer.things)
    said = [count for thing, count in piece.amounts if direct(frozenset({thing})) & shared]
    planned = [count for thing, count in peer.amounts if direct(frozenset({thing})) & shared]
    if said and planned:
        return min(planned) < max(said)
    shares = alone or own.means("meanwhile") or own.means("share")
    return shares or bool(EVERYTHING & set(piece.words))


def _speaks_of_work(line: Line, part: Part | None) -> bool:
    """Whether the line names what then is the agent's part, or a share, or work at all."""
    named = part is not None and bool(direct(line.things) & direct(part.things))
    return named or any(line.means(name) for name in ("gather", "meanwhile", "share", "help"))


def _plain(line: Line) -> bool:
    """A mere yes."""
    return line.means("accept") and len(line.words) < 4 and not line.things


def _gives_held(scene: Scene, agent: str, line: Line) -> bool:
    """Whether it offers what it holds, and no work."""
    if not (any(offers(line, ("give",))) or (line.means("give") and line.means("yours"))):
        return False
    held = item_heads(scene.story.held(agent, line.seq))
    return bool(held & direct(line.things)) or (bool(held) and not line.things)


def _only_waits(line: Line, taken: Sequence[object]) -> bool:
    """'OK, I'll wait': the idleness is agreed to."""
    waits = any(act.deed == "idle" and not act.negative and line.speaker in act.who for act in line.acts)
    works = any(line.means(name) for name in ("gather", "make", "meanwhile", "share", "help"))
    return waits and not taken and not works


def _unfinished_own(scene: Scene, agent: str, line: Line) -> bool:
    """Whether the agent leaves a task of its own for this: what it took or was given before in this round.

    Crafting that has to wait for what a peer brings is no such task.
    """
    if UNDONE & set(line.words) or line.means("abandons"):
        return True
    for earlier in scene.until(line.seq):
        if earlier.speaker == agent:
            if any(act.deed == "gather" for act in offers(earlier, ("gather",))) and not idles_itself(
                earlier
            ):
                return True
        elif _given(scene, agent, [earlier]) and left_idle([earlier], agent, scene.team) is None:
            return True
    return False


def _time_by_deeds(scene: Scene, agent: str) -> Volunteering | None:
    """Its part is to wait, and it works at what is a peer's."""
    part = scene.parts.get(agent)
    if part is None or not part.idle or scene.was_through(agent):
        return None
    if breaks_in(scene.story, scene.one, agent):
        return None
    work = [e for e in efforts(scene.story, scene.one, agent) if e.gained or e.failed]
    for name, peer in scene.parts.items():
        if name == agent or peer.idle:
            continue
        shared = [
            e
            for e in work
            if direct(e.things) & direct(peer.things)
            and (isinstance(e.event, BlockBroken | ItemPicked) or not part.holds_for(e.things))
        ]
        if not shared:
            continue
        if asked(scene.until(shared[0].event.seq), agent, peer.things, scene.team, giving=False):
            return None
        idle = left_idle(scene.lines, agent, scene.team)
        evidence = [part.event, *([idle.event] if idle else []), *(e.event for e in shared)]
        return Volunteering("time", agent, {name}, evidence, False)
    return None
