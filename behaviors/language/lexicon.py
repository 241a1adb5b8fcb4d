"""Searches utterances for phrases of a given sense (`phrases`).

Only single senses are handled here; `speech_acts` finds out who says what to whom. Words are matched as
`sentences` gives them: in lower case, with contractions written out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from minecrew.behaviors.language.phrases import PHRASES


def listed(text: str) -> tuple[str, ...]:
    """Returns the words of a text that lists them over several lines."""
    return tuple(text.split())


MOST_OTHERS = 20_000
"""Maximum number of words that one sense remembers."""
NOT_PAST = frozenset(listed("need feed bed red seed bored supposed agreed indeed weed speed shed"))


def is_past_form(word: str) -> bool:
    """Whether the word ends like a regular verb in the past tense."""
    return word.endswith("ed") and word not in NOT_PAST


_Slot = tuple[frozenset[str], tuple[str, ...]] | None
"""One position of a phrase: the words, and the beginnings of words, that fit there. None fits up to three
words of any kind.
"""


@dataclass
class Sense:
    """The phrases of one sense, stored for fast search."""

    words: set[str] = field(default_factory=set)
    stems: tuple[str, ...] = ()
    unless: dict[str, str] = field(default_factory=dict)
    """Word -> the word that must not come before it."""
    longer: dict[str, list[tuple[_Slot, ...]]] = field(default_factory=dict)
    """First word -> what may follow it."""
    others: set[str] = field(default_factory=set)
    """Words that have been seen and begin no phrase of this sense; most words of a text are."""

    def find(self, tokens: Sequence[str]) -> int | None:
        """Returns the position of the first word that begins a phrase of this sense."""
        if self.others.issuperset(tokens):
            return None
        for place, token in enumerate(tokens):
            if token in self.others:
                continue
            if token in self.words or (self.stems and token.startswith(self.stems)):
                return place
            if token in self.unless and (not place or tokens[place - 1] != self.unless[token]):
                return place
            for rest in self.longer.get(token, ()):
                if _follows(rest, tokens, place + 1):
                    return place
            if token not in self.unless and token not in self.longer and len(self.others) < MOST_OTHERS:
                self.others.add(token)
        return None


def _follows(rest: tuple[_Slot, ...], tokens: Sequence[str], at: int) -> bool:
    for number, slot in enumerate(rest):
        if slot is None:
            return any(_follows(rest[number + 1 :], tokens, at + skipped) for skipped in range(4))
        if at >= len(tokens):
            return False
        words, stems = slot
        if tokens[at] not in words and not (stems and tokens[at].startswith(stems)):
            return False
        at += 1
    return True


def _slot(text: str) -> _Slot:
    """Reads 'one/two/beginning*' or '..'."""
    if text == "..":
        return None
    words = text.split("/")
    stems = tuple(word[:-1] for word in words if word.endswith("*"))
    return frozenset(word for word in words if not word.endswith("*")), stems


@cache
def sense(name: str) -> Sense:
    """The sense of that name, from PHRASES."""
    found = Sense()
    stems: list[str] = []
    for text in PHRASES[name].split(","):
        begin, *rest = text.split()
        for first in begin.split("/"):
            if rest:
                found.longer.setdefault(first, []).append(tuple(map(_slot, rest)))
            elif "!" in first:
                word, _, before = first.partition("!")
                found.unless[word] = before
            elif first.endswith("*"):
                stems.append(first[:-1])
            else:
                found.words.add(first)
    found.stems = tuple(stems)
    return found


@lru_cache(maxsize=200_000)
def means(name: str, tokens: tuple[str, ...]) -> bool:
    """Whether `tokens` contains a word or phrase of that sense."""
    return sense(name).find(tokens) is not None


@cache
def vocabulary() -> frozenset[str]:
    """All whole words that some sense contains."""
    words = (word for text in PHRASES.values() for word in re.split(r"[\s,/!]+", text))
    return frozenset(word.rstrip("*") for word in words if word.rstrip("*").isalpha())
