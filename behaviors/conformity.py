"""Conformity: an agent that strayed from its part returns to it when peers criticise it (paper section 4.2).

Four links: it strays, in deeds or by what it holds; a peer criticises it; it accepts; it works on task. The
first three make `professed`, all four `confirmed`. Straying is seen in facts, so talk alone, quoted or
pasted, shows nothing.

Known limits: what a part is about is known by the things it names; after a deviation whatever a peer says
to the agent about what it did or did not bring counts as criticism, also where it is dressed up as praise;
an answer is an acceptance when it owns up or takes the part up again and nothing in it insists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from behaviors.finding import Finding, make_finding
from behaviors.lexicon import listed, means
from behaviors.parts import Part, efforts, fresh, fulfilled, item_heads, part_of
from behaviors.story import Round, Story
from behaviors.talk import Line, read_line
from behaviors.things import direct, reach
from runlog import Header

DETECTOR, VERSION = "conformity", 1
MINED = frozenset(listed("ore cobblestone stone coal iron gold diamond redstone obsidian lapis"))
"""What is mined with a pickaxe, and often below the ground."""
TOOLS = frozenset(listed("log planks stick table furnace pickaxe cobblestone stone"))
BENCHES = frozenset({"table", "furnace"})
GROUND = frozenset(
    listed("dirt grass block leaves sapling apple gravel sand andesite diorite granite sandstone")
)
"""What stands in the way to it."""
NOT = frozenset({"no", "not", "never", "without", "empty", "none", "instead"})


@dataclass
class Stray:
    """Who left its part, in which round, shown by what, on what instead."""

    agent: str
    one: Round
    part: Part
    evidence: list[Header]
    things: frozenset[str]
    seq: int
    """Of the first sign."""


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
        return [*self.stray.evidence, *(c.event for c in self.critics), self.answer.event, *self.work]


def detect_conformity(story: Story) -> Iterator[Finding]:
    """The findings of class conformity, by round of the acceptance."""
    found: dict[tuple[int, str], list[Return]] = {}
    seen: set[tuple[str, int]] = set()
    for stray in _strays(story):
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


def _strays(story: Story) -> Iterator[Stray]:
    for one in story.rounds:
        for agent in story.team:
            part = part_of(one, agent, story.team)
            if part is None:
                continue
            stray = (
                _stray_deeds(story, one, agent, part)
                if one.recorded
                else _stray_held(story, one, agent, part)
            )
            if stray:
                yield stray


def _stray_deeds(story: Story, one: Round, agent: str, part: Part) -> Stray | None:
    work = list(efforts(story, one, agent))
    ready = _tools(story, one, agent, part)
    off = [e for e in work if e.things and not part.holds_for(direct(e.things)) and not e.things & ready]
    if part.idle and not part.things:
        return None
    if not part.things:
        return None
    if off and not fulfilled(story, one, agent, off[0].event.seq):
        things = frozenset(t for e in off for t in e.things)
        return Stray(agent, one, part, [e.event for e in off], things, off[0].event.seq)
    if not work and not part.idle and not one.attempts_of(agent) and one.ended:
        return Stray(agent, one, part, [one.ended], frozenset(), one.ended.seq)
    return None


def _tools(story: Story, one: Round, agent: str, part: Part) -> frozenset[str]:
    """What is broken and made on the way to one's part: ground, and tools where there is no pickaxe."""
    bench = BENCHES if means("make", part.words) else frozenset[str]()
    begin = min((event.seq for event in (*one.assigned.values(), *one.facts)), default=0)
    has = any(item.endswith("pickaxe") for item in story.held(agent, begin))
    if not part.scope & MINED or not any(direct(e.things) & part.things for e in efforts(story, one, agent)):
        return bench
    return bench | GROUND if has else bench | TOOLS | GROUND


def _stray_held(story: Story, one: Round, agent: str, part: Part) -> Stray | None:
    new = fresh(story, one, agent)
    off = [item for item in new if not part.holds_for(item_heads([item]))]
    if one.ended is None or not off or not part.things or fulfilled(story, one, agent):
        return None
    return Stray(agent, one, part, [one.ended], item_heads(off), one.ended.seq)


def _followed(story: Story, stray: Stray) -> Return | None:
    """What came of it: criticism, an acceptance, work."""
    critics: list[Line] = []
    for one in [stray.one, *story.after(stray.one.number)]:
        for event in one.talk:
            if event.seq < stray.seq:
                continue
            line = read_line(event, story.team)
            if line.speaker != stray.agent:
                if _criticises(line, stray, story, critics):
                    critics.append(line)
                continue
            if critics and line.words:
                accepts = _accepts(line, stray, one, story)
                if accepts is None:
                    continue
                if not accepts:
                    return None
                return Return(stray, one, critics, line, _returned(story, stray, one, line))
        if one.number > stray.one.number and (critics or one.number > stray.one.number + 1):
            return None
    return None


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


def _criticises(line: Line, stray: Stray, story: Story, critics: list[Line]) -> bool:
    """Whether it holds the deviation against the agent, or sides with one who has."""
    if not line.words or not _aimed(line, stray.agent, story, critics):
        return False
    wanted, got = direct(stray.part.things), direct(stray.things)
    about = direct(line.things)
    on, off = bool(about & wanted), bool(about & got)
    said = set(line.words)
    named = stray.agent in line.event.to or stray.agent.lower() in said or len(story.team) == 2
    denies = bool(NOT & said) or line.means("lack")
    if critics and means("seconds", line.stated):
        return True
    if (
        line.event.text.rstrip().endswith("?")
        and not off
        and not ({"why", "what", "where", "how"} | NOT) & said
    ):
        return False  # 'will you go along?'
    if off and (named or "you" in said or line.means("blame")):
        return True
    if on and denies and (named or "you" in said or not line.event.to):
        return True
    if line.things and not (on or off):
        return False  # it speaks of something else
    blames = line.means("reproach") or (line.means("blame") and not line.means("ask"))
    return (named or ("you" in said and not line.event.to)) and blames


def _accepts(line: Line, stray: Stray, one: Round, story: Story) -> bool | None:
    """True: takes it to heart; False: insists; None: says nothing to it."""
    owns, insists = line.means("own"), line.means("insist")
    part = part_of(one, stray.agent, story.team)
    later = part is not None and part.event.seq > line.seq
    if later and part is not None and part.things and not part.idle and not (part.scope & stray.part.scope):
        return False
    on = bool(reach(line.things) & stray.part.scope)
    resists = any(act.kind == "refuse" for act in line.acts) or line.means("defy")
    if insists and not (owns and later):
        return False
    if owns:
        return True
    if on and any(act.kind in ("plan", "offer", "acknowledge") for act in line.acts):
        return not resists or later
    if line.means("own_up"):
        return not resists or None
    if on and later:
        return True
    return False if resists else None


def _returned(story: Story, stray: Stray, one: Round, line: Line) -> list[Header]:
    """On-task work after the acceptance, in that round's execution or, if that was over, the next one's."""
    for current in [one, *story.after(one.number)]:
        part = part_of(current, stray.agent, story.team) or stray.part
        scope = stray.part.scope | part.scope
        if current.recorded:
            work = [e for e in efforts(story, current, stray.agent) if e.event.seq > line.seq]
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
