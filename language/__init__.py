"""The English that minds and detectors share: sentences, words, numbers, nouns and the names of items.

This package knows how things are written and counted. The meaning of phrases is handled elsewhere.
"""

from minecrew.language.item_names import PLURALS, Names, Plural, amount, heads, plain, registry_name, several
from minecrew.language.nouns import singular
from minecrew.language.numbers import COLLECTIVES, NUMBERS, count_of, number_of
from minecrew.language.tokens import STOPS, TOKEN, SentenceSpan, cut, sentences, straight, words

__all__ = [
    "COLLECTIVES",
    "NUMBERS",
    "PLURALS",
    "STOPS",
    "TOKEN",
    "Names",
    "Plural",
    "SentenceSpan",
    "amount",
    "count_of",
    "cut",
    "heads",
    "number_of",
    "plain",
    "registry_name",
    "sentences",
    "several",
    "singular",
    "straight",
    "words",
]
