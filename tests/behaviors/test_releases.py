"""Who is asked for other work instead, agrees, and begins with it is free of its word."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

FLINT = """
== flint
goal arrow 4
team Ann Ben
has Ben: torch 3
round
Ben: I dig for a flint.
plan Ben: Get 1 flint.
plan Ann: Craft 4 sticks.
Ann mines oak_log 1
then
Ann!: {asked}
Ben!: {answer}
then
{after}
"""
CHEST = """
== chest
goal arrow 4
team Ann Ben Cem
round
Ben: I dig for a flint.
plan Ben: Get 1 flint.
plan Ann: Craft 4 sticks.
plan Cem: Shear 3 sheep.
Ben mines gravel>flint 1
then
Ben!: Cem, I shear one of your sheep.
Cem!: Gladly.
Ann!: Carry your flint in the left chest instead.
Ben!: OK.
then
Ben mines poppy 3
"""
LIGHT = "Light the yard instead, would you?"
OTHER: dict[str, Any] = {"deed": "other"}
TORCH: dict[str, Any] = {"deed": "other", "things": ("torch",)}
DIG: dict[str, Any] = {"deed": "gather", "things": ("flint",)}
SAND: dict[str, Any] = {"deed": "gather", "things": ("sand",), "amount": 3}


@pytest.mark.parametrize(
    ("asked", "answer", "kind", "after", "request_", "broken"),
    [
        (LIGHT, "OK.", "accept", "Ben places torch 3", TORCH, False),
        ("Light the yard too, would you?", "OK.", "accept", "Ben places torch 3", TORCH, True),
        (LIGHT, "Not now.", "refuse", "Ben places torch 3", TORCH, True),
        (LIGHT, "OK.", "accept", "Ben mines poppy 3", TORCH, True),
        (LIGHT, "OK.", "accept", "Ben places torch 3", TORCH | {"when": "after"}, True),
        ("Dig 3 sand instead.", "OK.", "accept", "Ben mines sand 3", SAND, False),
        ("Dig for it by the river instead.", "OK.", "accept", "Ben mines poppy 3", DIG, True),
        ("Dig for it instead of chatting.", "OK.", "accept", "Ben mines poppy 3", DIG, True),
        ("Dig for it rather than chatting.", "OK.", "accept", "Ben mines poppy 3", DIG, True),
        ("Use your hands instead.", "OK.", "accept", "Ben mines poppy 3", OTHER, True),
    ],
)
def test_who_begins_the_other_work_is_free(
    asked: str, answer: str, kind: str, after: str, request_: dict[str, Any], broken: bool
) -> None:
    one = case(FLINT.format(asked=asked, answer=answer, after=after))
    word, request, reply = lines(one)
    told = found(
        one,
        reading(
            1,
            act(word, "plan", "Ben", "I dig for a flint", deed="gather", things=("flint",), amount=1),
            act(request, "request", "Ben", asked.partition(",")[0].rstrip("."), **request_),
            act(reply, kind, "Ben", answer.rstrip("."), to=("Ann",)),
        ),
    )
    assert contradictions(told) == (["Ben "] if broken else [])


def test_a_word_to_a_third_stays() -> None:
    one = case(CHEST)
    word, offer, gladly, request, reply = lines(one)
    chest: dict[str, Any] = {"deed": "other", "things": ("chest",)}
    wool: dict[str, Any] = {"deed": "gather", "things": ("white_wool",), "amount": 1, "work_of": ("Cem",)}
    told = found(
        one,
        reading(
            1,
            act(word, "plan", "Ben", "I dig for a flint", deed="gather", things=("flint",), amount=1),
            act(offer, "offer", "Ben", "I shear one of your sheep", to=("Cem",), **wool),
            act(gladly, "accept", "Cem", "Gladly", to=("Ben",)),
            act(request, "request", "Ben", "Carry your flint in the left chest instead", **chest),
            act(reply, "accept", "Ben", "OK", to=("Ann",)),
        ),
    )
    assert contradictions(told) == ["Ben Cem"]


@pytest.mark.parametrize(
    ("asked", "broken"),
    [
        ("Ben, scrap the flint", []),
        ("Ben, don't forget the flint", ["Ben "]),
        ("Ben, leave some flint for me", ["Ben "]),
    ],
)
def test_a_request_to_leave_the_work_lets_go(asked: str, broken: list[str]) -> None:
    one = case(FLINT.format(asked=asked + "!", answer="OK.", after="Ben mines poppy 3"))
    word, request, reply = lines(one)
    told = found(
        one,
        reading(
            1,
            act(word, "plan", "Ben", "I dig for a flint", deed="gather", things=("flint",), amount=1),
            act(request, "request", "Ben", asked.partition(", ")[2], things=("flint",)),
            act(reply, "accept", "Ben", "OK", to=("Ann",)),
        ),
    )
    assert contradictions(told) == broken


@pytest.mark.parametrize(
    ("said", "broken"),
    [
        ("no need to hurry with the cane", True),
        ("let me know where the cane will be", True),
        ("never mind the cows and get the cane", True),
        ("let the cane be", False),
        ("never mind the cane", False),
        ("no need for the cane", False),
        ("mind the cane", True),
    ],
)
def test_a_peer_says_in_many_ways_that_work_may_be_left(said: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal paper 6\nteam Ann Ben\nround\nAnn: I cut six cane.\nplan Ann: Cut 6 sugar cane.\n"
        f"plan Ben: Mine 6 stone.\nBen mines stone 6\nBen!: Ann, {said}.\nthen\nAnn mines red_tulip 4\n"
    )
    plans, asks = lines(one)
    cane: dict[str, Any] = {"things": ("sugar_cane",)}
    acts = [
        act(plans, "plan", "Ann", "I cut six cane", deed="gather", amount=6, **cane),
        act(asks, "request", "Ann", said, **cane),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(("who", "broken"), [("Ben", True), ("Ann", False)])
def test_also_the_one_that_offered_may_say_that_the_case_has_come(who: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal leather_boots 2\nteam Ann Ben\nround\n"
        "Ann: I hunt the rest for you, if there are too few.\n"
        "plan Ann: Chop 2 oak logs.\nplan Ben: Hunt 8 leather.\n"
        "Ben kills cow>leather 5\nAnn mines oak_log 2\n"
        "Ann!: So there are three too few.\nthen\nAnn mines sunflower 6\nBen waits\n"
    )
    offers, tells = lines(one)
    hides: dict[str, Any] = {"things": ("leather",)}
    acts = [
        act(
            offers, "offer", "Ann", "I hunt the rest for you", to=("Ben",), work_of=("Ben",),
            deed="gather", when="if", **hides,
        ),
        act(tells, "claim", who, "three too few", deed="lack", amount=3, **hides),
    ]  # fmt: skip
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken
