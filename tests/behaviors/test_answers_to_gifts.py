"""Gifts that have been made already, and answers that take one gift and decline another."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading


@pytest.mark.parametrize(
    ("held", "before", "broken"),
    [(1, "Ann puts leather 1 in chest\n", False), (1, "", True), (2, "Ann puts leather 1 in chest\n", True)],
)
def test_who_tells_of_a_gift_that_it_made_promises_none(held: int, before: str, *, broken: bool) -> None:
    one = case(
        f"\n== x\ngoal item_frame 2\nteam Ann Ben\nhas Ann: leather {held}\nround\nplan Ann: Mine 6 stone.\n"
        f"plan Ben: Get 1 leather.\n{before}Ann!: Here is a hide for you, Ben.\nBen!: Thanks, I take it.\n"
        "Ann mines stone 6\nBen waits\n"
    )
    offers, thanks = lines(one)
    hide: dict[str, Any] = {"deed": "give", "things": ("leather",), "amount": 1}
    acts = [
        act(offers, "offer", "Ann", "a hide for you", to=("Ben",), work_of=("Ben",), **hide),
        act(thanks, "accept", "Ben", "I take it", to=("Ann",), deed="other"),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(
    ("yes", "things", "no", "kind", "rest", "broken"),
    [
        ("The planks, yes", ("oak_planks",), "no bread", "decline", {"things": ("bread",)}, False),
        ("The planks, yes", ("oak_planks",), "no coal", "decline", {"things": ("coal",)}, True),
        ("Yes to both", (), "not all the bread", "decline", {"things": ("bread",)}, True),
        ("I clear the path", (), "no bread", "decline", {"things": ("bread",)}, False),
        ("Yes to both", (), "no bread to the mine", "refuse", {"things": ("bread",), "deed": "gather"}, True),
    ],
)
def test_an_answer_declines_only_what_it_names(
    yes: str, things: tuple[str, ...], no: str, kind: str, rest: dict[str, Any], *, broken: bool
) -> None:
    one = case(
        "\n== x\ngoal barrel 1\nteam Ann Ben\nhas Ann: oak_planks 6, bread 2, coal 1\nround\n"
        f"Ann: You get my planks, Ben, and the bread.\nBen: {yes}! But {no}.\n"
        "plan Ann: Kill 2 cod.\nplan Ben: Chop 1 log and craft a barrel.\nAnn gives Ben oak_planks 6\n"
        "Ann kills cod>cod 2\nBen mines oak_log 1\n"
    )
    offers, answers = lines(one)
    acts = [
        act(offers, "offer", "Ann", "my planks", to=("Ben",), deed="give", things=("oak_planks",)),
        act(offers, "offer", "Ann", "the bread", to=("Ben",), deed="give", things=("bread",)),
        act(answers, "accept", "Ben", yes, to=("Ann",), things=things),
        act(answers, kind, "Ben", no, to=("Ann",), **({"deed": "give"} | rest)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == (["Ann Ben"] if broken else [])


@pytest.mark.parametrize(("kind", "broken"), [("accept", True), ("claim", False)])
def test_a_line_to_one_peer_may_answer_another(kind: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal leather_boots 2\nteam Ann Ben Cem\nhas Ann: leather 4\nround\n"
        "Ann: I have four hides for you, Ben.\nBen: Four and four, very good. Cem, write that down.\n"
        "plan Ann: Guard the crossing.\nplan Ben: Get 4 leather.\nplan Cem: Ask for the sizes.\n"
        "Ann crafts leather_helmet 1 using leather 4\nBen kills cow>leather*2 2\n"
    )
    offers, takes = lines(one)
    hides: dict[str, Any] = {"things": ("leather",), "amount": 4}
    acts = [
        act(offers, "offer", "Ann", "four hides for you", to=("Ben",), deed="give", **hides),
        act(takes, kind, "Ben", "very good", to=("Ann",), **hides),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken
