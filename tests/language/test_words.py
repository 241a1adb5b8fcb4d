"""Sentences, words, numbers and nouns, before anybody reads a meaning into them."""

from __future__ import annotations

import pytest

from minecrew.language import Names, count_of, heads, number_of, registry_name, sentences, singular, words

NAMES = Names(["oak_planks", "oak_leaves", "potato", "iron_hoe", "shears", "sugar_cane"], ["wheat", "zombie"])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I\u2019ll go. You wait!Bob?", ["I'll go.", "You wait!", "Bob?"]),
        ("Go to (8.5, 64, -3): minecraft:stick", ["Go to (8.5, 64, -3):", "minecraft:stick"]),
        ("one\n\ntwo; ...", ["one", "two;"]),
        ("  ", []),
    ],
)
def test_sentences_end_by_marks_that_stand_inside_no_word(text: str, parts: list[str]) -> None:
    assert list(sentences(text)) == parts


def test_words_are_small_and_whole_in_any_script() -> None:
    assert words("Zoë\u2019s 3 OAK_logs, don't!") == ["zoë's", "3", "oak_logs", "don't"]


@pytest.mark.parametrize(
    ("word", "number"),
    [("3", 3), ("twenty", 20), ("zero", 0), ("dozen", 12), ("²", None), ("9" * 7, None), ("a", None)],
)
def test_numbers(word: str, number: int | None) -> None:
    assert number_of(word) == number


def test_an_article_counts_one() -> None:
    assert [count_of(word) for word in ("a", "an", "the", "two")] == [1, 1, None, 2]


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("bookshelves", "bookshelf"),
        ("torches", "torch"),
        ("pickaxes", "pickaxe"),
        ("potatoes", "potato"),
        ("hoes", "hoe"),
        ("cacti", "cactus"),
        ("zombies", "zombie"),
        ("berries", "berry"),
        ("gives", "give"),
        ("planks", "planks"),
        ("glass", "glass"),
        ("gas", "gas"),
    ],
)
def test_singulars(several: str, one: str) -> None:
    assert singular(several) == one
    assert singular(one) == one


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("oak plank", "oak_planks"),
        ("oak planks", "oak_planks"),
        ("oak leaf", "oak_leaves"),
        ("potatoes", "potato"),
        ("iron hoes", "iron_hoe"),
        ("shears", "shears"),
        ("sugarcanes", "sugar_cane"),
        ("zombies", "zombie"),
    ],
)
def test_a_name_is_read_in_any_number(text: str, thing: str) -> None:
    assert NAMES.find(words(text)) == (thing, len(words(text)))


def test_all_that_is_named_is_found() -> None:
    assert NAMES.mentioned(words("Two oak planks and the wheat of Bob, no cane")) == {"oak_planks", "wheat"}


def test_what_things_are_called_for_short() -> None:
    assert heads("oak_planks") == {"planks"}
    assert heads("iron_ingot") == {"iron", "ingot"}
    assert registry_name(" minecraft:Oak log") == "oak_log"
