"""Swaps: who owes its side, and who does not."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading


@pytest.mark.parametrize(
    ("theirs", "own", "broken"),
    [
        ("Ben gives Ann string 3\n", "Ann smelts porkchop>cooked_porkchop 2 with coal\n", True),
        ("Ben gives Ann string 3\n", "Ann gives Ben coal 2\n", False),
        ("", "Ann smelts porkchop>cooked_porkchop 2 with coal\n", False),
        ("Ben gives Ann string 1\n", "Ann smelts porkchop>cooked_porkchop 2 with coal\n", False),
        ("Ben gives Ann string 3\n", "Ann hurts 20 by fall\n", False),
        ("Ben gives Ann string 3\n", "Ann mines oak_log 2\nAnn hurts 20 by fall\n", False),
        ("Ben gives Ann string 3\n", "Ann mines poppy 2\nAnn hurts 20 by fall\n", True),
    ],
)
def test_who_took_one_side_of_a_swap_owes_the_other(theirs: str, own: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben\nhas Ann: coal 2, porkchop 2, stick 3\nhas Ben: string 3\n"
        "round\nBen: My string against your coal.\nAnn: It is a swap.\n"
        "plan Ann: Swap 2 coal for 3 string with Ben and make a bow.\n"
        f"plan Ben: Swap 3 string for 2 coal with Ann.\n{theirs}{own}Ann mines fern 2\nBen waits\n"
    )
    offers, agrees = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    acts = [
        act(offers, "offer", "Ben", "My string against your coal", to=("Ann",), **both),
        act(agrees, "accept", "Ann", "It is a swap", to=("Ben",), **both),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word.startswith("Ann") for word in words) is broken


@pytest.mark.parametrize(
    ("kind", "said", "rest"),
    [
        ("decline", "keep your coal", {}),
        ("request", "keep your coal", {}),
        ("accept", "the coal tomorrow", {"when": "later"}),
    ],
)
def test_a_swap_that_is_declined_let_go_or_for_later_is_not_owed(
    kind: str, said: str, rest: dict[str, Any]
) -> None:
    speaker = "Ann" if kind == "accept" else "Ben"
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben\nhas Ann: coal 2, stick 3\nhas Ben: string 3\nround\n"
        f"Ann: My coal for your string?\n{speaker}: So {said}.\nplan Ann: Make a bow.\n"
        "plan Ben: Give Ann 3 string.\nBen gives Ann string 3\nAnn mines fern 2\nAnn mines oak_log 2\n"
    )
    asks, answers = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    who = "Ann" if kind == "request" else speaker
    acts = [
        act(asks, "offer", "Ann", "My coal for your string", to=("Ben",), **both, **rest),
        act(answers, kind, who, said, to=("Ann" if speaker == "Ben" else "Ben",), **both, **rest),
    ]
    assert not contradictions(found(one, reading(1, *acts)))


@pytest.mark.parametrize(
    ("said", "deed", "broken"),
    [
        ("Where is my coal", "give", True),
        ("Never mind the coal", "other", False),
        ("Keep the coal", "other", False),
    ],
)
def test_a_peer_may_let_go_of_its_due(said: str, deed: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben\nhas Ann: coal 2, stick 3\nhas Ben: string 3\nround\n"
        "Ann: My coal for your string?\nBen: A deal.\nplan Ann: Make a bow.\nplan Ben: Give Ann 3 string.\n"
        f"Ben gives Ann string 3\nBen!: {said}, Ann.\nAnn mines fern 2\nAnn mines oak_log 2\n"
    )
    asks, agrees, lets_go = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    acts = [
        act(asks, "offer", "Ann", "My coal for your string", to=("Ben",), **both),
        act(agrees, "accept", "Ben", "A deal", to=("Ann",), **both),
        act(lets_go, "request", "Ann", said, to=("Ben",), deed=deed, things=("coal",)),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word.startswith("Ann") for word in words) is broken


def test_a_swap_is_agreed_with_the_one_that_is_answered() -> None:
    one = case(
        "\n== x\ngoal bow 1, torch 8\nteam Ann Ben Cem\nhas Ann: coal 2, stick 3\nhas Ben: string 3\nround\n"
        "Ben: My string against your coal, Ann?\nCem: I cut the cane, Ann.\nAnn: Fine, Cem.\n"
        "plan Ann: Make a bow.\nplan Ben: Give Ann 3 string.\nplan Cem: Cut 1 sugar cane.\n"
        "Ben gives Ann string 3\nAnn mines oak_log 2\nCem mines sugar_cane 1\n"
    )
    asks, _, fine = lines(one)
    both: dict[str, Any] = {"deed": "trade", "things": ("string", "coal")}
    acts = [
        act(asks, "offer", "Ben", "My string against your coal", to=("Ann",), **both),
        act(fine, "accept", "Ann", "Fine", to=("Cem",)),
    ]
    assert not any(word.startswith("Ann") for word in contradictions(found(one, reading(1, *acts))))
