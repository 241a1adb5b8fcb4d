"""A round's talk with the acts it is made of: who asked, offered, agreed, and who was left idle.

Works on `speech_acts`; knows the round's parts only as a sign of what was agreed upon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from behaviors.allotment import ALL, CLOSES, Piece, read_pieces
from behaviors.clauses import ANYBODY, ANYBODYS
from behaviors.lexicon import listed, means
from behaviors.numbers import NUMBERS
from behaviors.reading_words import read_words
from behaviors.speech_acts import Act, read_acts
from behaviors.story import Round, Story
from behaviors.things import direct, mentioned
from runlog import Said

PRODUCTIVE = ("gather", "make", "help")
COUNTING = frozenset(NUMBERS) - {"one", "zero"} | {"half", "some", "them"}
SPANS = frozenset(listed("minute minutes hour hours day days moment moments seconds round while"))
POINTING = COUNTING | frozenset(listed("it one those these that this rest other others remaining more"))
"""Words that stand for things named before."""
SHARED = frozenset({"each", "both", "everybody", "everyone", "per", "split", "together"})
EVERYTHING = frozenset({"both", "all", "everything", "alone", "myself", "whole", "lot"})


@dataclass(frozen=True)
class Line:
    """One utterance, read."""

    event: Said
    speaker: str
    acts: tuple[Act, ...]
    words: tuple[str, ...]
    stated: tuple[str, ...]
    """Of them those outside questions."""

    @property
    def seq(self) -> int:
        return self.event.seq

    pieces: tuple[Piece, ...] = ()

    @property
    def things(self) -> frozenset[str]:
        return mentioned(self.words)

    def means(self, name: str) -> bool:
        return means(name, self.words)


def read_line(event: Said, team: tuple[str, ...]) -> Line:
    """Reads one utterance of an agent's."""
    speaker = event.agent or ""
    names = frozenset(name.lower() for name in team)
    sentences = read_words(event.text, names)
    words = tuple(word for sentence in sentences for word in sentence.words)
    stated = tuple(word for sentence in sentences if not sentence.question for word in sentence.words)
    return Line(
        event,
        speaker,
        read_acts(event.text, speaker=speaker, team=team, to=event.to),
        words,
        stated,
        read_pieces(event.text, speaker=speaker, team=team, to=event.to),
    )


def read_talk(story: Story, one: Round) -> list[Line]:
    """All that agents said in the round, in order."""
    return [read_line(event, story.team) for event in one.talk]


def is_for(act: Act, agent: str, line: Line, team: Sequence[str]) -> bool:
    """Whether the act of another speaks of what `agent` does or is to do."""
    if agent in act.who:
        return True
    return ANYBODY in act.who and line.speaker != agent and (not act.whom or agent in act.whom)


def asked(
    lines: Sequence[Line],
    agent: str,
    things: frozenset[str],
    team: Sequence[str],
    *,
    giving: bool,
    alone: bool = False,
) -> Line | None:
    """The line of another's in which `agent` was asked or told to give, or work on, `things`.

    `alone`: what deals out to everybody alike is not counted.
    """
    for line in lines:
        if line.speaker == agent:
            continue
        for act in line.acts:
            if (
                act.kind != "request"
                or act.deed == "idle"
                or act.negative
                or not is_for(act, agent, line, team)
            ):
                continue
            if ANYBODY in act.who and not (ANYBODYS & set(act.words) or means("ask", act.words)):
                continue
            if ANYBODY in act.who and any(other.deed == "idle" for other in line.acts):
                continue  # one works and another waits
            own = mentioned(_before_until(act.clause))
            if act.things and not own:
                continue  # named only as the time until which
            wanted = own or (line.things if POINTING & set(act.clause) else frozenset())
            vague = not wanted and not POINTING & set(act.clause) and not means("ask", act.clause)
            if vague and act.deed in ("gather", "make", "none"):
                continue  # work that has to do with nothing here
            same = not wanted or not things or bool(direct(wanted) & direct(things))
            if same and (
                giving == (act.deed in ("give", "hold", "lack", "none"))
                or act.deed in ("give", "help", "gather", "make")
                or (not wanted and means("ask", act.clause))
            ):
                return line
    return given_work(lines, agent, things, alone=alone) if things else None


