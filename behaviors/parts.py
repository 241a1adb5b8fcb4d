"""Parts: an agent's work in a round, the things it is about, and whether the agent has finished it.

A part is the line that the secretary wrote, or what the agent takes on if there is no plan. An effort belongs
to a part if both are about the same thing or about one of its ingredients. Limits: a part that names no thing
("scout the hills") has nothing to compare with, so nobody can deviate from it; only numbers next to a thing
are read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from minecrew.behaviors.efforts import Effort, efforts, gives
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.language.item_words import COMES_FROM, amounts, direct, mentioned, named_items, reach
from minecrew.behaviors.language.lexicon import listed, means, sense
from minecrew.behaviors.language.reading import talk_for
from minecrew.behaviors.language.sentences import Sentence, read_words
from minecrew.behaviors.language.speech_acts import Deed, SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.language import count_of, heads
from minecrew.runlog import (
    Assigned,
    BlockBroken,
    ContainerMoved,
    Header,
    ItemDropped,
    ItemPicked,
    Items,
    Said,
    SubtaskEnded,
)

HANDING = frozenset(listed("give hand deliver drop pass bring toss throw share lend swap return"))
PLACING = frozenset(listed("put place lay leave carry store"))
"""Words of a part that hands things over; those of PLACING count only if the part names a receiver."""
PUTTING_UP = frozenset(listed("place build set"))
RECEIVERS = frozenset(listed("chest barrel box camp base team crew others all everybody"))
"""Words for those, besides the members, to whom a part may hand things over."""
WITH = frozenset(listed("at on with from using for"))
USING = frozenset({"from", "using"})
"""Words before the material of a part, and, with `OWNERS`, before whose it is: 'from your 3 cane'."""
OWNERS = frozenset(listed("your his her their its the my"))
FORBIDS = frozenset({"not", "never", "leave", "avoid", "without"})
"""Words of a sentence that says what the agent is to leave alone."""
OTHERS = frozenset({"seed", "seeds", "cane"})
"""Words for what is named after another thing: wheat seeds do not count as wheat, nor sugar cane as sugar."""
ORES = frozenset(listed("ore iron gold copper coal diamond emerald redstone lazuli quartz"))
"""Words for ores and what they yield: three iron ore are mined when three raw iron are there."""
REFINED = frozenset(listed("ingot nugget block"))
CRAFTS = frozenset(listed("craft make bake"))
NO_THING = frozenset(listed("sure use space room way"))
"""Words after 'make' with which it means something else."""
UNCOUNTED = frozenset(listed("tool weapon armor"))
"""Words for many kinds of items, of which nothing can be counted."""
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
    taken: dict[tuple[Deed, frozenset[str]], SpeechAct] = {}
    asked: dict[str, tuple[Said, list[SpeechAct]]] = {}
    last: Said | None = None
    for line in talk_for(story, one):
        if not line.typed or line.event.channel != "discussion":
            continue
        if line.speaker != agent:
            if requests := [act for act in line.acts if act.kind == "request" and agent in act.who]:
                asked[line.speaker] = (line.event, requests)
            elif line.speaker in asked:
                event, wishes = asked[line.speaker]
                asked[line.speaker] = (event, [wish for wish in wishes if not _takes_itself(line, wish)])
            continue
        for act in line.acts:
            if act.kind in ("decline", "refuse"):
                asked.clear()
            if not _commits(act, agent):
                continue
            of = act.whom or tuple(asked)
            agreed = [wish for name in of if name in asked for wish in asked[name][1]]
            works = agreed if act.kind == "accept" and not act.things else [act]
            chosen = {(work.deed, work.things): work for work in works if work.deed in TASKS}
            taken |= chosen
            last = line.event if chosen else last
    if last is None:
        for event, wishes in asked.values():
            left = {(wish.deed, wish.things): wish for wish in wishes if wish.deed in TASKS and _is_due(wish)}
            taken |= left
            last = event if left else last
    if last is None:
        return None
    first = sorted(taken.values(), key=lambda act: not (act.deed == "idle" and act.time == "meanwhile"))
    return _read_part(last, " ".join(map(_as_task, first)), story.team)


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
    things = _things_in(sentences)
    waiting = sense("idle").find(words)
    busy = [p for n in ("gather", "make", "give", "help") if (p := sense(n).find(words)) is not None]
    busy += [words.index(word) for word in PUTTING_UP & set(words)]
    idle = (waiting is not None and (not busy or waiting <= min(busy))) or means("idle", words[:1])
    idle = idle or words[:2] in (("do", "nothing"), ("no", "task")) or (not busy and words[:1] in KEEPS)
    return Part(event, text, words, things, tuple(amounts(tuple(_without_materials(words)))), idle)


def _things_in(sentences: Sequence[Sentence]) -> frozenset[str]:
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
    """The things that the part names only as material, as in 'craft planks from your logs'."""
    used, other = set[str](), set[str]()
    for place, word in enumerate(part.words):
        before = part.words[max(0, place - 3) : place]
        (used if USING & set(before) else other).update(mentioned((word,)))
    return frozenset(used - other)


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


def fulfilled(story: Story, one: Round, agent: str, seq: int | None = None) -> bool | None:
    """Whether the agent had finished its part by event `seq`, or by the round's end; None if unknown."""
    part = part_of(story, one, agent)
    if part is None:
        return None
    reported = one.subtasks_of(agent) if seq is None or not one.recorded else []
    ends = [subtask.ended for subtask in reported if subtask.ended] if seq is None else []
    if any(end.state in ("failed", "stopped") and _belongs(end, part, story.team) for end in ends):
        return False
    if not (_wanted(part) if one.recorded else part.amounts):
        if one.recorded and means("make", part.words) and not _did_anything(one, agent, seq):
            return False  # it has only waited for what it needs
        return True if _reported_done(one, agent, seq) else None
    if one.recorded:
        through = story.remember(one, agent, _through_at)
        return through is not None and (seq is None or through < seq)
    if one.ended is None and (seq is not None or not reported):
        return None
    done = bool(reported) and all(subtask.done for subtask in reported)
    if done and (seq is not None or any(_belongs(end, part, story.team) for end in ends)):
        return True
    new = story.new_items(one, agent)
    has = [thing for thing, count in _wanted(part).items() if _count(new, thing) >= count]
    return all(thing in has or _went_into(thing, has, part) for thing in _wanted(part))


def _wanted(part: Part) -> dict[str, int]:
    """What the part has the agent obtain, with the numbers."""
    return {**dict(crafted(part.words)), **dict(part.amounts)}


def _went_into(material: str, products: Sequence[str], part: Part) -> bool:
    """Whether the part names it before one of the products, which it goes into: 'get 3 wool, craft a bed'."""
    named = {thing: place for place, word in enumerate(part.words) for thing in mentioned((word,))}
    return any(
        material in reach(frozenset({product})) and named.get(material, 0) < named.get(product, 0)
        for product in products
    )


def _belongs(end: SubtaskEnded, part: Part, team: Sequence[str]) -> bool:
    """Whether the sub-task is about the part, as far as its text tells; others are extra work. What the part
    forbids ("do not touch the cows") is not what it is about.
    """
    names = frozenset(name.lower() for name in team)
    things = _things_in(read_words(end.text, names))
    wanted = [one for one in read_words(part.text, names) if not FORBIDS & set(one.words)]
    own = _things_in(wanted)
    return not things or not own or bool(direct(things) & reach(own))


def _did_anything(one: Round, agent: str, seq: int | None) -> bool:
    """Whether the server reported an action of the agent in that round by event `seq`."""
    return any(seq is None or fact.seq < seq for fact in one.deeds(agent))


def _reported_done(one: Round, agent: str, seq: int | None) -> bool:
    """Whether all sub-tasks of the agent in that round had ended as done by event `seq`, or by its end."""
    ended = [subtask.ended for subtask in one.subtasks_of(agent)]
    return bool(ended) and all(
        end is not None and end.state == "done" and (seq is None or end.seq < seq) for end in ended
    )


def _through_at(story: Story, one: Round, agent: str) -> int | None:
    """The event by which everything that the part names was obtained by work, or handed on."""
    part = part_of(story, one, agent)
    if part is None:
        return None
    missing = _wanted(part)
    blocks = {word for word, after in pairwise(part.words) if after in ("block", "blocks")}
    to_hand_on: dict[str, float] = {**missing}
    steps: list[tuple[int, Sequence[tuple[str, int]], frozenset[str], float]] = [
        (effort.event.seq, _counted(effort, blocks), frozenset(), 0) for effort in efforts(story, one, agent)
    ]
    steps += [(event.seq, (), things, _handed(event)) for event, things in gives(one, agent)]
    for seq, gained, things, handed in sorted(steps, key=lambda step: step[0]):
        for thing in list(missing):
            missing[thing] -= _count(dict(gained), thing)
            to_hand_on[thing] -= handed if thing in things else 0
            if missing[thing] <= 0 or to_hand_on[thing] <= 0:
                del missing[thing]
        if not missing:
            return seq
    return None


def _handed(event: Header) -> float:
    """How many items it hands over; a failed attempt counts for all. Limits: what is handed over twice counts
    twice, and it is not known if a receiver wants less than the part names.
    """
    return event.count if isinstance(event, ItemDropped | ContainerMoved) else math.inf


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


def _counted(effort: Effort, blocks: set[str]) -> tuple[tuple[str, int], ...]:
    """What the effort counts for: 'two clay blocks' are blocks broken, whatever drops from them."""
    if isinstance(effort.event, BlockBroken):
        return ((effort.event.block, 1),) if effort.things & blocks else ()
    if not isinstance(effort.event, ItemPicked):
        return effort.gained
    return tuple((item, n) for item, n in effort.gained if not heads(item) & blocks)


def _count(items: Items, thing: str) -> int:
    """How many of the items are such things."""
    if thing == "ore":
        named, other = ORES, REFINED
    else:
        named, other = direct(frozenset({thing})), frozenset[str]() if thing in OTHERS else OTHERS
    return sum(count for item, count in items.items() if heads(item) & named and not heads(item) & other)
