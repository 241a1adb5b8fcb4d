"""Work that agents take over from each other: who then only waits, and whose work it is in the end."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

CLAY = """
== clay
goal flower_pot 2
team Ann Ben
has Ben: coal 1
round
Ann: Six lumps of clay I can dig by myself. Have a sit.
Ben: I'd sooner dig three of your six.
Ann: {answer}.
plan Ann: Dig 3 clay and give it to Ben.
plan Ben: {part}
{did}
Ann gives Ben clay_ball 3
Ben smelts clay_ball>brick 3 with coal
Ben crafts flower_pot 1
"""
PART = "Dig 3 clay, then fire the bricks and make the pots."
DIGS = "Ann mines clay>clay_ball*3 1"


@pytest.mark.parametrize(
    ("kind", "part", "did", "broken"),
    [
        ("accept", PART, f"Ben waits\n{DIGS}", True),
        ("accept", PART, f"Ben mines clay>clay_ball*3 1\nBen waits\n{DIGS}", False),
        ("accept", PART, f"Ben tries gatherClay 1: MISSING no clay here\nBen waits\n{DIGS}", False),
        ("accept", PART, f"Ben tries goTo 40 5 40: TIMEOUT no way to the willow\nBen waits\n{DIGS}", False),
        ("accept", PART, DIGS, False),
        ("accept", "Wait for the clay, then fire the bricks.", f"Ben waits\n{DIGS}", False),
        ("decline", PART, f"Ben waits\n{DIGS}", False),
    ],
)
def test_who_took_a_share_and_waits_for_all_of_it_breaks_its_word(
    kind: str, part: str, did: str, *, broken: bool
) -> None:
    one = case(CLAY.format(answer="You at the willow", part=part, did=did))
    asks, offers, answers = lines(one)
    clay: dict[str, Any] = {"deed": "gather", "things": ("clay",)}
    acts = [
        act(asks, "plan", "Ann", "Six lumps of clay I can dig", amount=6, **clay),
        act(
            offers, "offer", "Ben", "dig three of your six", work_of=("Ann",), amount=3,
            when="meanwhile", **clay,
        ),
        act(answers, kind, "Ann", "You at the willow", to=("Ben",), things=("clay",)),
    ]  # fmt: skip
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(("whose", "names"), [("Ann", []), ("", ["volunteer.assistance"])])
def test_work_that_a_peer_had_taken_over_is_no_help_when_it_comes_back(whose: str, names: list[str]) -> None:
    one = case(
        "\n== x\ngoal oak_boat 1\nteam Ann Ben\nround\nAnn: Two logs make a boat.\n"
        "Ben: One of the two is mine.\nAnn: Lovely, one each.\nplan Ann: Chop 1 oak log.\n"
        "plan Ben: Chop 1 oak log.\nBen looks\nAnn mines oak_log 1\n"
        "Ann!: Mine is down, I bring a second.\nthen\nAnn mines oak_log 1\n"
        "Ann gives Ben oak_log 1\n"
    )
    _, takes, agrees, helps = lines(one)
    log: dict[str, Any] = {"deed": "gather", "things": ("oak_log",), "amount": 1}
    acts = [
        act(takes, "offer", "Ben", "One of the two is mine", work_of=tuple(whose.split()), **log),
        act(agrees, "accept", "Ann", "Lovely", to=("Ben",)),
        act(helps, "claim", "Ann", "Mine is down", deed="done"),
        act(helps, "offer", "Ann", "I bring a second", work_of=("Ben",), when="after", **log),
    ]
    assert [one.name for one in found(one, reading(1, *acts)) if one.class_ == "volunteer"] == names


@pytest.mark.parametrize(
    ("whose", "lets", "broken"), [(("Ann",), False, True), ((), False, False), (("Ann",), True, False)]
)
def test_a_share_may_be_its_own_or_taken_back(whose: tuple[str, ...], *, lets: bool, broken: bool) -> None:
    did = f"Ann!: Leave the clay, Ben.\nthen\nBen waits\n{DIGS}"
    one = case(CLAY.format(answer="You at the willow", part=PART, did=did))
    _, offers, answers, leaves = lines(one)
    clay: dict[str, Any] = {"things": ("clay",)}
    acts = [
        act(offers, "offer", "Ben", "dig three of your six", deed="gather", work_of=whose, amount=3, **clay),
        act(answers, "accept", "Ann", "You at the willow", to=("Ben",), **clay),
    ]
    acts += [act(leaves, "request", "Ben", "Leave the clay", **clay)] if lets else []
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken
