"""The sentences and words of a text, found only by its punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

TOKEN = r"\w+(?:['\u2019]\w+)*"
"""A word or a number."""
STOPS = r"[.!?;\n:…•]+"
"""The marks that end a sentence, except a full stop or a colon inside a word: '8.5', 'minecraft:stick'."""
_WORD = re.compile(TOKEN)
_STOP = re.compile(STOPS)


@dataclass(frozen=True)
class SentenceSpan:
    """The place of a sentence in a text: from `begin` to `end`, followed by `mark`, which ends it."""

    begin: int
    end: int
    mark: str
    """The punctuation mark; empty at the end of the text."""

    @property
    def question(self) -> bool:
        return "?" in self.mark

    @property
    def after(self) -> int:
        """The position after the mark."""
        return self.end + len(self.mark)


def cut(text: str, stop: re.Pattern[str] = _STOP) -> Iterator[SentenceSpan]:
    """All spans of `text`, including empty ones. `stop`: the marks at which the text is cut; must include
    STOPS.
    """
    begin = 0
    for match in stop.finditer(text):
        if match[0] in (".", ":") and text[match.end() : match.end() + 1].isalnum():
            continue
        yield SentenceSpan(begin, match.start(), match[0])
        begin = match.end()
    yield SentenceSpan(begin, len(text), "")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each with its mark and with straight apostrophes."""
    text = straight(text)
    for span in cut(text):
        if text[span.begin : span.end].strip():
            yield text[span.begin : span.after].strip()


def straight(text: str) -> str:
    """The text with straight apostrophes, of the same length."""
    return text.replace("\u2019", "'")


def words(text: str) -> list[str]:
    """The words, in lower case and with straight apostrophes."""
    return _WORD.findall(straight(text).lower())
