"""Numbers in talk and assignments: how many of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.behaviors.language.item_words import mentioned
from minecrew.behaviors.language.lexicon import listed

NUMBERS = {
    word: count
    for count, word in enumerate(
        listed("zero one two three four five six seven eight nine ten eleven twelve")
    )
} | {"couple": 2, "pair": 2, "dozen": 12}

DIGITS = 6
"""A number in talk has at most so many; nobody counts by longer ones."""


def number_of(word: str) -> int | None:
    """The number that the word stands for, or None. A power (2²) or a wall of digits is no number."""
    if word.isdecimal() and len(word) <= DIGITS:
        return int(word)
    return NUMBERS.get(word)


def amounts(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """(thing, count) for every number with a thing within the three words after it."""
    for place, word in enumerate(words):
        count = 1 if word in ("a", "an") else number_of(word)
        if count is None:
            continue
        for after in range(place + 1, min(place + 5, len(words))):
            found = mentioned(words[after : after + 1])
            if found:
                following = mentioned(words[after + 1 : after + 2])
                yield next(iter(following or found)), count
                break
