"""Releases: during the execution, a peer tells an agent to leave work that the agent has promised, asks for
other work instead, says that it has done that work or agrees to do it, or makes an offer that the agent
accepts. The rules know only that a peer may tell an agent to leave work; the rest takes a model. That work
replaces other work is known by the words "instead" and "rather" alone. A peer may also say that the agent
keeps the goods that it owes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise, takewhile

from minecrew.behaviors.contradiction.promises import akin
from minecrew.behaviors.contradiction.resolves import NO
from minecrew.behaviors.efforts import about
from minecrew.behaviors.language.item_words import direct, mentioned
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.sentences import read_words
from minecrew.behaviors.language.speech_acts import WORKS, SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.runlog import Header

NOW = ("now", "meanwhile")
"""The times of requests that hold at once; others depend on what happens first."""
DROPS = frozenset({"drop", "scrap", "forget", "skip", "leave", "stop", "cancel", "ditch", "abandon"})
"""Words of a request to leave the work on the things that it names."""
SPARES = frozenset({"bother", "instead"})
"""More words with which the rules find that a peer may take back work."""
RESERVES = frozenset({"some", "for", "in", "at", "here"})
"""Words of a request to leave things somewhere, or for somebody."""
NEEDLESS = frozenset({("never", "mind"), ("no", "need"), ("not", "bother"), ("not", "need")})
"""Pairs of words of a request to leave the work: "never mind the cane"."""
USES = frozenset({"eat", "use"})
"""Words of a request to use up what was to be handed over."""
INSTEAD = frozenset({"instead", "rather"})
"""Words of a request that show that its work replaces other work."""


def released(
    lines: Sequence[SpokenLine],
    agent: str,
    things: frozenset[str],
    *,
    since: int,
    began: Sequence[Header],
) -> bool:
    """Whether a peer took back all of the work on `things` after event `since`, before the agent began
    anything else. "Leave it", without a thing, takes back all of its work; so does a request for other work
    "instead" that the agent accepts and begins with, if it does anything else.
    """
    until = min((event.seq for event in began), default=math.inf)
    later = [line for line in lines if since < line.seq < until]
    if any(_may_let_go(line, agent, things) or _declines(line, agent, things) for line in later):
        return True
    said = [line for line in lines if line.typed and line.event.channel == "execution" and line.seq < until]
    freed = [
        act.things
        for line in said
        for act in line.acts
        if line.seq > since and act.kind == "request" and _lets_go(act) and act.time in NOW
        if line.speaker != agent and agent in act.who
    ]
    freed += [
        act.things
        for line in said
        for act in line.acts
        if act.kind in ("claim", "accept") and act.deed in WORKS and act.things and agent in act.work_of
        if line.speaker != agent and line.speaker in act.who and line.seq > since
        if _covers(act, lines, agent) and not NO & set(act.quoted)
    ]
    answered = _last_yes(said, agent, since)
    freed += [
        act.things
        for line in said
        for act in line.acts
        if act.kind == "offer" and act.things and act.time in (*NOW, "after") and agent in act.work_of
        if line.speaker != agent and line.seq < max(answered[line.speaker], answered[None])
    ]
    instead = any(
        act.kind == "request" and agent in act.who and _replaces(act, things, began)
        for line in said
        if line.speaker != agent and since < line.seq < max(answered[line.speaker], answered[None])
        for act in line.acts
    )
    if instead or any(not named for named in freed):
        return True
    named = frozenset[str]().union(*freed)
    return bool(named) and all(akin(frozenset({thing}), named) for thing in things)


def may_keep(
    lines: Sequence[SpokenLine], agent: str, things: frozenset[str], *, since: int, began: Sequence[Header]
) -> bool:
    """Whether a peer says after event `since` that the agent need not hand the things over, or asks it to use
    them up.
    """
    lets = any(
        ("keep" in act.quoted or (act.kind == "request" and USES & set(act.quoted)))
        and direct(act.things) & direct(things)
        for line in lines
        if line.typed and line.seq > since and line.speaker != agent
        for act in line.acts
        if agent in (*act.who, *act.whom)
    )
    return lets or released(lines, agent, things, since=since, began=began)


def _may_let_go(line: SpokenLine, agent: str, things: frozenset[str]) -> bool:
    """Whether a line may tell the agent at work to leave the work on `things`. A model may leave out that
    part of a line with which it reads another request to the agent; then words must name the things.
    """
    if line.speaker == agent or line.event.channel != "execution":
        return False
    if line.typed:
        return _begins_to_let_go(line, agent, things)
    if not (line.names(agent) or akin(line.things, things)):
        return False
    return any(_spares(sentence.words) for sentence in line.sentences)


def _begins_to_let_go(line: SpokenLine, agent: str, things: frozenset[str]) -> bool:
    """Whether a sentence of the line begins with words that spare the things: "forget the torches, Ann"."""
    if not any(act.kind == "request" and agent in act.who and act.time in NOW for act in line.acts):
        return False
    sentences = (sentence.words for sentence in read_words(line.event.text, frozenset({agent.lower()})))
    starts = (words[1:] if words[:1] == (agent.lower(),) else words for words in sentences)
    return any(
        words[0] in DROPS
        and not RESERVES & set(words[1:5])
        and direct(mentioned(words[1:5])) & direct(things)
        for words in starts
        if words
    )


def _declines(line: SpokenLine, agent: str, things: frozenset[str]) -> bool:
    """Whether a peer says at work that the agent's work is not needed, as a model read it: "no log needed".
    A refusal of work of its own is none.
    """
    if not line.typed or line.speaker == agent or line.event.channel != "execution":
        return False
    return any(
        act.kind == "refuse" and not act.means("defy") and agent in act.whom
        for act in line.acts
        if direct(act.things) & direct(things)
    )


def _spares(words: Sequence[str]) -> bool:
    """Whether the words may say that work is to be left: 'forget the clay', but not "don't forget the clay"
    and not 'drop the clay in the chest'.
    """
    for place, word in enumerate(words):
        around = {*words[max(0, place - 2) : place]} & NO | {*words[place + 1 : place + 5]} & RESERVES
        if word in SPARES or (word in DROPS and not around):
            return True
    return False


def _lets_go(act: SpeechAct) -> bool:
    """Whether a request is to leave work: "wait", "scrap the clay", "stop, don't go for the clay", "let the
    clay be", but not "don't forget the clay".
    """
    head = tuple(takewhile(lambda word: word not in NO, act.quoted))
    tail = set(act.quoted[len(head) :])
    rebukes = tail and (mentioned(head) or (DROPS | {"without"}) & tail)
    drops = DROPS & set(head) and not RESERVES & set(act.quoted) and not rebukes
    spares = drops or _lets_be(act.quoted) or _is_needless(act)
    return act.deed == "idle" or bool(act.deed == "none" and act.things and spares)


def _lets_be(words: Sequence[str]) -> bool:
    """Whether it is "let the cane be", but not "let me know where the cane will be"."""
    if words[-1:] not in (("be",), ("stand",)) or "let" not in words:
        return False
    between = words[words.index("let") + 1 : -1]
    return len(between) <= 3 and bool(mentioned(between))


def _is_needless(act: SpeechAct) -> bool:
    """Whether it is "never mind the cane", but not "never mind the cows and get the cane"."""
    words = act.quoted
    for place, pair in enumerate(pairwise(words)):
        after = words[place + 2 : place + 6]
        if after[:1] == ("to",) and not means("gather", after[1:2]) and not means("make", after[1:2]):
            continue  # "no need to hurry with the cane"
        if pair in NEEDLESS and mentioned(after) & act.things and "and" not in after:
            return True
    return False


def _replaces(act: SpeechAct, things: frozenset[str], began: Sequence[Header]) -> bool:
    """Whether a request is for work at once on other things, in place of the work on `things`, and the agent
    began nothing else first.
    """
    other = act.time == "now" and bool(act.things) and not akin(act.things, things)
    if not other or not INSTEAD & set(act.quoted):
        return False
    first = min(began, key=lambda event: event.seq, default=None)
    worked_on = about(first) if first else frozenset()
    return not worked_on or akin(worked_on, act.things)


def _covers(act: SpeechAct, lines: Sequence[SpokenLine], agent: str) -> bool:
    """Whether what a peer says it has done is as much as the agent has taken on."""
    taken = [
        own.count or 0
        for line in lines
        if line.speaker == agent
        for own in line.acts
        if own.deed in WORKS and own.things & act.things
    ]
    return act.count is None or act.count >= max(taken, default=0)


def _last_yes(said: Sequence[SpokenLine], agent: str, since: int) -> defaultdict[str | None, int]:
    """Returns when the agent last said yes to each peer, from event `since` on. None stands for nobody in
    particular.
    """
    last: defaultdict[str | None, int] = defaultdict(lambda: -1)
    for line in said:
        if line.speaker == agent and line.seq >= since:
            for act in line.acts:
                if act.kind == "accept":
                    last |= dict.fromkeys(act.whom or (None,), line.seq)
    return last
