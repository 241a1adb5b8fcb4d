"""English about work is read for its meaning."""

from __future__ import annotations

import pytest

from agents.knowledge import Knowledge
from agents.offline.reading import Act, Reader, Work

TEAM = ("Alice", "Bob", "Charlie")
NEED = "We need 1 bookshelf. That takes 9 sugar cane, 3 leather and 3 oak logs."


def said(rules: Knowledge, speaker: str, text: str) -> list[Act]:
    reader = Reader(rules, TEAM)
    reader.read("Alice", NEED)
    return [act for act in reader.read(speaker, text) if act.works or act.kind in {"accept", "decline"}]


@pytest.mark.parametrize(
    "text",
    [
        "I'll do the leather instead.",
        "I will take the leather.",
        "Let me handle the leather, please.",
        "I'd rather get leather.",
        "I'm going to collect the leather",
    ],
)
def test_a_commitment_in_many_words(rules: Knowledge, text: str) -> None:
    (act,) = said(rules, "Bob", text)
    assert (act.kind, act.who) == ("commit", "Bob")
    assert [(w.verb, w.thing) for w in act.works] == [("gather", "leather")]


@pytest.mark.parametrize(
    "text",
    [
        "Bob, could you gather 9 sugar cane and bring them to me?",
        "Bob, please gather nine sugar canes and bring them to Alice.",
        "Could you collect 9 canes and hand them to me, Bob?",
    ],
)
def test_a_request_names_who_what_how_many_and_for_whom(rules: Knowledge, text: str) -> None:
    acts = [act for act in said(rules, "Alice", text) if act.kind == "request"]
    assert [(act.who, act.works) for act in acts] == [
        ("Bob", (Work("gather", "sugar_cane", 9, to="Alice"),)),
    ]


def test_several_works_with_a_place(rules: Knowledge) -> None:
    (act,) = said(
        rules,
        "Alice",
        "I'll gather 3 oak logs, make a crafting table at (8, 5, -8) and craft 1 bookshelf there.",
    )
    assert [(w.verb, w.thing, w.count) for w in act.works] == [
        ("gather", "oak_log", 3),
        ("craft", "crafting_table", 1),
        ("craft", "bookshelf", 1),
    ]
    assert act.works[-1].at == (8.0, 5.0, -8.0)


def test_a_part_of_somebodys_work(rules: Knowledge) -> None:
    (act,) = said(rules, "Bob", "I can also gather 1 of Charlie's 3 leather and bring it to Alice.")
    assert act.also
    assert act.works == (Work("gather", "leather", 1, to="Alice"),)


def test_both_means_everybody(rules: Knowledge) -> None:
    acts = said(rules, "Charlie", "To be more efficient, how about we both gather sugar canes?")
    assert {(act.kind, act.who) for act in acts} == {
        ("request", "Alice"),
        ("request", "Bob"),
        ("commit", "Charlie"),
    }


def test_what_is_seen_and_what_is_not(rules: Knowledge) -> None:
    seen, lacking = said(rules, "Bob", "From here I see 14 oak logs and 5 cows, but no sheep.")
    assert (seen.kind, [(w.thing, w.count) for w in seen.works]) == ("see", [("oak_log", 14), ("cow", 5)])
    assert (lacking.kind, [w.thing for w in lacking.works]) == ("lack", ["sheep"])


def test_holding_and_bringing(rules: Knowledge) -> None:
    have, commit = said(rules, "Bob", "I hold 2 leather and will bring 2 leather to Alice.")
    assert have.kind == "have"
    assert commit.works == (Work("bring", "leather", 2, to="Alice"),)


def test_yes_and_no(rules: Knowledge) -> None:
    assert [act.kind for act in said(rules, "Bob", "Sounds good!")] == ["accept"]
    assert [act.kind for act in said(rules, "Bob", "No, I would rather hunt cows.")] == ["decline", "commit"]


def test_an_assignment_keeps_the_others_apart(rules: Knowledge) -> None:
    line = (
        "Craft 1 bookshelf at (8, 5, 8) once Bob has brought 9 sugar cane and Charlie has brought 3 leather."
    )
    acts = Reader(rules, TEAM).order("Alice", line)
    assert [(act.who, [(w.verb, w.thing, w.count) for w in act.works]) for act in acts] == [
        ("Alice", [("craft", "bookshelf", 1)]),
        ("Bob", [("brought", "sugar_cane", 9)]),
        ("Charlie", [("brought", "leather", 3)]),
    ]


def test_what_is_not_about_work_is_left_out(rules: Knowledge) -> None:
    assert said(rules, "Bob", "What a lovely morning in the meadow!") == []
