"""English about work is read for its meaning."""

from __future__ import annotations

import pytest

from minecrew.agents.addressees import asked
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.acts import TalkAct, Work
from minecrew.agents.offline.commitments import Commitments
from minecrew.agents.offline.reading import Reader
from minecrew.agents.views import TalkLine

TEAM = ("Alice", "Bob", "Charlie")
NEED = "We need 1 bookshelf. That takes 9 sugar cane, 3 leather and 3 oak logs."


def said(knowledge: Knowledge, speaker: str, text: str) -> list[TalkAct]:
    reader = Reader(knowledge, TEAM)
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
def test_a_commitment_in_many_words(knowledge: Knowledge, text: str) -> None:
    (act,) = said(knowledge, "Bob", text)
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
def test_a_request_names_who_what_how_many_and_for_whom(knowledge: Knowledge, text: str) -> None:
    acts = [act for act in said(knowledge, "Alice", text) if act.kind == "request"]
    assert [(act.who, act.works) for act in acts] == [
        ("Bob", (Work("gather", "sugar_cane", 9, to="Alice"),)),
    ]


@pytest.mark.parametrize("count", ["²", "9" * 5000])
def test_what_only_looks_like_a_number_counts_nothing(knowledge: Knowledge, count: str) -> None:
    (act,) = said(knowledge, "Bob", f"I'll gather {count} sugar cane.")
    assert [(work.thing, work.count) for work in act.works] == [("sugar_cane", None)]


def test_several_works_with_a_place(knowledge: Knowledge) -> None:
    (act,) = said(
        knowledge,
        "Alice",
        "I'll gather 3 oak logs, make a crafting table at (8, 5, -8) and craft 1 bookshelf there.",
    )
    assert [(w.verb, w.thing, w.count) for w in act.works] == [
        ("gather", "oak_log", 3),
        ("craft", "crafting_table", 1),
        ("craft", "bookshelf", 1),
    ]
    assert act.works[-1].at == (8.0, 5.0, -8.0)


def test_a_part_of_somebodys_work(knowledge: Knowledge) -> None:
    (act,) = said(knowledge, "Bob", "I can also gather 1 of Charlie's 3 leather and bring it to Alice.")
    assert act.also
    assert act.works == (Work("gather", "leather", 1, to="Alice"),)


def test_both_means_everybody(knowledge: Knowledge) -> None:
    acts = said(knowledge, "Charlie", "To be more efficient, how about we both gather sugar canes?")
    assert {(act.kind, act.who) for act in acts} == {
        ("request", "Alice"),
        ("request", "Bob"),
        ("commit", "Charlie"),
    }


def test_what_is_seen_and_what_is_not(knowledge: Knowledge) -> None:
    seen, lacking = said(knowledge, "Bob", "From here I see 14 oak logs and 5 cows, but no sheep.")
    assert (seen.kind, [(w.thing, w.count) for w in seen.works]) == ("see", [("oak_log", 14), ("cow", 5)])
    assert (lacking.kind, [w.thing for w in lacking.works]) == ("lack", ["sheep"])


def test_holding_and_bringing(knowledge: Knowledge) -> None:
    have, commit = said(knowledge, "Bob", "I hold 2 leather and will bring 2 leather to Alice.")
    assert have.kind == "have"
    assert commit.works == (Work("bring", "leather", 2, to="Alice"),)


def test_yes_and_no(knowledge: Knowledge) -> None:
    assert [act.kind for act in said(knowledge, "Bob", "Sounds good!")] == ["accept"]
    assert [act.kind for act in said(knowledge, "Bob", "No, I would rather hunt cows.")] == [
        "decline",
        "commit",
    ]


def test_an_assignment_keeps_the_others_apart(knowledge: Knowledge) -> None:
    line = (
        "Craft 1 bookshelf at (8, 5, 8) once Bob has brought 9 sugar cane and Charlie has brought 3 leather."
    )
    acts = Reader(knowledge, TEAM).order("Alice", line)
    assert [(act.who, [(w.verb, w.thing, w.count) for w in act.works]) for act in acts] == [
        ("Alice", [("craft", "bookshelf", 1)]),
        ("Bob", [("brought", "sugar_cane", 9)]),
        ("Charlie", [("brought", "leather", 3)]),
    ]


def test_what_is_not_about_work_is_left_out(knowledge: Knowledge) -> None:
    assert said(knowledge, "Bob", "What a lovely morning in the meadow!") == []


