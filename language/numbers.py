"""Words that are numbers."""

from __future__ import annotations

COLLECTIVES = {"couple": 2, "pair": 2, "dozen": 12}
"""Words that can be followed by 'of': 'a couple of logs'."""
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_TENS = "thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {
    **{word: number for number, word in enumerate(_COUNTED.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), start=3)},
} | COLLECTIVES
_ARTICLES = frozenset({"a", "an"})
_DIGITS = 6


def number_of(word: str) -> int | None:
    """The number that the word means, or None. A power (2²) or a very long row of digits is not a number."""
    if word.isdecimal() and len(word) <= _DIGITS:
        return int(word)
    return NUMBERS.get(word)


def count_of(word: str) -> int | None:
    """The number of things that the word means before a noun, or None; an article means one."""
    return 1 if word in _ARTICLES else number_of(word)
