"""Nouns in the singular."""

from __future__ import annotations

from functools import cache

_LIKE_PLURALS = frozenset(["planks", "shears", "stairs", "seeds", "leaves", "boots", "leggings", "lapis"])
"""Nouns that look like plurals and keep this form in names of single things."""
_IRREGULAR = {"cacti": "cactus", "cactuses": "cactus", "cookies": "cookie", "zombies": "zombie"}


@cache
def singular(word: str) -> str:
    """The singular of a noun in lower case; 'planks' and similar nouns stay as they are."""
    return word if word in _LIKE_PLURALS else regular_singular(word)


@cache
def regular_singular(word: str) -> str:
    """The singular of a noun, also of 'planks' and similar nouns: 'plank', 'seed', 'leaf'."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(("shelves", "leaves", "loaves", "wolves", "halves")):
        return word[:-3] + "f"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses")) or (word.endswith("oes") and len(word) > 4):
        return word[:-2]
    if word.endswith("xes") and not word.endswith("axes"):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word
