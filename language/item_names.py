"""English names of items, blocks and mobs: their singular and plural forms, and the thing that a name in a
text means.

`Names` can read every name that `several` writes; a test checks this for every item of the registry. This
module knows no grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from minecrew.language.nouns import regular_singular, singular

_MASSES = (
    "leather wool paper cane bread wheat string beef mutton flint coal sand dirt gravel grass glass bamboo "
    "sheep kelp stone cobblestone redstone sandstone glowstone blackstone netherrack obsidian snow ice clay "
    "quartz gunpowder sugar porkchop cod salmon terracotta concrete powder dust mycelium podzol"
)
_NAMESAKES = ("brick",)  # several would be the name of something else: a block of bricks
_UNCOUNTED = (*_MASSES.split(), *_NAMESAKES)
"""Last words of names that stay the same in the plural, besides those that already end in s."""


class Plural(NamedTuple):
    """How words that match `pattern` form their plural; the page's script reads the same pattern."""

    pattern: str
    cut: int
    """Number of letters that are removed."""
    ending: str


PLURALS = (
    Plural(f"^({'|'.join(_UNCOUNTED)})$", 0, ""),
    Plural("^(compass|cactus)$", 0, "es"),
    Plural("[0-9s]$", 0, ""),
    Plural("shelf$", 1, "ves"),
    Plural("[^aeiou]y$", 1, "ies"),
    Plural("(sh|ch|x|z|ato)$", 0, "es"),
    Plural("$", 0, "s"),
)
"""The first that matches applies."""


def plain(name: str) -> str:
    """A registry name as words: 'oak log'."""
    return name.replace("_", " ")


def registry_name(text: str) -> str:
    """A typed name in the form of the registry: 'minecraft:Oak log' is oak_log."""
    return text.strip().lower().removeprefix("minecraft:").replace(" ", "_")


def several(name: str) -> str:
    """The plural of a registry name, in words: 'oak logs', 'torches', 'stairs'."""
    *before, last = name.split("_")
    return " ".join([*before, _several(last)])


def amount(name: str, count: int) -> str:
    """An amount of an item: '9 sugar cane', '3 oak logs', '1 bookshelf'."""
    return f"{count} {plain(name) if count == 1 else several(name)}"


def _several(word: str) -> str:
    rule = next(one for one in PLURALS if re.search(one.pattern, word))
    return word[: len(word) - rule.cut] + rule.ending


_BEARS_BOTH = frozenset(
    (
        *("ball", "bar", "bean", "block", "bucket", "cane", "cream", "dust", "eye", "hook", "ingot"),
        *("lazuli", "nugget", "ore", "pearl", "powder", "rod", "seeds", "shard", "stand"),
    )
)
"""Last words of names for which `heads` returns all words: people say 'the iron' for iron_ingot, and 'stand'
alone mostly means something else than armor_stand.
"""


@cache
def heads(name: str) -> frozenset[str]:
    """The short names that people use for a thing: 'planks' for oak_planks, 'ingot' and 'iron' for
    iron_ingot.
    """
    if name.startswith("raw_") and name.count("_") == 1:
        name = f"{name.removeprefix('raw_')}_ore"
    words = [singular(word) for word in name.split("_")]
    return frozenset(words if words[-1] in _BEARS_BOTH else words[-1:])


class Names:
    """Reads names of things. If a text fits several things, earlier `groups` take precedence ('carrots' are
    the item, not the block in the field). Within a group, the name of one thing takes precedence over the
    plural of another.
    """

    def __init__(self, *groups: Iterable[str]) -> None:
        self._exact: dict[tuple[str, ...], str] = {}
        self._loose: dict[tuple[str, ...], str] = {}
        for things in map(tuple, groups):
            for thing in things:
                self._exact.setdefault(tuple(thing.split("_")), thing)
            for thing in things:
                self._exact.setdefault(tuple(several(thing).split(" ")), thing)
            for one in (singular, regular_singular):
                for thing in things:
                    self._loose.setdefault(tuple(map(one, thing.split("_"))), thing)
            for thing in things:
                self._loose.setdefault((singular(thing.replace("_", "")),), thing)
        self.longest = max((len(key) for key in self._exact), default=0)
        lasts = [key[-1] for key in self._loose]
        self.last_words = frozenset(lasts)
        """The last words of all names, in the singular."""
        self._by_last = {key[-1]: thing for key, thing in self._loose.items() if lasts.count(key[-1]) == 1}

    def is_name(self, word: str) -> bool:
        """Whether this single word is a complete name, in the singular or the plural."""
        return (word,) in self._exact

    def find(self, words: Sequence[str], at: int = 0, *, least: int = 1) -> tuple[str, int] | None:
        """The thing whose full name is at `words[at:]`, and its number of words; the longest name wins."""
        for size in range(self.longest, least - 1, -1):
            part = words[at : at + size]
            if len(part) == size:
                key = tuple(bit for word in part for bit in word.split("_"))
                thing = self._exact.get(key) or self._loose.get(tuple(map(singular, key)))
                if thing is not None:
                    return thing, size
        return None

    def mentioned(self, words: Sequence[str]) -> set[str]:
        """All things whose full names are in `words`."""
        found: set[str] = set()
        at = 0
        while at < len(words):
            thing, size = self.find(words, at) or ("", 1)
            found |= {thing} if thing else set()
            at += size
        return found

    def by_last_word(self, word: str) -> str | None:
        """The thing whose name ends in this word, or None if there is not exactly one."""
        return self._by_last.get(singular(word))