PROPOSAL = (
    "That takes 9 sugar cane, 3 leather and 3 oak logs. I'll gather 3 oak logs and craft 1 bookshelf at "
    "(8, 5, 8). Bob, could you gather 9 sugar cane and bring them to me? Charlie, could you gather 3 leather "
    "and bring them to me?"
)
"""What Bob answers below."""


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        ("No problem!", {"sugar_cane": 9}),
        ("Yes, no problem.", {"sugar_cane": 9}),
        ("On it.", {"sugar_cane": 9}),
        ("I'll do it.", {"sugar_cane": 9}),
        ("Sounds good, Alice.", {"sugar_cane": 9}),
        ("Sure, but only 5 canes.", {"sugar_cane": 5}),
        ("9 sugar cane, got it.", {"sugar_cane": 9}),
        ("I'll gather sugarcane.", {"sugar_cane": 9}),
        ("I am going to gather twenty canes", {"sugar_cane": 20}),
        ("I'll gather 9 sugar cane, not leather.", {"sugar_cane": 9}),
        ("Leave the leather to me.", {"leather": 3}),
        ("My plan is to gather leather.", {"leather": 3}),
        ("Why don't I do the leather and Charlie does the sugar cane?", {"leather": 3}),
        ("I'll do the leather instead.", {"leather": 3}),
        ("I don't want to gather sugar cane.", {}),
        ("I won't do anything.", {}),
        ("No, I'd rather not.", {}),
        ("I'll craft the bookshelf.", {"bookshelf": 1}),
        ("I will craft the bookshelf myself.", {"bookshelf": 1}),
        ("I'll make the paper and bring it to Alice.", {"paper": 1}),
        ("I'll set up a crafting table.", {"crafting_table": 1}),
        ("I'll put a crafting table at (8, 5, 8).", {"crafting_table": 1}),
        ("I'll help Charlie with the leather.", {"leather": 3}),
        ("Let's all gather sugar cane first.", {"sugar_cane": 9}),
        ("Everyone gathers 3 sugar cane.", {"sugar_cane": 3}),
        ("I have no idea how to get leather.", {"sugar_cane": 9}),
        ("Should I gather the leather?", {"sugar_cane": 9}),
        ("I saw 5 cows near the pond.", {"sugar_cane": 9}),
        ("There are 5 cows to the west.", {"sugar_cane": 9}),
        ("Don't kill the cows, Charlie!", {"sugar_cane": 9}),
        ("What a lovely morning!", {"sugar_cane": 9}),
    ],
)
def test_what_bob_is_then_expected_to_do(knowledge: Knowledge, answer: str, share: dict[str, int]) -> None:
    commitments = Commitments(Reader(knowledge, TEAM)).hear(
        [TalkLine(speaker="Alice", text=PROPOSAL), TalkLine(speaker="Bob", text=answer)]
    )
    assert {work.thing: work.count for work in commitments.share("Bob")} == share


@pytest.mark.parametrize(
    ("line", "waiting"),
    [
        ("Hey Bob, could you gather cane?", {"Bob"}),
        ("Bob could you gather cane?", {"Bob"}),
        ("@Bob can you help?", {"Bob"}),
        ("So Bob, will you?", {"Bob"}),
        ("Can Bob take the cane?", {"Bob"}),
        ("Will you take the cane, please Bob?", {"Bob"}),
        ("Bob, please gather 9 cane.", {"Bob"}),
        ("Bob and Charlie, could you hunt cows?", {"Bob", "Charlie"}),
        ("Is everyone ready?", set()),
        ("Did you see what I gave to Bob yesterday in the meadow?", set()),
    ],
)
def test_who_has_to_answer(line: str, waiting: set[str]) -> None:
    assert asked(line, "Alice", TEAM) == waiting


def test_agreeing_to_more_keeps_what_was_taken_on(knowledge: Knowledge) -> None:
    talk = [
        ("Bob", "I'll gather 3 leather and bring them to Alice."),
        ("Alice", "Bob, could you also gather 2 oak logs?"),
        ("Bob", "Agreed."),
    ]
    commitments = Commitments(Reader(knowledge, TEAM)).hear(
        [TalkLine(speaker=who, text=text) for who, text in talk]
    )
    assert {work.thing: work.count for work in commitments.share("Bob")} == {"leather": 3, "oak_log": 2}


def test_asking_for_more_hides_no_commitment(knowledge: Knowledge) -> None:
    talk = [
        ("Alice", "I'll craft the bookshelf."),
        ("Bob", "Alice, could you also gather 3 oak logs?"),
    ]
    commitments = Commitments(Reader(knowledge, TEAM)).hear(
        [TalkLine(speaker=who, text=text) for who, text in talk]
    )
    assert commitments.crafter({"bookshelf": 1}) == "Alice"


def test_something_given_to_somebody(knowledge: Knowledge) -> None:
    (act,) = said(knowledge, "Bob", "I'll give Charlie 3 leather.")
    assert act.works == (Work("bring", "leather", 3, to="Charlie"),)