def given_work(
    lines: Sequence[Line], agent: str, things: frozenset[str] = frozenset(), *, alone: bool = False
) -> Line | None:
    """The line of another's that deals out work to `agent`; with `things`, work that is about them."""
    for line in lines:
        if line.speaker == agent:
            continue
        for piece in line.pieces:
            mine = agent in piece.persons or (
                not alone and piece.persons == (ALL,) and SHARED & set(piece.words)
            )
            if not mine or piece.state or piece.idle or piece.lacks or _waits_for(piece, line):
                continue
            if COUNTING & set(piece.words) and not SPANS & set(piece.words):
                return line  # 'three for you'
            if piece.things and (not things or direct(piece.things) & direct(things)):
                return line
    return None


def _waits_for(piece: Piece, line: Line) -> bool:
    """Crafting of what others bring."""
    return means("make", piece.words) and means("awaits", line.words)


def _before_until(words: tuple[str, ...]) -> tuple[str, ...]:
    """A clause without what is only its time: 'until the flowers are in'."""
    for place, word in enumerate(words):
        if word in CLOSES and place:
            return words[:place]
    return words


def left_idle(lines: Sequence[Line], agent: str, team: Sequence[str]) -> Line | None:
    """The last line in which another leaves `agent` without work, for the time or at all."""
    found = None
    for line in lines:
        if line.speaker == agent:
            continue
        if any(piece.idle and agent in piece.persons and not piece.state for piece in line.pieces):
            found = line
        for act in line.acts:
            past = bool({"was", "were", "been", "waited"} & set(act.words))
            meant = is_for(act, agent, line, team)
            if (act.deed == "idle" and not act.negative and not past and meant) or (
                len(team) == 2 and _takes_all(line)
            ):
                found = line
            elif act.kind in ("request", "plan") and meant and _comes_later(act, line, team):
                found = found or line
    return found


def _comes_later(act: Act, line: Line, team: Sequence[str]) -> bool:
    """Crafting that has to wait for what others bring."""
    return (
        act.deed in ("make", "give")
        and means("make", act.words)
        and means("awaits", tuple(word for word in line.words if word not in {name.lower() for name in team}))
    )


def _takes_all(line: Line) -> bool:
    return any(
        piece.persons == (line.speaker,) and EVERYTHING & set(piece.words) and not (piece.state or piece.idle)
        for piece in line.pieces
    ) and not SHARED - {"both"} & set(line.words)


def idles_itself(line: Line) -> bool:
    """Whether the speaker says of itself that it has nothing to do, or will not stand about."""
    return any(act.deed == "idle" and line.speaker in act.who and len(act.who) == 1 for act in line.acts)


def offers(line: Line, deeds: Sequence[str]) -> Iterator[Act]:
    """What the speaker takes upon itself in this line, of these deeds."""
    for act in line.acts:
        if (
            act.kind in ("offer", "plan")
            and line.speaker in act.who
            and act.deed in deeds
            and not act.negative
        ) or (
            act.kind in ("offer",) and act.deed == "give" and "give" in deeds and line.speaker not in act.who
        ):
            yield act


def answer(lines: Sequence[Line], offerer: str, target: str | None = None) -> tuple[Line | None, bool]:
    """What others first say to an offer, in the lines after it: (the line or None, whether it declines).

    Whoever is `target` answers with whatever it says next; others only where they agree, decline or address
    the offerer, and nobody in what is addressed to somebody else.
    """
    for line in lines:
        if line.speaker == offerer or (line.event.to and offerer not in line.event.to):
            continue
        refusal = any(act.kind == "refuse" for act in line.acts)
        agreement = any(act.kind == "accept" for act in line.acts)
        if not (refusal or agreement or line.speaker == target or offerer in line.event.to):
            continue
        if refusal and not (agreement and _yes_first(line)):
            return line, True
        return line, False
    return None, False


def _yes_first(line: Line) -> bool:
    """'Sure, no need to hurry' agrees; 'No, thanks' and 'thanks, but I have my own' do not."""
    joined = " " + " ".join(line.words) + " "
    if any(
        f" {p} " in joined
        for p in (
            "thanks but",
            "thank you but",
            "no thanks",
            "no thank",
            "my own",
            "but no",
            "rather not",
            "nice but",
            "kind but",
            "but keep",
            "but i",
        )
    ):
        return False
    first = next((act.kind for act in line.acts if act.kind in ("accept", "refuse")), None)
    return first == "accept"
