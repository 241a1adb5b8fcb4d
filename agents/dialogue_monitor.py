"""Watches a discussion for the dialogue problems that CAMEL describes. Its rules look only at the words.

The problems are role flipping, repetition, flake replies and endless thanks (CAMEL, section 4.1), and three
turns in a row without anything new. When in doubt, nothing is flagged: an answer to an open question, the
first agreement with a plan, and equal parts for several agents are fine. The monitor knows the names of
members and items, but nothing about the world. The discussion decides what to do about a flag.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from minecrew.agents.addressees import addressees, asked_by
from minecrew.agents.idling import takes_on_nothing
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.marks import marked, unmarked
from minecrew.agents.structure import Structure
from minecrew.agents.views import TalkLine
from minecrew.language import number_of, singular, straight, words
from minecrew.runlog import Flag

STALE = 3
"""The discussion ends after this many turns in a row without anything new."""
LEAST = 4
"""Minimum length, in words, of a line that can count as a repetition. Shorter lines count as agreement."""
ALIKE = 0.9
"""The share of words that two lines must have in common for one to count as a repetition of the other."""

_MARKERS = re.compile(
    r"\binput\s*:\s*none\b|\b(?:instruction|solution|input)\s*:|\bnext request\b", re.IGNORECASE
)
"""The words with which role-playing marks an instruction and its solution."""
_INSTRUCTION = re.compile(r"\binstruction\s*:", re.IGNORECASE)
_PROMISE = re.compile(
    r"\bi'll\b|\bi (?:will|shall|promise)\b|\bi(?:'m| am) going to\b|\blet me\b|\bwill do\b|\bon it\b|"
    r"\bleave (?:it|that|this|everything) to me\b|\bconsider it done\b"
)
_FIRST = frozenset({"i", "i'll", "i'm", "i've", "i'd"})
_EVERYBODY = re.compile(r"\b(?:everyone|everybody|all of (?:us|you)|you|both|each|let's|others?|rest|who)\b")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_THANKS = _words("thank thanks bye goodbye welcome cheers farewell luck appreciate pleasure care")
_COURTESY = _THANKS | _words(
    "you you're so very much a lot again too as well for your the and to all everyone everybody team "
    "of it we great good nice wonderful lovely have day time one best wishes later see soon take my "
    "i'm i am glad happy no problem any anytime help kind words was is been working with us likewise "
    "same do not don't mention oh ok okay yes sure really always be such"
)
_FILLER = _COURTESY | _words(
    "not no any cannot can't won't couldn't never didn't and then some by at in instead rather can up "
    "i i'll i've i'd me mine let let's agree agreed agrees right fine perfect excellent awesome "
    "amazing fantastic sounds sound like plan idea that that's this these those them they he she his "
    "her its it's will shall would should now so then but or if on out go going ready start begin "
    "get started just also exactly absolutely definitely indeed certainly course what which there "
    "here are must make makes done way looks look forward think from our ours we'll we're hm um yeah "
    "yep alright understood noted deal please"
)
"""Words of agreement, thanks and grammar. A line that contains any other word may say something new."""


@dataclass(frozen=True)
class FlagReport:
    """A flag, with the lines that show the problem."""

    flag: Flag
    seqs: tuple[int, ...]


class DialogueMonitor:
    """Watches the discussion of one team. `structure` says whether there are roles, and whether a line breaks
    one.
    """

    def __init__(self, team: Sequence[str], knowledge: Knowledge, *, structure: Structure) -> None:
        self._team, self._structure = tuple(team), structure
        self._things = knowledge.names
        self._last_words = {word for word in knowledge.names.last_words if len(word) > 2}
        self._names = {name.lower() for name in self._team}

    def flags(self, lines: Sequence[TalkLine]) -> list[FlagReport]:
        """Returns the flags for the last of `lines`. `lines`: all lines of the round, oldest first."""
        if not lines or lines[-1].visitor:
            return []
        shown: dict[Flag, list[TalkLine]] = {
            "role_flipping": self._role_flipping(lines),
            "repeating": self._repeating(lines),
            "flake": self._flake(lines),
            "thanks": self._thanks(lines),
            "nothing_new": self._nothing_new(lines),
        }
        return [FlagReport(flag, tuple(line.seq for line in found)) for flag, found in shown.items() if found]

    # ---- the five

    def _role_flipping(self, lines: Sequence[TalkLine]) -> list[TalkLine]:
        return [lines[-1]] if self._structure.flips(lines[-1], self._team) else []

    def _repeating(self, lines: Sequence[TalkLine]) -> list[TalkLine]:
        """Returns whether a speaker repeats its own words to the same member unasked, or asks others for
        the very thing that it was asked to do.
        """
        last = lines[-1]
        words = self._words(last.text)
        if (
            len(words) < LEAST
            or self._is_asked(last.speaker, lines[:-1], but=last.text)
            or takes_on_nothing(last.text)
        ):
            return []
        of_itself = bool(_FIRST & set(words))
        for line in reversed(lines[:-1]):
            own = line.speaker == last.speaker
            if own and self._is_to_another(line, last):
                continue
            told = bool(_INSTRUCTION.search(line.text)) or last.speaker in asked_by(line, self._team)
            told = own or (told and not of_itself)
            news = marked(last.text) and not marked(line.text)
            if told and not line.visitor and not news and self._alike(words, self._words(line.text)):
                return [line, last]
        return []

    def _is_to_another(self, line: TalkLine, last: TalkLine) -> bool:
        """Returns whether the line asks several members, who may all be asked for the same thing."""
        called = [set(addressees(one.text, self._team)) for one in (line, last)]
        return all(called) and called[0] != called[1]

    def _flake(self, lines: Sequence[TalkLine]) -> list[TalkLine]:
        last = lines[-1]
        text = _plain(last.text)
        if marked(last.text) or not _PROMISE.search(text) or takes_on_nothing(text) or "?" in text:
            return []
        mates = {name for name in self._team if re.search(rf"\b{re.escape(name)}\b", last.text, re.I)}
        if self._names_something(text) or mates - {last.speaker, *addressees(last.text, self._team)}:
            return []
        return (
            [last] if self._structure.roles or not self._was_dealt_something(last.speaker, lines[:-1]) else []
        )

    def _thanks(self, lines: Sequence[TalkLine]) -> list[TalkLine]:
        two = [line for line in lines if not line.visitor][-2:]
        polite = len(two) == 2 and all(self._is_courtesy(line.text) for line in two)
        return two if polite and not marked(lines[-1].text) else []

    def _nothing_new(self, lines: Sequence[TalkLine]) -> list[TalkLine]:
        """Flags nothing before all members have had a turn. An answer, a member's first line and its first
        `[END]` count as new.
        """
        said: dict[str, set[str]] = {}
        heard: set[str] = set()
        ended: set[str] = set()
        waiting: set[str] = set()
        stale: list[TalkLine] = []
        for line in lines:
            if line.visitor:
                stale = []
                continue
            content = self._content(line.text)
            known = said.setdefault(line.speaker, set())
            if content - known:
                ended = set()  # there is something new to agree with
            agrees = marked(line.text) and line.speaker not in ended
            answers = line.speaker in waiting and bool(self._words(line.text))
            first = line.speaker not in heard and bool(self._words(line.text))
            new = agrees or answers or first or bool(content - known)
            heard.add(line.speaker)
            known |= content
            ended |= {line.speaker} if agrees else set()
            waiting.discard(line.speaker)
            if new:
                waiting |= asked_by(line, self._team)
            stale = [] if new else [*stale, line]
        return stale[-STALE:] if len(stale) >= STALE and heard >= set(self._team) else []

    # ---- what they ask of the words

    def _words(self, text: str) -> list[str]:
        """Returns the words of `text`, without names and marks."""
        return [word for word in words(_plain(_MARKERS.sub(" ", text))) if word not in self._names]

    def _content(self, text: str) -> set[str]:
        """Returns the content of a line: items, numbers, names, and every other word that is not mere
        agreement.
        """
        said = words(_plain(_MARKERS.sub(" ", text)))
        return {singular(word) for word in said if word not in _FILLER}

    def _alike(self, one: list[str], other: list[str]) -> bool:
        about = [[singular(word) for word in line if word not in _FILLER] for line in (one, other)]
        shared, both = set(one) & set(other), set(one) | set(other)
        return about[0] == about[1] and len(shared) >= ALIKE * len(both)

    def _names_something(self, text: str) -> bool:
        said = words(text)
        return bool(self._things.mentioned(said)) or any(
            (number_of(word) is not None and word != "one") or singular(word) in self._last_words
            for word in said
        )

    def _was_dealt_something(self, agent: str, before: Sequence[TalkLine]) -> bool:
        """Returns whether the member was asked, since it last spoke, for something that a short promise can
        accept.
        """
        for line in reversed(before):
            if line.speaker == agent and not line.visitor:
                return False
            text = _plain(line.text)
            called = re.search(rf"\b{re.escape(agent.lower())}\b", text) or _EVERYBODY.search(text)
            if called and self._names_something(text):
                return True
        return False

    def _is_asked(self, agent: str, before: Sequence[TalkLine], *, but: str) -> bool:
        """Returns whether the member was asked by name since it last spoke. Its own words, repeated to it,
        do not count as a question.
        """
        for line in reversed(before):
            if line.speaker == agent:
                return False
            if agent in asked_by(line, self._team):
                return not self._alike(self._words(but), self._words(line.text))
        return False

    def _is_courtesy(self, text: str) -> bool:
        words = self._words(text)
        return all(word in _COURTESY for word in words) and any(word in _THANKS for word in words)


def _plain(text: str) -> str:
    return straight(unmarked(text)).lower()
