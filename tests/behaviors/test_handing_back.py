"""Who answers a criticism by asking the critic to do the work does not give in; who asks for a share does."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, found, lines, reading

STRAYED = """
== strayed
goal {goal}
team Ann Ben
has Ann: coal 3, oak_planks 4
round
plan Ben: Craft a furnace.
plan Ann: {part}
Ann kills chicken>feather 3
round
Ben: That was your job, Ann.
{said}
{after}
"""
POT: dict[str, str] = {"goal": "flower_pot 1", "part": "Dig 3 clay balls."}
LADDERS: dict[str, str] = {"goal": "ladder 3", "part": "Craft 3 ladders."}
BEN_DIGS = """plan Ben: Dig 3 clay balls and bring them to Ann.
plan Ann: Smelt 3 bricks and craft the pot.
Ben mines clay>clay_ball 3
Ben gives Ann clay_ball 3
Ann smelts clay_ball>brick 3 with coal
Ann crafts flower_pot 1"""
BOTH_DIG = """plan Ben: Dig 1 clay ball.
plan Ann: Dig 2 clay balls.
Ben mines clay>clay_ball 1
Ann mines clay>clay_ball 2"""
ANN_DIGS = "plan Ann: Dig 3 clay balls.\nAnn mines clay>clay_ball 3"
STICKS = """plan Ben: Craft 3 ladders.
plan Ann: Craft 7 sticks.
Ann crafts stick 8
Ann gives Ben stick 7
Ben crafts ladder 3"""
CLAY: dict[str, Any] = {"deed": "gather", "things": ("clay_ball",)}
LADDER: dict[str, Any] = {"deed": "make", "things": ("ladder",)}
BRICK: dict[str, Any] = {"deed": "make", "things": ("brick",)}
STICK: dict[str, Any] = {"deed": "make", "things": ("stick",)}


@pytest.mark.parametrize(
    ("said", "after", "acts", "confirmed"),
    [
        ("I go to the lake.", ANN_DIGS, [("plan", "Ann", "I go to the lake", CLAY)], True),
        (
            "You go to the lake. I bake the bricks.",
            BEN_DIGS,
            [("request", "Ben", "You go to the lake", CLAY), ("offer", "Ann", "I bake the bricks", BRICK)],
            False,
        ),
        (
            "Fine, then you dig it. I bake the bricks.",
            BEN_DIGS,
            [
                ("accept", "Ann", "Fine", {"to": ("Ben",)}),
                ("request", "Ben", "then you dig it", CLAY),
                ("offer", "Ann", "I bake the bricks", BRICK),
            ],
            False,
        ),
        (
            "I dig two now. You dig the third one.",
            BOTH_DIG,
            [
                ("plan", "Ann", "I dig two now", CLAY | {"amount": 2}),
                ("request", "Ben", "You dig the third one", CLAY | {"amount": 1}),
            ],
            True,
        ),
    ],
)
def test_who_hands_the_neglected_work_to_the_critic_does_not_give_in(
    said: str, after: str, acts: list[tuple[str, str, str, dict[str, Any]]], confirmed: bool
) -> None:
    one = case(STRAYED.format(said=f"Ann: {said}", after=after, **POT))
    blame, reply = lines(one)
    read = [act(reply, kind, who, quote, **rest) for kind, who, quote, rest in acts]
    told = found(one, reading(1), reading(2, act(blame, "criticise", "Ann", "your job", **CLAY), *read))
    assert [f.name for f in told if f.class_ == "conformity"] == ["conformity.confirmed"] * confirmed


def test_so_with_what_is_to_be_made() -> None:
    said = "Ann: You make the ladders. I craft the sticks."
    one = case(STRAYED.format(said=said, after=STICKS, **LADDERS))
    blame, reply = lines(one)
    acts = [
        act(blame, "criticise", "Ann", "your job", **LADDER),
        act(reply, "request", "Ben", "You make the ladders", **LADDER),
        act(reply, "plan", "Ann", "I craft the sticks", **STICK),
    ]
    told = found(one, reading(1), reading(2, *acts))
    assert [f.name for f in told if f.class_ == "conformity"] == []


def test_who_gives_in_after_all_gives_in() -> None:
    said = "Ann: Can you not dig it?\nBen: No, it is your part.\nAnn: All right, I dig."
    one = case(STRAYED.format(said=said, after="plan Ben: Craft a furnace.\n" + ANN_DIGS, **POT))
    blame, asked, again, reply = lines(one)
    acts = [
        act(blame, "criticise", "Ann", "your job", **CLAY),
        act(asked, "request", "Ben", "Can you not dig it?", **CLAY),
        act(again, "criticise", "Ann", "it is your part", **CLAY),
        act(reply, "accept", "Ann", "All right", to=("Ben",), **CLAY),
        act(reply, "plan", "Ann", "I dig", **CLAY),
    ]
    told = found(one, reading(1), reading(2, *acts))
    assert [f.name for f in told if f.class_ == "conformity"] == ["conformity.confirmed"]
