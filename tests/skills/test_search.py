"""The search finds skills by other words than their own, as `make bench` prints it."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.search import ENOUGH, MANY, SLOWEST, load_queries, milliseconds, score, thousand
from minecrew.skills import Library


def test_there_are_fifty_queries_in_other_words() -> None:
    assert len(load_queries()["dev"]) == 50


def test_enough_of_them_find_what_they_mean() -> None:
    assert score(Library(), load_queries()["dev"]).five >= ENOUGH


def test_a_query_among_a_thousand_skills_is_quick(tmp_path: Path) -> None:
    many = thousand(tmp_path)
    assert len(many.all()) == MANY
    assert milliseconds(many, load_queries()["dev"]) < SLOWEST


@pytest.mark.parametrize("query", ["something to sleep in", "scissors for wool", "birthday dessert"])
def test_words_that_no_skill_says_find_one(query: str) -> None:
    wanted = load_queries()["dev"][query]
    assert Library().search(query)[0].name in wanted
