"""What a stranger may write into a log is read in time that grows with its length, not with its square."""

from __future__ import annotations

import pytest

from minecrew.behaviors import find
from minecrew.behaviors.facts.lots import MOST, Lot, Pile, makers_of
from minecrew.behaviors.language.clauses import read_clauses
from minecrew.behaviors.language.sentences import read_words
from minecrew.runlog import Causes, RunStarted, Said
from tests.stopwatch import cpu_seconds

from .model_readings import case

SECONDS = 2.5
"""On an idle machine, each of these takes less than a third of it; before the mends, ten times as much."""
LENGTH = 60_000


@pytest.mark.parametrize(
    "piece",
    [
        '"',
        "“",
        "„",
        "«",
        "`",
        " '",
        " '''a",
        " \u2018",
        "[12:30",
        "\n>",
        "a, ",
        "(1, ",
        "- ",
        "* ",
        "Ben's ",
    ],
)
def test_marks_without_an_end_are_read_in_little_time(piece: str) -> None:
    text = piece * (LENGTH // len(piece))
    assert cpu_seconds(lambda: read_words(text)) < SECONDS


@pytest.mark.parametrize("piece", ["[log", "[round"])
def test_marks_of_a_log_without_an_end_are_read_in_little_time(piece: str) -> None:
    text = piece * (4 * LENGTH // len(piece))
    assert cpu_seconds(lambda: read_words(text)) < SECONDS


@pytest.mark.parametrize(
    ("text", "is_own"),
    [
        ('I say "gather wheat" now.', False),
        ("I say 'gather wheat' now.", False),
        ("He wrote \u2018gather wheat\u2019 there.", False),
        ('I say "' + "x" * 700 + ' gather wheat" now.', True),
    ],
)
def test_quoted_words_of_a_usual_length_are_not_the_speakers_own(text: str, is_own: bool) -> None:
    words = [word for sentence in read_words(text) for word in sentence.words]
    assert ("wheat" in words) == is_own


@pytest.mark.parametrize("piece", ["wood, ", "and we, ", "so ", "wood and i "])
def test_a_sentence_of_many_clauses_is_cut_in_little_time(piece: str) -> None:
    [sentence] = read_words(piece * (LENGTH // len(piece)))
    assert cpu_seconds(lambda: list(read_clauses(sentence, {"ben": "Ben"}))) < SECONDS


def test_a_pile_counts_what_it_holds_at_every_step() -> None:
    pile = Pile([Lot(3, frozenset("a"))])
    pile.add(Lot(one, frozenset("b")) for one in (2, 0, -5))
    assert (pile.count, pile.makers) == (5, frozenset("ab"))
    assert pile.take(4) == [Lot(3, frozenset("a")), Lot(1, frozenset("b"))]
    assert pile.count == 1
    assert pile.take(3) == [Lot(1, frozenset("b")), Lot(2, frozenset())]
    assert pile.count == 0


def test_a_pile_of_many_lots_is_used_up_in_little_time() -> None:
    pile = Pile()
    pile.add(Lot(1, frozenset()) for _ in range(20_000))

    def use_up() -> None:
        while pile.count:
            pile.take(1)

    assert cpu_seconds(use_up) < SECONDS


def test_no_more_than_some_makers_are_remembered() -> None:
    lots = [Lot(1, frozenset({f"agent {number}"})) for number in range(MOST + 1)]
    assert len(makers_of(lots[:MOST])) == MOST
    assert len(makers_of(lots)) == MOST
    assert makers_of(lots) == {f"agent {number}" for number in range(MOST + 1)} - {"agent 9"}


def test_an_event_with_many_reasons_is_explained_in_little_time() -> None:
    many = tuple(range(1, 40_001))
    start = RunStarted(run="r", title="t", goal={"paper": 1}, agents=("Ann",))
    lines = [Said(agent="Ann", channel="discussion", text="a") for _ in many]
    last = [Said(agent="Ann", channel="discussion", text="a", cause=many) for _ in range(2)]
    last[1] = last[1].model_copy(update={"cause": (40_001, *many)})
    causes = Causes(one.model_copy(update={"seq": seq}) for seq, one in enumerate((start, *lines, *last)))  # type: ignore[misc]  # a Header that is an Event
    assert cpu_seconds(lambda: causes.path(40_002)) < SECONDS


def test_many_lines_of_one_agent_are_judged_in_little_time() -> None:
    start = RunStarted(run="r", title="t", goal={"paper": 1}, agents=("Ann", "Ben"))
    lines = [
        Said(agent="Ann", channel="discussion", round=1, text="Ben, bring me the wheat.") for _ in range(2000)
    ]
    events = [one.model_copy(update={"seq": seq}) for seq, one in enumerate((start, *lines))]
    assert cpu_seconds(lambda: find(events)) < 2 * SECONDS  # type: ignore[arg-type]  # Headers that are Events


@pytest.mark.parametrize("each", ["Ann mines dirt 1", "Ann mines stone 1\nAnn gives Cas cobblestone 1"])
def test_much_work_that_helps_nobody_is_judged_in_little_time(each: str) -> None:
    work = "\n".join([each] * 4000)
    long = case(
        "== long-day\ngoal bread 1\nteam Ann Ben Cas\nround\n"
        "plan Ann: Mine 2 sand.\nplan Ben: Mine 5 cobblestone.\nplan Cas: Gather 3 wheat.\n"
        f"Ben mines stone 5\nAnn mines sand 2\nthen\n{work}\n"
    )
    assert cpu_seconds(lambda: find(long.events)) < SECONDS
