"""Parts: an agent's work in a round, and the things it is about.

A part is the line that the secretary wrote, or what the agent takes on if there is no plan. An effort belongs
to a part if both are about the same thing or about one of its ingredients. Limits: a part that names no thing
("scout the hills") has nothing to compare with, so nobody can deviate from it; only numbers next to a thing
are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, takewhile

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import COMES_FROM, amounts, direct, mentioned, named_items, reach
from minecrew.behaviors.language.lexicon import listed, means, sense
from minecrew.behaviors.language.reading import talk_for
from minecrew.behaviors.language.sentences import Sentence, read_words
from minecrew.behaviors.language.speech_acts import Deed, SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.language import count_of
from minecrew.runlog import Assigned, Said

HANDING = frozenset(listed("give hand deliver drop pass bring toss throw share lend swap return"))
PLACING = frozenset(listed("put place lay leave carry store"))
"""Words of a part that hands things over; those of PLACING count only if the part names a receiver."""
PUTS_UP = frozenset(listed("put place set stick plant hang light mount fill cover patch mend"))
"""Verbs of putting something up, or into a hole."""
BUILDS = frozenset(listed("place build set"))
"""Verbs of building that need no item behind them."""
RECEIVERS = frozenset(listed("chest barrel box camp base team crew others all everybody"))
"""Words for those, besides the members, to whom a part may hand things over."""
WITH = frozenset(listed("at on with from using for"))
USING = frozenset({"from", "using"})
"""Words before the material of a part, and, with `OWNERS`, before whose it is: 'from your 3 cane'."""
OWNERS = frozenset(listed("your his her their its the my"))
CRAFTS = frozenset(listed("craft make bake"))
NO_THING = frozenset(listed("sure use space room way"))
"""Words after 'make' with which it means something else."""
UNCOUNTED = frozenset(listed("tool weapon armor"))
"""Words for many kinds of items, of which nothing can be counted."""
LOOKS = frozenset(listed("look looks looking"))
"""Words with which a part does not begin to wait, if other work follows: 'look at the river, cut a log'."""
GUARDING = frozenset(listed("guard watch protect defend patrol"))
"""Words of a part that is to keep monsters away."""
TAKING_ON = ("offer", "plan", "accept")
"""The kinds of acts with which an agent takes on work."""
TASKS: dict[Deed, str] = {
    "gather": "Gather",
    "make": "Craft",
    "give": "Give",
    "help": "Help with",
    "idle": "Wait",
}
"""Deed -> the words of a plan for it."""
SENTENCES = re.compile(r"(?<=[.;])\s+")
ROUND_MARK = re.compile(
    r"(?:(?:in|for|during)\s+)?(?:the\s+)?(?:(?P<next>(?:next|following)\s+round)|round\s+(?P<number>\d+))\b[\s:,-]*",
    re.I,
)
"""The beginning of a sentence that says which round it is about; a number holds until the next one."""
NOTHING = frozenset(("nothing", word) for word in listed("left more else to"))
"""First words of a part that says that no work is left."""
KEEPS = frozenset((word,) for word in (*listed("keep hold have stay"), *GUARDING))
"""First words of a part that contains no work."""


@dataclass(frozen=True)
class Part:
    """One agent's work in a round, as assigned or as chosen by itself."""

    event: Assigned | Said
    """The plan's line, or the agent's last line about what it takes on, or a peer's that asks it for work."""
    text: str
    words: tuple[str, ...]
    things: frozenset[str]
    amounts: tuple[tuple[str, int], ...]
    """Things, each with the number before it."""
    idle: bool
    """Whether the part is to wait, stand by, or keep watch."""

    @property
    def planned(self) -> bool:
        """Whether a plan assigned it, and not only the agent's own words."""
        return isinstance(self.event, Assigned)

    @property
    def scope(self) -> frozenset[str]:
        """All things that may occur in work on this part."""
        return reach(self.things)

    def holds_for(self, things: frozenset[str]) -> bool:
        """Returns whether work on `things` is work on this part."""
        return bool(things & self.scope)


def part_of(story: Story, one: Round, agent: str) -> Part | None:
    """Returns the agent's part in that round; None if nothing was assigned to it. If there was no plan for
    anybody, its part is what it takes on in the discussion, as far as a model read it.
    """
    event = one.assigned.get(agent)
    if event is not None:
        return _read_part(event, _for_round(event.text, one.number), story.team)
    return None if one.assigned else story.remember(one, agent, _own_choice)


