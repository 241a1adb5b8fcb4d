"""Broken words: what an agent could do, what it gave back, and who was to receive it."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

LOGS: dict[str, Any] = {"deed": "gather", "things": ("oak_log",)}


WOOL: dict[str, Any] = {"deed": "gather", "things": ("white_wool",)}


def test_who_waits_for_the_leather_of_its_boots_breaks_no_word() -> None:
    one = case(
        """
== boots
goal leather_boots 1
team Ann Ben
round
Ann: You hunt four leather, Ben, and I craft the leather boots.
Ben: Yes, four leather.
plan Ann: Craft leather boots.
plan Ben: Get 4 leather and give it to Ann.
Ben kills cow>leather 2
Ann waits
"""
    )
    first, second = lines(one)
    acts = (
        act(first, "plan", "Ann", "I craft the leather boots", deed="make", things=("leather_boots",)),
        act(second, "accept", "Ben", "Yes", deed="gather", things=("leather",), amount=4),
    )
    assert contradictions(found(one, reading(1, *acts))) == []


SLOPE = """
== slope
goal torch 8, oak_log 4
team Ann Ben
has Ann: wooden_pickaxe 1
round
Ann: When my coal is in, I cut one of your logs, Ben.
Ben: {reply}
plan Ann: Mine 1 coal.
plan Ben: Gather 2 oak logs.
{work}
"""


STRAYS = "Ben mines oak_log 1\nAnn mines coal_ore>coal 1 with wooden_pickaxe\nAnn kills chicken>feather 2"


@pytest.mark.parametrize(
    ("reply", "work", "broken"),
    [
        ("accept", STRAYS, ["Ann Ben"]),
        ("decline", STRAYS, []),
        ("claim", STRAYS, []),
        ("accept", f"Ben mines oak_log 2\n{STRAYS}", []),
        ("accept", f"{STRAYS}\nAnn mines oak_log 1", []),
        ("accept", "Ann tries mineBlock coal_ore 1: TIMEOUT late\nBen mines oak_log 1", []),
    ],
)
def test_a_share_that_was_promised_for_later_is_not_forgotten(
    reply: str, work: str, broken: list[str]
) -> None:
    one = case(SLOPE.format(reply="So be it.", work=work))
    first, second = lines(one)
    acts = (
        act(
            first, "offer", "Ann", "I cut one of your logs", **LOGS, work_of=("Ben",), to=("Ben",), amount=1
        ).model_copy(update={"when": "after"}),
        act(second, reply, "Ben", "So be it", to=("Ann",), **(LOGS if reply == "decline" else {})),
    )
    assert contradictions(found(one, reading(1, *acts))) == broken


def test_a_share_can_be_given_back_before_the_work() -> None:
    talk = "Ben: So be it.\nAnn: On second thoughts, you cut both logs.\nBen: Fine."
    one = case(SLOPE.replace("Ben: {reply}", talk).format(work=STRAYS))
    first, second, third, fourth = lines(one)
    offer = act(first, "offer", "Ann", "I cut one of your logs", **LOGS, work_of=("Ben",), to=("Ben",))
    acts = (
        offer.model_copy(update={"when": "after"}),
        act(second, "accept", "Ben", "So be it", to=("Ann",)),
        act(third, "request", "Ben", "you cut both logs", **LOGS, amount=2),
        act(fourth, "accept", "Ben", "Fine", **LOGS, to=("Ann",)),
    )
    assert contradictions(found(one, reading(1, *acts))) == []
    assert contradictions(found(one, reading(1, *acts[:2]))) == ["Ann Ben"]


@pytest.mark.parametrize(("lacks", "broken"), [(True, ["Ann Ben"]), (False, [])])
def test_an_offer_for_a_case_that_occurs_holds_without_a_yes(lacks: bool, broken: list[str]) -> None:
    one = case(
        """
== case
goal coal 1, white_wool 2
team Ann Ben
has Ann: wooden_pickaxe 1, shears 1
round
Ann: If you find no sheep, Ben, I shear one for you.
Ben: I see.
plan Ann: Mine 1 coal.
plan Ben: Shear 2 white wool.
Ann mines coal_ore>coal 1 with wooden_pickaxe
Ben shears sheep>white_wool 1
then
Ben!: I have no wool.
Ann kills cow>beef 2
Ann mines poppy 2
"""
    )
    first, _, third = lines(one)
    offer = act(first, "offer", "Ann", "I shear one for you", **WOOL, work_of=("Ben",), to=("Ben",))
    acts = [offer.model_copy(update={"when": "if"})]
    acts += (
        [act(third, "claim", "Ben", "I have no wool", deed="lack", things=("white_wool",))] if lacks else []
    )
    assert contradictions(found(one, reading(1, *acts))) == broken


def test_who_brings_material_to_its_own_work_promises_no_gift() -> None:
    one = case(
        """
== jukebox
goal jukebox 1
team Ann Ben
has Ann: diamond 1
round
Ann: I bring the diamond, and also the wood.
plan Ann: Cut 2 oak logs, craft the jukebox.
plan Ben: Keep watch.
Ann mines oak_log 1
Ann tries mineBlock oak_log 1: TIMEOUT bees
Ben waits
"""
    )
    (said,) = lines(one)
    acts = (
        act(said, "plan", "Ann", "I bring the diamond", deed="give", things=("diamond",)),
        act(said, "plan", "Ann", "also the wood", **LOGS),
    )
    assert contradictions(found(one, reading(1, *acts))) == []


def test_the_second_of_two_promised_gifts_is_not_forgotten() -> None:
    one = case(
        """
