"""Conformity: an agent that strayed from its part returns to it when peers criticise it (paper section 4.2).

Four links: it strays, in deeds or by what it holds; a peer criticises it; it accepts; it works on task. The
first three make `professed`, all four `confirmed`. Straying is seen in facts, so talk alone, quoted or
pasted, shows nothing.

Known limits: those of `straying`; after a deviation whatever a peer says
to the agent about what it did or did not bring counts as criticism, also where it is dressed up as praise;
an answer is an acceptance when it owns up or takes the part up again and nothing in it insists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from minecrew.behaviors.conformity.deviations import Stray, condensed, strays, tools
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.finding import Finding, make_finding
from minecrew.behaviors.language.item_words import direct, heads, reach
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.pieces import Piece
from minecrew.behaviors.language.utterances import Line, read_line
from minecrew.behaviors.parts import efforts, fresh, item_heads, part_of
from minecrew.runlog import Header

DETECTOR, VERSION = "conformity", 1
PLAIN, HINT = 2, 1
"""How plainly a peer criticises."""
Answer = Literal["owns", "agrees", "resists"]
"""owns: admits or apologises; agrees: takes its part up again."""
SIDING = frozenset(listed("says said say right thinks thought agree with point"))
"""Words by which one sides with whom it names."""
YES = frozenset(listed("yes yeah yep aye ok fine alright right agreed sure fair true now only"))
NOT = frozenset({"no", "not", "never", "without", "empty", "none", "instead"})


@dataclass
class Return:
    """Criticism, its acceptance in round `one`, and the work that followed, if any."""

    stray: Stray
    one: Round
    critics: list[Line]
    answer: Line
    work: list[Header]

    def evidence(self) -> list[Header]:
        """All four links."""
        return [
            *self.stray.evidence,
            *(c.event for c in self.critics),
            self.answer.event,
            *condensed(self.work),
        ]


def detect_conformity(story: Story) -> Iterator[Finding]:
    """The findings of class conformity, by round of the acceptance."""
    found: dict[tuple[int, str], list[Return]] = {}
    seen: set[tuple[str, int]] = set()
    for stray in strays(story):
        back = _followed(story, stray)
        if back and (stray.agent, back.one.number) not in seen:
            seen.add((stray.agent, back.one.number))
            sub = "confirmed" if back.work else "professed"
            found.setdefault((back.one.number, sub), []).append(back)
    for (number, _), same in found.items():
        agents = {back.stray.agent for back in same}
        yield make_finding(
            "conformity",
            "confirmed" if same[0].work else "professed",
            agents=agents,
            targets={critic.speaker for back in same for critic in back.critics} - agents,
            round=number,
            evidence=[event for back in same for event in back.evidence()],
            detector=DETECTOR,
            version=VERSION,
            confidence=0.8,
        )


def _followed(story: Story, stray: Stray) -> Return | None:
    """What came of it: criticism, an acceptance, work."""
    critics: list[Line] = []
    hints: list[Line] = []
    for one in [stray.one, *story.after(stray.one.number)]:
        for event in one.talk:
            if event.seq < stray.seq:
                continue
            line = read_line(event, story.team)
            if line.speaker != stray.agent:
                weight = _criticises(line, stray, story, critics)
                if weight:
                    (critics if weight == PLAIN else hints).append(line)
                continue
            if not (critics or hints) or not line.words:
                continue
            answer = _answers(line, stray, one, story)
            if answer == "resists":
                return None
            work = _returned(story, stray, one, line)
            if critics and (answer is not None or (work and _replies(line, stray))):
                return Return(stray, one, critics, line, work)
            if not critics and line.means("regret") and answer == "owns":
                return Return(stray, one, hints, line, work)
        if one.number > stray.one.number and (critics or hints or one.number > stray.one.number + 1):
            return None
    return None


def _replies(line: Line, stray: Stray) -> bool:
    """Whether it speaks to the critic or of what the stir is about, in whatever words."""
    about = direct(line.things) & (direct(stray.things) | direct(stray.part.things))
    return bool(about or {"you", "your"} & set(line.words)) or means("accept", line.words[:2])


def _aimed(line: Line, agent: str, story: Story, critics: list[Line]) -> bool:
    if agent in line.event.to or agent.lower() in line.words:
        return True
    if line.event.to and agent not in line.event.to:
        return False
    return (
        len(story.team) == 2
        or bool({"you", "your", "someone", "somebody", "some"} & set(line.words))
        or bool(critics)
    )


def _criticises(line: Line, stray: Stray, story: Story, critics: list[Line]) -> int:
    """PLAIN where it holds the deviation against the agent, or sides with one who has; HINT where it may; 0.

    A hint is a criticism only if the agent takes it for one.
    """
    wanted, got = direct(stray.part.things), direct(stray.things)
    about = direct(line.things)
    theirs = [piece for piece in line.pieces if not _own_work(piece, line.speaker)]
    off = bool(direct(frozenset(t for piece in theirs for t in piece.things)) & got) or any(
        thing in word for thing in got if len(thing) > 3 for piece in theirs for word in piece.words
    )
    own_doing = got - frozenset(t for fact in stray.one.facts if fact.agent != stray.agent for t in _of(fact))
    names_it = off and bool(about & own_doing)
    if not line.words or not (_aimed(line, stray.agent, story, critics) or names_it):
        return 0
    on, said = bool((about | reach(about, 1)) & wanted), set(line.words)
    named = stray.agent in line.event.to or stray.agent.lower() in said
    spoken_to = named or bool({"you", "your"} & said)
    alone = len(story.team) == 2
    denies = bool(NOT & said) or line.means("lack")
    with_one = any(critic.speaker.lower() in said for critic in critics) and bool(SIDING & said)
    if critics and (with_one or means("seconds", line.stated)):
        return PLAIN
    if (
        line.event.text.rstrip().endswith("?")
        and not off
        and not ({"why", "what", "where", "how"} | NOT) & said
    ):
        return 0  # 'will you go along?'
    if off and stray.doubtful and line.means("ask"):
        return 0
    if off and (spoken_to or alone or names_it or line.means("blame")):
        return PLAIN
    if stray.doubtful:
        return 0
    if on and denies and (spoken_to or line.means("reproach")):
        return PLAIN
    if line.things and not (on or off):
        return 0  # it speaks of something else
    blames = line.means("reproach") or (line.means("blame") and not line.means("ask"))
    if (named or alone or ("you" in said and not line.event.to)) and blames:
        return PLAIN
    past = any(piece.state and stray.agent in piece.persons for piece in line.pieces)
    return HINT if spoken_to and past and not _kind(line, stray.agent) and not line.means("ask") else 0


def _own_work(piece: Piece, speaker: str) -> bool:
    """'I'll bring two sticks': what the speaker does itself."""
    works = any(means(deed, piece.words) for deed in ("gather", "make", "give"))
    return piece.persons == (speaker,) and works