def as_told(part: Part, team: Sequence[str]) -> Part:
    """The part with what its plan puts off to another round."""
    return _read_part(part.event, part.event.text, tuple(team)) if part.planned else part


def _for_round(text: str, number: int) -> str:
    """A plan's line without what it puts off, and without the numbers of rounds: "Round 1: get wool. Round 2:
    craft the bed". If it puts off everything, the whole line.
    """
    kept, later = [], False
    for sentence in SENTENCES.split(text):
        if mark := ROUND_MARK.match(sentence):
            later = mark["number"] is not None and int(mark["number"]) > number
        if not later and not (mark and mark["next"]):
            kept.append(sentence[mark.end() :] if mark else sentence)
    return " ".join(kept) or text


def _own_choice(story: Story, one: Round, agent: str) -> Part | None:
    """What the agent takes on in the talk, without help and gifts that it offers to others; if it takes on
    nothing, what it was asked for and did not refuse. Limit: own work that it gives up again counts.
    """
    choice = _Choice(agent)
    for line in talk_for(story, one):
        if not line.typed or line.event.channel != "discussion":
            continue
        if line.speaker == agent:
            choice.say(line)
        else:
            choice.hear(line)
    return choice.part(story.team)


@dataclass
class _Choice:
    """What an agent takes on, line by line."""

    agent: str
    taken: dict[tuple[Deed, frozenset[str]], SpeechAct] = field(default_factory=dict)
    last: Said | None = None
    """The line in which it last took something on."""
    asked: dict[str, tuple[Said, list[SpeechAct]]] = field(default_factory=dict)
    """Peer -> its last line with requests to the agent, and those that the peer did not take on itself."""
    unanswered: list[SpeechAct] = field(default_factory=list)
    """All such requests since the agent last refused something."""

    def hear(self, line: SpokenLine) -> None:
        for name, (event, wishes) in self.asked.items():
            self.asked[name] = (event, [wish for wish in wishes if not _takes_itself(line, wish)])
        self.unanswered = [wish for wish in self.unanswered if not _takes_itself(line, wish)]
        if requests := [act for act in line.acts if act.kind == "request" and self.agent in act.who]:
            self.asked[line.speaker] = (line.event, requests)
            self.unanswered += requests

    def say(self, line: SpokenLine) -> None:
        for act in line.acts:
            if act.kind == "refuse":
                self.asked.clear()
                self.unanswered.clear()
            if not _commits(act, self.agent):
                continue
            of = act.whom or tuple(self.asked)
            agreed = [wish for name in of if name in self.asked for wish in self.asked[name][1]]
            works = agreed if act.kind == "accept" and not act.things else [act]
            if chosen := {(work.deed, work.things): work for work in works if work.deed in TASKS}:
                self.taken |= chosen
                self.last = line.event

    def part(self, team: tuple[str, ...]) -> Part | None:
        taken, last = self.taken, self.last
        due = [wish for wish in self.unanswered if wish.deed in TASKS and _is_due(wish)]
        if last is None and due and self.asked:
            taken = {(wish.deed, wish.things): wish for wish in due}
            last = max((event for event, _ in self.asked.values()), key=lambda event: event.seq)
        if last is None:
            return None
        first = sorted(taken.values(), key=lambda act: not (act.deed == "idle" and act.time == "meanwhile"))
        return _read_part(last, " ".join(map(_as_task, first)), team)


def _commits(act: SpeechAct, agent: str) -> bool:
    """Whether the agent takes on work of its own, or agrees to what it was asked for. What depends on an "if"
    does not count.
    """
    own = act.kind in TAKING_ON and agent in act.who and not act.negative
    besides = act.kind == "offer" and (act.deed == "give" or any(name != agent for name in act.work_of))
    return own and not besides and _is_due(act)


def _is_due(act: SpeechAct) -> bool:
    """Whether the act is about work of this round that depends on no "if"."""
    return act.time != "later" or act.means("awaits")


def _takes_itself(line: SpokenLine, request: SpeechAct) -> bool:
    """Whether the one who had asked for the work now takes it on itself."""
    return any(
        act.kind in TAKING_ON and line.speaker in act.who and direct(act.things) & direct(request.things)
        for act in line.acts
    )


def _as_task(act: SpeechAct) -> str:
    """The act in the words of a plan."""
    count = f"{act.count} " if act.count else ""
    to = f" to {act.whom[0]}" if act.deed == "give" and act.whom else ""
    return f"{TASKS[act.deed]} {count}{' and '.join(sorted(act.things))}{to}."