== two
goal leather_boots 1, fishing_rod 1
team Ann Ben Cem
round
Ann: Ben gets four leather, and after that Cem gets two string.
plan Ann: Gather 4 leather for Ben and 2 string for Cem.
plan Ben: Craft leather boots.
plan Cem: Craft a fishing rod.
Ann kills cow>leather 4
Ann gives Ben leather 4
Ann mines oak_log 2
Ann crafts oak_planks 8
"""
    )
    (said,) = lines(one)
    acts = (
        act(said, "plan", "Ann", "Ben gets four leather", deed="give", things=("leather",), to=("Ben",)),
        act(
            said, "plan", "Ann", "Cem gets two string", deed="give", things=("string",), to=("Cem",)
        ).model_copy(update={"when": "later"}),
    )
    assert contradictions(found(one, reading(1, *acts))) == ["Ann Cem"]


@pytest.mark.parametrize(
    ("goal", "has", "peer", "own", "target"),
    [
        ("oak_boat 1", "", "Keep watch.", "Cut 2 oak logs for Ann.", "Ann"),
        ("oak_boat 1", "", "Keep watch.", "Cut 2 oak logs, no need to wait for Ann.", ""),
        ("oak_boat 1", "", "Craft the oak boat.", "Cut 2 oak logs.", "Ann"),
        ("oak_boat 1", "has Ann: oak_log 2", "Craft the oak boat.", "Cut 2 oak logs.", ""),
        ("oak_log 2, oak_boat 1", "", "Craft the oak boat.", "Cut 2 oak logs.", ""),
        ("oak_boat 1", "", "Craft the oak boat.", "Cut 2 oak logs and craft 4 planks.", ""),
    ],
)
def test_the_receiver_is_read_from_the_parts(goal: str, has: str, peer: str, own: str, target: str) -> None:
    one = case(
        f"""
== meat
goal {goal}
team Ann Ben Cem
{has}
round
Ben: I cut the logs now.
plan Ann: {peer}
plan Cem: Keep watch.
plan Ben: {own}
Ben kills cow>beef 2
"""
    )
    (said,) = lines(one)
    plan = act(said, "plan", "Ben", "I cut the logs", **LOGS)
    assert contradictions(found(one, reading(1, plan))) == [f"Ben {target}"]


@pytest.mark.parametrize(("who", "target"), [("Ben", "Cem"), ("Ben Cem", "")])
def test_who_asked_for_it_was_to_get_it(who: str, target: str) -> None:
    one = case(
        """
== asked
goal oak_boat 1
team Ann Ben Cem
round
Ann: Logs for Cem!
Ben: I cut the logs now.
plan Ann: Keep watch.
plan Cem: Keep watch.
plan Ben: Cut 2 oak logs.
Ben kills cow>beef 2
"""
    )
    first, second = lines(one)
    acts = (
        act(first, "request", who, "Logs for Cem", **LOGS, to=("Cem",)),
        act(second, "plan", "Ben", "I cut the logs", **LOGS),
    )
    assert contradictions(found(one, reading(1, *acts))) == [f"Ben {target}"]


@pytest.mark.parametrize(
    ("part", "broken"), [("Hand 6 oak planks to Ben.", ["Ann Ben"]), ("Craft 1 chest.", [])]
)
def test_what_the_part_has_an_agent_hand_over_is_not_given_by_getting_more(
    part: str, broken: list[str]
) -> None:
    one = case(
        f"""
== planks
goal bookshelf 1
team Ann Ben
has Ann: oak_planks 8
round
Ann: I bring my planks.
plan Ann: {part}
plan Ben: Craft 1 bookshelf.
Ann mines oak_log 2
"""
    )
    (said,) = lines(one)
    plan = act(said, "plan", "Ann", "I bring my planks", deed="give", things=("oak_planks",), amount=6)
    assert contradictions(found(one, reading(1, plan))) == broken


def test_who_needs_the_thing_that_was_left_was_to_get_it() -> None:
    one = case(
        """
== rod
goal leather_boots 1, fishing_rod 1
team Ann Ben Cem
round
Ann: I hunt four leather and collect two string.
plan Ann: Gather 4 leather and 2 string.
plan Ben: Craft leather boots.
plan Cem: Craft a fishing rod.
Ann kills cow>leather 4
Ann mines oak_log 2
Ann mines poppy 2
"""
    )
    (said,) = lines(one)
    acts = (
        act(said, "plan", "Ann", "I hunt four leather", deed="gather", things=("leather",), amount=4),
        act(said, "plan", "Ann", "collect two string", deed="gather", things=("string",), amount=2),
    )
    assert contradictions(found(one, reading(1, *acts))) == ["Ann Cem"]


@pytest.mark.parametrize("model", [True, False])
@pytest.mark.parametrize(("work", "broken"), [("dandelion 4", ["Ben "]), ("wheat 1", [])])
def test_only_a_model_reads_a_promise_about_the_part_in_a_line_at_work(
    work: str, broken: list[str], *, model: bool
) -> None:
    one = case(
        f"""
== field
goal bread 1
team Ann Ben
round
Ann: Ben does the wheat.
plan Ann: Wait.
plan Ben: Gather 3 wheat.
Ann waits
then
Ben!: I reap the wheat now.
then
Ben mines {work}
"""
    )
    first, second = lines(one)
    acts = (
        act(first, "request", "Ben", "Ben does the wheat", deed="gather", things=("wheat",)),
        act(second, "plan", "Ben", "I reap the wheat now", deed="gather", things=("wheat",)),
    )
    assert contradictions(found(one, *([reading(1, *acts)] if model else []))) == (broken if model else [])
