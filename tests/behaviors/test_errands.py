"""Errands: whoever takes something along for a peer owes it to this peer."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

PIE = """
== pie
goal pumpkin_pie 1
team Ann Ben Cem
has Ann: pumpkin_pie 1
has Ben: {held}
round
Ann: Ben, are you going up to the mill?
Ben: I am. Give me the pie, and I hand it to Cem on my way.
plan Ann: Give the pie to Ben.
plan Ben: Take the pie to Cem, then cut 4 kelp.
plan Cem: Dig 6 dirt.
{did}
"""
GIVES = "Ann gives Ben pumpkin_pie 1\n"
PIES: dict[str, Any] = {"things": ("pumpkin_pie",)}


@pytest.mark.parametrize(
    ("did", "broken"),
    [
        (GIVES + "Ben eats pumpkin_pie 1\nBen mines kelp 4", True),
        (GIVES + "Ben mines kelp 4", True),
        (GIVES + "Ben gives Cem pumpkin_pie 1\nBen mines kelp 4", False),
        (GIVES + "Ben tries giveItem Cem pumpkin_pie: TIMEOUT no Cem here\nBen mines kelp 4", False),
        (GIVES + "Ben hurts 20 by fall\nBen mines kelp 4", False),
        ("Ben mines kelp 4", False),
        (GIVES, False),
    ],
)
def test_what_a_peer_hands_over_for_another_is_to_be_handed_on(did: str, *, broken: bool) -> None:
    one = case(PIE.format(held="bread 1", did=did))
    _, takes = lines(one)
    acts = [
        act(takes, "request", "Ann", "Give me the pie", deed="give", to=("Ben",), **PIES),
        act(takes, "accept", "Ben", "I hand it to Cem", deed="give", to=("Cem",), when="later", **PIES),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word == "Ben Cem" for word in words) is broken


def test_a_gift_to_the_receiver_itself_is_no_errand() -> None:
    one = case(PIE.format(held="bread 1", did=GIVES + "Ben mines kelp 4"))
    _, takes = lines(one)
    acts = [act(takes, "accept", "Ben", "I hand it to Cem", deed="give", to=("Ann",), **PIES)]
    assert not contradictions(found(one, reading(1, *acts)))


def test_a_peer_may_call_an_errand_off() -> None:
    one = case(PIE.format(held="bread 1", did=GIVES + "Ann!: Keep the pie, Ben.\nthen\nBen mines kelp 4"))
    _, takes, keeps = lines(one)
    acts = [
        act(takes, "accept", "Ben", "I hand it to Cem", deed="give", to=("Cem",), **PIES),
        act(keeps, "decline", "Ann", "Keep the pie", deed="give", to=("Ben",), **PIES),
    ]
    assert not contradictions(found(one, reading(1, *acts)))


@pytest.mark.parametrize(
    ("when", "did", "broken"),
    [
        ("now", "Ben crafts torch 8", True),
        ("now", "Ben gives Ann coal 2", False),
        ("if", "Ben crafts torch 8", False),
    ],
)
def test_a_request_that_is_granted_at_work_is_a_promise(when: str, did: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal glass 6\nteam Ann Ben\nhas Ben: coal 2, stick 2\nround\nAnn: I see to the glass.\n"
        "Ben: Flowers for me.\nplan Ann: Dig 6 sand.\nplan Ben: Pick 5 cornflowers.\nAnn mines sand 6\n"
        "Ben mines cornflower 5\nthen\nAnn!: Two coal, please, Ben.\nBen!: I bring you two.\nthen\n"
        f"{did}\nAnn waits\n"
    )
    *_, asks, grants = lines(one)
    coal: dict[str, Any] = {"deed": "give", "things": ("coal",), "amount": 2}
    acts = [
        act(asks, "request", "Ben", "Two coal, please", to=("Ann",), **coal),
        act(grants, "accept", "Ben", "I bring you two", to=("Ann",), when=when, **coal),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(("tells", "broken"), [(True, True), (False, False)])
def test_a_gift_for_later_is_due_when_the_peer_lacks_it_at_work(*, tells: bool, broken: bool) -> None:
    one = case(
        "\n== x\ngoal iron_ingot 3\nteam Ann Ben\nhas Ben: coal 4\nround\n"
        "Ben: Four coal for you, when we meet at the furnace.\nAnn: I take them there.\n"
        "plan Ann: Smelt 3 iron.\nplan Ben: Mine 8 cobblestone.\nBen mines stone 8\nthen\n"
        "Ann!: Here I am, with nothing to burn.\nthen\nBen waits\nAnn waits\n"
    )
    offers, takes, lacks = lines(one)
    coal: dict[str, Any] = {"things": ("coal",)}
    acts = [
        act(
            offers, "offer", "Ben", "Four coal for you", to=("Ann",), deed="give", amount=4,
            when="later", **coal,
        ),
        act(takes, "accept", "Ann", "I take them there", to=("Ben",), when="later", **coal),
    ]  # fmt: skip
    if tells:
        acts.append(act(lacks, "claim", "Ann", "nothing to burn", deed="lack", **coal))
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(
    ("said", "when", "deeds"),
    [
        ("If Cem is hungry he gets the pie", "if", "Ben mines kelp 4"),
        ("Cem gets the pie from me tomorrow", "later", "Ben mines kelp 4"),
        ("Cem gets the pie afterwards", "after", "Ben mines kelp 2\nBen hurts 20 by fall"),
        ("Cem gets the pie", "now", "Ben tries goToPlayer Cem: TIMEOUT stuck\nBen mines kelp 4"),
        ("Cem gets the pie", "now", "Cem hurts 20 by fall\nBen mines kelp 4"),
        ("Cem gets the pie", "now", "Cem!: Eat the pie yourself, Ben.\nthen\nBen eats pumpkin_pie 1"),
    ],
)
def test_an_errand_may_be_for_a_case_for_later_or_in_vain(said: str, when: str, deeds: str) -> None:
    text = PIE.replace("and I hand it to Cem on my way", said)
    one = case(text.format(held="bread 1", did=GIVES + deeds))
    _, takes, *later = lines(one)
    acts = [act(takes, "offer", "Ben", said, deed="give", to=("Cem",), when=when, **PIES)]
    acts += [act(seq, "request", "Ben", "Eat the pie", **PIES) for seq in later]
    assert not contradictions(found(one, reading(1, *acts)))


def test_what_the_agent_is_to_make_is_no_errand() -> None:
    text = PIE.replace("Take the pie to Cem, then cut 4 kelp", "Bake 2 pies and bring Cem one")
    one = case(text.format(held="bread 1", did=GIVES + "Ben eats pumpkin_pie 1\nBen mines pumpkin 1"))
    _, takes = lines(one)
    assert not contradictions(
        found(
            one, reading(1, act(takes, "plan", "Ben", "I hand it to Cem", deed="give", to=("Cem",), **PIES))
        )
    )


def test_a_request_that_another_peer_grants_is_no_longer_due() -> None:
    one = case(
        "\n== x\ngoal glass 6\nteam Ann Ben Cem\nhas Ben: coal 2, stick 2\nhas Cem: coal 2\nround\n"
        "plan Ann: Dig 6 sand.\nplan Ben: Pick 5 cornflowers.\nplan Cem: Wait.\nAnn mines sand 6\n"
        "Ben mines cornflower 5\nthen\nAnn!: Two coal, please.\nBen!: I bring you two.\nthen\n"
        "Cem gives Ann coal 2\nBen crafts torch 8\nAnn waits\n"
    )
    asks, grants = lines(one)
    coal: dict[str, Any] = {"deed": "give", "things": ("coal",), "amount": 2}
    acts = [
        act(asks, "request", "", "Two coal, please", to=("Ann",), **coal),
        act(grants, "accept", "Ben", "I bring you two", to=("Ann",), **coal),
    ]
    assert not any(word.startswith("Ben") for word in contradictions(found(one, reading(1, *acts))))


@pytest.mark.parametrize(
    ("rest", "did"),
    [
        ({"deed": "other", "to": ("Cem",)}, GIVES + "Ben mines kelp 4"),
        ({"deed": "give", "to": ()}, GIVES + "Ben mines kelp 4"),
        ({"deed": "give", "to": ("Cem",)}, "Ann gives Ben bread 1\nBen mines kelp 4"),
    ],
)
def test_only_the_thing_that_somebody_is_to_get_makes_an_errand(rest: dict[str, Any], did: str) -> None:
    text = PIE.replace("pumpkin_pie 1\nhas Ben", "pumpkin_pie 1, bread 1\nhas Ben")
    one = case(text.format(held="apple 1", did=did))
    _, takes = lines(one)
    assert not contradictions(
        found(one, reading(1, act(takes, "accept", "Ben", "I hand it", **rest, **PIES)))
    )


def test_what_came_before_the_word_makes_no_errand() -> None:
    one = case(
        "\n== x\ngoal pumpkin_pie 1\nteam Ann Ben Cem\nhas Ann: pumpkin_pie 2\nround\n"
        "plan Ann: Give pies to Ben.\nplan Ben: Cut 4 kelp.\nplan Cem: Dig 6 dirt.\n"
        "Ann gives Ben pumpkin_pie 1\nBen eats pumpkin_pie 1\nBen!: Give me one more for Cem.\nthen\n"
        "Ben mines kelp 4\n"
    )
    (asks,) = lines(one)
    acts = [
        act(asks, "request", "Ann", "Give me one more", deed="give", to=("Ben",), **PIES),
        act(asks, "offer", "Ben", "for Cem", deed="give", to=("Cem",), **PIES),
    ]
    assert not contradictions(found(one, reading(1, *acts)))
