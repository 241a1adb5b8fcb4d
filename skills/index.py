"""Finds skills by words, with SQLite's full-text index over names, summaries and keywords, in memory.

Synonyms are in alike.txt; each skill is indexed with the synonyms of its words. If several skills match about
equally well, the more successful skills come first. The index reads no skill files.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from minecrew.skills.record import SkillRecord
from minecrew.skills.skill import Skill

ALIKE = Path(__file__).with_name("alike.txt")
PREFIX = 4
"""Minimum length, in letters, of a word that may match as the beginning of a longer word."""
BESIDE = 10
"""Number of additional results to read, because the skills' records may change the order."""
_IDLE = """
a an and any are as at be but by can do for from has have he her his how i in into is it its me my near no
not of off on one or our out she so some something somebody than that the their them then there they thing
this to up us want was we what where which who will with you your
"""
IDLE = frozenset(_IDLE.split())
"""The words that are ignored in a query."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_RANK = "bm25(skills, 6.0, 5.0, 4.5, 1.0)"
"""The weights of name, summary, keywords and synonyms: the skill's own words count more than its synonyms."""


class SkillIndex:
    """A searchable index of a list of skills; `fill` rebuilds it."""

    def __init__(self) -> None:
        self._skills: Sequence[Skill] = ()
        self._table = sqlite3.connect(":memory:", check_same_thread=False)

    def fill(self, skills: Sequence[Skill]) -> None:
        self._skills = skills
        self._table.execute("DROP TABLE IF EXISTS skills")
        self._table.execute(
            "CREATE VIRTUAL TABLE skills USING "
            "fts5(name, summary, keywords, alike, tokenize = 'porter unicode61')"
        )
        self._table.executemany(
            "INSERT INTO skills (rowid, name, summary, keywords, alike) VALUES (?, ?, ?, ?, ?)",
            [(row, *_columns(skill)) for row, skill in enumerate(skills)],
        )

    def search(
        self, query: str, k: int, records: Mapping[str, SkillRecord], least: float = 0.0
    ) -> list[Skill]:
        words = dict.fromkeys(word.lower() for word in split_words(query))
        asked = [word for word in words if word not in IDLE] or list(words)
        if not asked or k <= 0:
            return []
        match = " OR ".join(f'"{word}"*' if len(word) >= PREFIX else f'"{word}"' for word in asked)
        rows = self._table.execute(
            f"SELECT rowid, {_RANK} AS rank FROM skills WHERE skills MATCH ? ORDER BY rank, name LIMIT ?",
            (match, k + BESIDE),
        )
        scored = [(score * _trust(records, self._skills[row]), self._skills[row]) for row, score in rows]
        found = sorted(scored, key=lambda pair: pair[0])[:k]  # scores are negative
        return [skill for score, skill in found if score <= least * found[0][0]]


def split_words(text: str) -> list[str]:
    """Returns the words of a text. camelCase and snake_case names are split, and all other characters
    separate words.
    """
    return _WORD.findall(text)


def keywords_of(text: str, most: int = 8) -> list[str]:
    """Returns the first words of a text, without short words and those that queries ignore."""
    words = dict.fromkeys(word.lower() for word in split_words(text) if word.isalpha() and len(word) > 2)
    return [word for word in words if word not in IDLE][:most]


def _columns(skill: Skill) -> tuple[str, str, str, str]:
    name = f"{skill.name} {' '.join(split_words(skill.name))}"
    keywords = " ".join(skill.keywords)
    said = {word.lower() for word in split_words(f"{skill.name} {keywords} {skill.summary}")}
    alike = {other for word in said for other in _alike().get(word, ())} - said
    return name, skill.summary, keywords, " ".join(sorted(alike))


def _trust(records: Mapping[str, SkillRecord], skill: Skill) -> float:
    """Returns the factor for a skill's record: 1 if the skill was never called, .8 if it always fails, 1.1
    if it never fails. A skill that has a replacement gets half of that.
    """
    record = records.get(skill.name)
    calls, successes = (record.calls, record.successes) if record else (0, 0)
    share = 0.8 + 0.3 * (successes + 2) / (calls + 3)
    return share / 2 if skill.instead else share


@cache
def _alike() -> dict[str, frozenset[str]]:
    """A mapping from a word, or its plural, to its synonyms."""
    words: dict[str, frozenset[str]] = {}
    for line in ALIKE.read_text(encoding="utf-8").splitlines():
        heads, colon, others = line.partition(":")
        if not colon or line.startswith("#"):
            continue
        for head in heads.split():
            for form in (head, f"{head}s", f"{head}es"):
                words[form] = words.get(form, frozenset()) | frozenset(others.split())
    return words
