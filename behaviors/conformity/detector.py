"""Conformity: an agent that deviated from its part returns to it when peers criticise it (paper section 4.2).

There are four steps: the agent deviates, which its actions or items show; a peer criticises it; it accepts
the criticism; it works on its task. After the first three steps, the finding is `professed`; after all four,
it is `confirmed`. A deviation must be visible in facts; words are not enough.

The known limits are those of `deviations` and `criticism`. An answer is an acceptance if it admits
the deviation or takes up the part again, and nothing in it insists on the other work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Literal

from minecrew.behaviors.classes import FindingSub
from minecrew.behaviors.conformity.criticism import criticises
from minecrew.behaviors.conformity.deviations import Deviation, condensed, deviations, tools
from minecrew.behaviors.efforts import efforts
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.finding import Finding, make_finding
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import direct, item_heads, reach
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.pieces import TalkPiece
from minecrew.behaviors.language.reading import read_line
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.parts import part_of
from minecrew.runlog import Header

DETECTOR, VERSION = "conformity", 1
Reaction = Literal["owns", "agrees", "resists"]
"""owns: the agent admits the deviation or apologises; agrees: it takes up its part again; resists: it does
neither.
"""
OWN_ACTS = frozenset({"plan", "offer", "acknowledge"})
RECEIVED = frozenset({"have", "get"})
"""Words as in 'You will have the logs': others receive the items that the speaker makes."""
COUNTERS = frozenset(listed("swap swaps counter disagree"))
"""Words with which the rules find a counter-proposal or a refusal."""
YES = frozenset(listed("yes yeah yep aye ok fine alright right agreed sure fair true now only"))


@dataclass(eq=False)
class Return:
    """A deviation, the criticism, its acceptance in round `one`, and the work that followed, if any."""

    deviation: Deviation
    one: Round
    critics: list[SpokenLine]
    answer: SpokenLine
    work: list[Header]

    def evidence(self) -> list[Header]:
        """The events that show its steps."""
        said = [line.event for line in (*self.critics, self.answer)]
        return [*self.deviation.evidence, *said, *condensed(self.work)]


def returns_in(story: Story, one: Round) -> list[Return]:
    """Returns the deviations of that round for which criticism was accepted, with their results."""
    followed = (_followed(story, deviation) for deviation in deviations(story, one))
    return [back for back in followed if back is not None]


def conformity_of(story: Story, returns: Iterable[Return]) -> Iterator[Finding]:
    """The findings. `returns` are sorted by the round of the deviation."""
    found: dict[tuple[int, FindingSub], list[Return]] = {}
    seen: set[tuple[str, int]] = set()
    for back in returns:
        if (back.deviation.agent, back.one.number) not in seen:
            seen.add((back.deviation.agent, back.one.number))
            sub: FindingSub = "confirmed" if back.work else "professed"
            found.setdefault((back.one.number, sub), []).append(back)
    for (number, sub), same in found.items():
        yield story.once((number, sub, *same), partial(_finding, number, sub, same))


def _finding(number: int, sub: FindingSub, same: Sequence[Return]) -> Finding:
    agents = {back.deviation.agent for back in same}
    return make_finding(
        "conformity",
        sub,
        agents=agents,
        targets={critic.speaker for back in same for critic in back.critics} - agents,
        round=number,
        evidence=[event for back in same for event in back.evidence()],
        detector=DETECTOR,
        version=VERSION,
        confidence=0.8,
    )


def _followed(story: Story, deviation: Deviation) -> Return | None:
    """The result of the deviation; None unless it was criticised and the criticism accepted."""
    critics: list[SpokenLine] = []
    refused: list[SpokenLine] = []  # critics to whom the agent has not given in
    for one in chain((deviation.one,), story.after(deviation.one.number)):
        for event in one.talk:
            if event.seq < deviation.seq:
                continue
            line = read_line(story, one, event)
            if line.speaker != deviation.agent:
                if not critics and _was_through(story, deviation, one, line):
                    return None
                if criticises(line, deviation, story, critics):
                    critics.append(line)
                continue
            if not critics or not (line.words or line.acts):
                continue
            answer = _answers(line, deviation, one, story)
            if answer == "resists":
                refused += critics
                critics.clear()  # it may give in to a later criticism
                continue
            if line.typed and answer != "owns" and _hands_back(line, deviation):
                continue
            work = _returned(story, deviation, one, line)
            # If a model read the line, excuses alone accept nothing, whatever the agent does then.
            replies = not line.typed or any(act.kind != "claim" for act in line.acts)
            if answer is not None or (work and replies and _replies(line, deviation)):
                named = _gives_in_to(line, deviation) - {critic.speaker for critic in critics}
                again = [critic for critic in refused if critic.speaker in named]
                return Return(deviation, one, [*again, *critics], line, work)
        if one.number > deviation.one.number and (critics or one.number > deviation.one.number + 1):
            return None
    return None


def _was_through(story: Story, deviation: Deviation, one: Round, line: SpokenLine) -> bool:
    """Whether the part was fulfilled when a peer spoke: then the other work was not a deviation."""
    if not deviation.part.amounts or not deviation.one.recorded or deviation.undoes:
        return False
    seq = line.seq if one is deviation.one else None
    return fulfilled(story, deviation.one, deviation.agent, seq) is True


def _replies(line: SpokenLine, deviation: Deviation) -> bool:
    """Whether it speaks to the critic, or about what the criticism is about, and does not make a
    counter-proposal.
    """
    if _counters(line, deviation):
        return False
    about = direct(line.things) & (direct(deviation.things) | direct(deviation.part.things))
    return bool(about or {"you", "your"} & set(line.words)) or means("accept", line.words[:2])


def _answers(line: SpokenLine, deviation: Deviation, one: Round, story: Story) -> Reaction | None:
    """Returns the agent's reaction to the criticism; None if it says nothing about it."""
    owns, insists = line.means("own"), line.means("insist")
    part = part_of(story, one, deviation.agent)
    if part is not None and part.event.seq < line.seq:
        part = None  # only a plan that follows shows what it agrees to
    rests = part is not None and part.idle
    back = part is not None and not rests and bool(part.scope & deviation.part.scope)
    elsewhere = part is not None and (rests or bool(part.things)) and not back
    taken = frozenset(
        t
        for piece in line.pieces
        if not (piece.state or piece.lacks or piece.question) and _is_own(piece, line.speaker)
        for t in piece.things
    )
    on = bool(reach(taken) & deviation.part.scope)
    resists = any(act.kind == "refuse" for act in line.acts) or line.means("defy")
    if line.typed:
        agrees = any(_takes_up(act, line.speaker, deviation) for act in line.acts)
        if resists and not owns:
            return "resists"
        return "owns" if owns else "agrees" if agrees and not elsewhere else None
    counters = bool(COUNTERS & set(line.words)) and not (owns and back)
    if counters or (elsewhere and (insists or resists or not rests)):
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
        and (back or any(act.kind in OWN_ACTS and line.speaker in act.who for act in line.acts))
    ):
        return "agrees"
    return None