@lru_cache(maxsize=1000)
def _read_part(event: Assigned | Said, text: str, team: tuple[str, ...]) -> Part:
    sentences = read_words(text, frozenset(n.lower() for n in team))
    words = tuple(word for sentence in sentences for word in sentence.words)
    things = things_in(sentences)
    waiting = sense("idle").find(words)
    busy = [p for n in ("gather", "make", "give", "help") if (p := sense(n).find(words)) is not None]
    clauses = enumerate(pairwise(("", *words)))
    busy += [p for p, (before, _) in clauses if before in ("", "and", "then") and _builds(words[p:])]
    if waiting is not None and busy and (words[waiting] in LOOKS or waiting > min(busy)):
        waiting = None
    idle = waiting is not None or means("idle", words[:1])
    idle = idle or words[:2] in (("do", "nothing"), ("no", "task")) or (not busy and words[:1] in KEEPS)
    idle = idle or words in (("nothing",), ("none",)) or words[:2] in NOTHING
    return Part(event, text, words, things, tuple(amounts(tuple(_without_materials(words)))), idle)


def _builds(words: Sequence[str]) -> bool:
    """Whether a clause begins with building: "put up 2 torches", but not "cover Ben"."""
    return words[0] in BUILDS or (words[0] in PUTS_UP and bool(mentioned(words[1:4])))


def things_in(sentences: Sequence[Sentence]) -> frozenset[str]:
    return frozenset[str]().union(*(named_items(one.words, one.commas) for one in sentences))


def _without_materials(words: Sequence[str]) -> Iterator[str]:
    """The words without the numbers of what the agent is to use, as in 'craft 3 paper from your 3 cane'. In
    'leather from 3 cows', the number counts.
    """
    for place, word in enumerate(words):
        before = words[max(0, place - 3) : place]
        owned = before[-1:] == ("'s",) or OWNERS & set(before[-1:])
        uses = USING & set(before[-1:]) or (owned and USING & set(before))
        is_source = any(thing in COMES_FROM for thing in mentioned(words[place + 1 : place + 2]))
        if count_of(word) is None or is_source or not uses:
            yield word


def only_used(part: Part) -> frozenset[str]:
    """The things that the part names only as material, as in 'craft planks from your 2 logs'."""
    used, other = set[str](), set[str]()
    for place, word in enumerate(part.words):
        before = [
            word
            for word in part.words[max(0, place - 4) : place]
            if word not in OWNERS and not count_of(word)
        ]
        if before[-1:] == ["'s"]:
            before = before[:-2]
        (used if USING & set(before[-1:]) else other).update(mentioned((word,)))
    return frozenset(used - other)


def only_prepares(part: Part) -> bool:
    """Whether the part names things only as what it prepares for: "flatten the ground for the beds"."""
    head = tuple(takewhile(lambda word: word != "for", part.words))
    rest = part.words[1:] if part.words[:1] == ("prepare",) else part.words
    works = any(means(deed, rest) for deed in ("gather", "make", "give"))
    return len(head) < len(part.words) and not works and not mentioned(head)


def hands_over(part: Part, team: Sequence[str]) -> bool:
    """Whether the part consists of a hand-over; 'gather and bring' counts as work."""
    if part.idle or (means("gather", part.words[:1]) and not HANDING & set(part.words[:1])):
        return False
    return contains_handover(part, team)


def contains_handover(part: Part, team: Sequence[str]) -> bool:
    """Whether the part names a hand-over, with or without other work."""
    said = set(part.words)
    to = {name.lower() for name in team} | RECEIVERS
    return bool(HANDING & said) or bool(PLACING & said and to & said)


def crafted(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """What the agent is to craft, without a number ('craft the shield'): at least one of each. What follows a
    'that' may be the work of others ('so that Ann can craft').
    """
    for place, word in enumerate(words):
        before, following = words[max(0, place - 1) : place], words[place + 1 : place + 5]
        own = not before or before[0] in ("and", "then") or mentioned(before)
        if (
            word not in CRAFTS
            or NO_THING & set(following[:1])
            or not own
            or "that" in words[:place]
            or WITH & set(following[:1])
        ):
            continue
        lead = list(takewhile(lambda after: not mentioned((after,)), following))
        if any(count_of(after) is not None for after in lead):
            continue
        named = list(takewhile(bool, (mentioned((after,)) for after in following[len(lead) :])))
        if named and not named[-1] & UNCOUNTED:  # of 'the stone pickaxe', the pickaxe
            yield from ((thing, 1) for thing in named[-1])