def _of(fact: Header) -> frozenset[str]:
    return direct(heads(str(getattr(fact, "item", None) or getattr(fact, "block", None) or "")))


def _kind(line: Line, agent: str) -> bool:
    """Thanks, help and leave to wait are no criticism."""
    rests = any(piece.idle and agent in piece.persons for piece in line.pieces)
    return line.means("accept") or rests or any(act.kind == "offer" for act in line.acts)


def _answers(line: Line, stray: Stray, one: Round, story: Story) -> Answer | None:
    """How it takes the criticism; None: says nothing to it."""
    owns, insists = line.means("own"), line.means("insist")
    part = part_of(one, stray.agent, story.team)
    planned = part is not None and part.event.seq > line.seq
    back = planned and part is not None and not part.idle and bool(part.scope & stray.part.scope)
    elsewhere = planned and part is not None and (part.idle or bool(part.things)) and not back
    taken = frozenset(t for piece in line.pieces if not (piece.state or piece.lacks) for t in piece.things)
    on = bool(reach(taken) & stray.part.scope)
    resists = any(act.kind == "refuse" for act in line.acts) or line.means("defy")
    if elsewhere and (insists or resists or not (part is not None and part.idle)):
        return "resists"
    if insists and not (owns and back):
        return "resists"
    if owns:
        return "owns"
    if resists and not back:
        return "resists"
    if not resists and any(means("own_up", _owned(sentence.words)) for sentence in line.sentences):
        return "owns"
    if (
        on
        and not elsewhere
        and (back or any(act.kind in ("plan", "offer", "acknowledge") for act in line.acts))
    ):
        return "agrees"
    return None


def _owned(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without words of agreement that agree to nothing where they stand: 'what a fine day'."""
    last = len(words) - 1
    return tuple(
        word
        for place, word in enumerate(words)
        if word not in YES or place < 2 or (place == last and words[place - 1] not in ("is", "am", "are"))
    )


def _returned(story: Story, stray: Stray, one: Round, line: Line) -> list[Header]:
    """On-task work after the acceptance, in that round's execution or, if that was over, the next one's."""
    for current in [one, *story.after(one.number)]:
        part = part_of(current, stray.agent, story.team) or stray.part
        scope = stray.part.scope | part.scope
        if current.recorded:
            ready = tools(story, current, stray.agent, part) if part.things else frozenset()
            work = [
                e
                for e in efforts(story, current, stray.agent)
                if e.event.seq > line.seq and not (e.things & ready and not direct(e.things) & scope)
            ]
            on = [e.event for e in work if direct(e.things) & scope]
            if work:
                return on if direct(work[0].things) & scope or len(on) > len(work) / 2 else []
            if line.event.channel == "discussion":
                return []
        else:
            new = fresh(story, current, stray.agent)
            if current.ended and new and current.ended.seq > line.seq:
                kept = [item for item in new if item_heads([item]) & scope]
                return [current.ended] if kept else []
            if line.event.channel == "discussion" or current is not one:
                return []
    return []