def _takes_up(act: SpeechAct, speaker: str, deviation: Deviation) -> bool:
    """Returns whether the agent agrees with the critic, or resumes its part."""
    if act.kind == "accept":
        return True
    on = bool(reach(act.things) & deviation.part.scope)
    return act.kind in OWN_ACTS and speaker in act.who and on


def _gives_in_to(line: SpokenLine, deviation: Deviation) -> set[str]:
    """The peers to whom it admits the fault, or agrees about the part."""
    own = direct(deviation.part.scope)
    acts = (
        act
        for act in line.acts
        if act.kind == "acknowledge" or (act.kind == "accept" and direct(act.things) & own)
    )
    return {name for act in acts for name in act.whom}


def _hands_back(line: SpokenLine, deviation: Deviation) -> bool:
    """Whether it asks others to get or make what the part is about, and does not take on the same itself.
    Only a model reads it; `_counters` decides from words.
    """
    wanted = direct(deviation.part.things)
    about = [act for act in line.acts if direct(act.things) & wanted]
    asked = {act.deed for act in about if act.kind == "request" and line.speaker not in act.who}
    own = {act.deed for act in about if act.kind in (*OWN_ACTS, "accept") and line.speaker in act.who}
    return bool(asked & {"gather", "make"} - own)


def _counters(line: SpokenLine, deviation: Deviation) -> bool:
    """Whether it asks others for what the part is about, or gives it to them, and takes up nothing of it."""
    wanted = direct(deviation.part.things)
    about = [p for p in line.pieces if p.things & wanted and not (p.state or p.lacks or p.idle)]
    return bool(about) and not any(_is_own(piece, line.speaker) and not piece.question for piece in about)


def _is_own(piece: TalkPiece, speaker: str) -> bool:
    """Returns whether the speaker itself should do the work. Work for others is a counter-proposal."""
    return not piece.persons or speaker in piece.persons or bool(RECEIVED & set(piece.words))


def _owned(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without those of agreement that do not express agreement where they are: 'what a fine
    day'.
    """
    last = len(words) - 1
    return tuple(
        word
        for place, word in enumerate(words)
        if word not in YES or place < 2 or (place == last and words[place - 1] not in ("is", "am", "are"))
    )


def _returned(story: Story, deviation: Deviation, one: Round, line: SpokenLine) -> list[Header]:
    """Returns work on the task after the acceptance, in the execution of that round or, if it was over, of
    the next.
    """
    for current in chain((one,), story.after(one.number)):
        part = part_of(story, current, deviation.agent) or deviation.part
        scope = deviation.part.scope | part.scope
        if current.shows(deviation.agent):
            ready = tools(story, current, deviation.agent, part) if part.things else frozenset()
            work = [
                e
                for e in efforts(story, current, deviation.agent)
                if e.event.seq > line.seq and not (e.things & ready and not direct(e.things) & scope)
            ]
            on = [e.event for e in work if direct(e.things) & scope]
            if work:
                return on if direct(work[0].things) & scope or len(on) > len(work) / 2 else []
            if line.event.channel == "discussion":
                return []
        else:
            new = story.new_items(current, deviation.agent)
            if current.ended and new and current.ended.seq > line.seq:
                kept = [item for item in new if item_heads([item]) & scope]
                return [current.ended] if kept else []
            if line.event.channel == "discussion" or current is not one:
                return []
    return []
