"""The phrases are all in use: each sense is looked up, and reading leaves the words of phrases alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from minecrew.behaviors.language.phrases import PHRASES
from minecrew.behaviors.language.sentences import read_words

PACKAGE = Path(__file__).resolve().parents[2] / "behaviors"


def test_every_sense_is_looked_up() -> None:
    texts = {
        node.value
        for file in PACKAGE.rglob("*.py")
        if file.name != "phrases.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert PHRASES.keys() - texts == set()


@pytest.mark.parametrize("sense", PHRASES)
def test_no_word_of_a_phrase_is_rewritten_before_it_is_matched(sense: str) -> None:
    words = {word for word in re.split(r"[\s,/!]+", PHRASES[sense]) if word.isalpha()}
    read = {word: [token for one in read_words(word) for token in one.words] for word in words}
    assert {word: tokens for word, tokens in read.items() if tokens != [word]} == {}
