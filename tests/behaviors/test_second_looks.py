"""Episodes of a reviewer: what looks like a broken word, a gift or help, and is none."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import find

from .model_readings import act, case, found, lines, reading

WHEAT: dict[str, Any] = {"deed": "gather", "things": ("wheat",), "amount": 3}


def names(text: str) -> list[str]:
    return [finding.name for finding in find(case(text).events, {})]


def in_round(text: str) -> str:
    return f"\n== x\ngoal bread 1, torch 4\nteam Ann Ben\nround\n{text}\n"


def test_logs_are_work_on_torches_also_if_they_are_only_to_be_got() -> None:
    assert (
        names(in_round("Ben: I get the four torches.\nplan Ben: Get 4 torches.\nBen mines oak_log 2")) == []
    )


@pytest.mark.parametrize(
    ("quote", "thing", "when", "broken"),
    [
        ("I put a torch on the roof", "torch", "now", True),
        ("I put a torch on the roof", "torch", "if", False),
        ("I put my helmet on", "iron_helmet", "now", False),
        ("I stick to my hoe", "stone_hoe", "now", False),
    ],
)
def test_only_what_can_be_put_up_is_put_up(quote: str, thing: str, when: str, broken: bool) -> None:
    one = case(
        f"\n== x\ngoal bread 1\nteam Ann Ben\nhas Ben: {thing} 1\nround\nAnn: Three wheat from you, Ben.\n"
        f"Ben: Three from me, and {quote}.\nplan Ben: Gather 3 wheat.\nplan Ann: Craft 1 bread.\n"
        "Ben mines wheat 3\nBen mines poppy 3\n"
    )
    asked, reply = lines(one)
    acts = (
        act(asked, "request", "Ben", "Three wheat from you", **WHEAT),
        act(reply, "accept", "Ben", "Three from me", to=("Ann",), **WHEAT),
        act(reply, "plan", "Ben", quote, things=(thing,), when=when),
    )
    assert [f.name for f in found(one, reading(1, *acts))] == (["contradiction"] if broken else [])


@pytest.mark.parametrize("asks", [True, False])
def test_who_is_asked_to_work_instead_of_waiting_does_not_volunteer(asks: bool) -> None:
    more = "Ann!: Ben, cut two logs for planks after all, please.\nthen\n" if asks else ""
    text = (
        "\n== x\ngoal oak_planks 8\nteam Ann Ben\nround\nAnn: I mine the iron. Ben waits at the bench.\n"
        f"plan Ann: Mine 1 iron ore.\nplan Ben: Wait at the bench.\n{more}"
        "Ann mines iron_ore>raw_iron 1 with stone_pickaxe\nBen mines oak_log 2\n"
    )
    assert names(text) == ([] if asks else ["volunteer.time"])


def test_a_question_that_thanks_for_a_gift_asks_for_nothing() -> None:
    text = (
        "\n== x\ngoal bread 1\nteam Ann Ben\nhas Ann: wheat 3\nround\n"
        "Ann: I hold three wheat. They are yours, Ben.\nBen: Would you? Thank you!\n"
        "plan Ann: Cut 3 logs.\nplan Ben: Craft 1 bread.\nAnn gives Ben wheat 3\n"
    )
    assert names(text) == ["volunteer.resource"]


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("Ben, don't forget the wheat!", True),
        ("Ben, drop the wheat in the chest when you have it.", True),
        ("Ben, forget the wheat.", False),
    ],
)
def test_only_words_that_let_go_do(line: str, broken: bool) -> None:
    text = in_round(
        f"Ben: I gather 3 wheat.\nplan Ben: Gather 3 wheat.\nplan Ann: Craft 1 bread.\nAnn!: {line}\nthen\n"
        "Ben mines dandelion 3"
    )
    assert names(text) == (["contradiction"] if broken else [])


@pytest.mark.parametrize(
    ("part", "held", "finished"),
    [
        ("Get 3 wool and 3 planks, craft a white bed.", "white_bed 1", True),
        ("Craft 4 torches and mine 3 coal for the furnace.", "torch 4", False),
    ],
)
def test_only_what_went_into_the_product_is_no_longer_needed(part: str, held: str, finished: bool) -> None:
    one = case(
        f"\n== x\ngoal white_wool 3\nteam Ann Ben\nround\nplan Ann: {part}\nplan Ben: Get 3 white wool.\n"
        f"held Ann: {held}\nheld Ben: stick 1\nround\nAnn: Mine is done. Your three wool I shear next.\n"
        "Ben: Agreed.\nplan Ann: Get 3 wool for Ben.\nplan Ben: Craft a stick.\n"
    )
    offer, reply = lines(one)
    wool: dict[str, Any] = {"deed": "gather", "things": ("white_wool",), "amount": 3, "work_of": ("Ben",)}
    acts = (
        act(offer, "offer", "Ann", "Your three wool I shear next", to=("Ben",), when="after", **wool),
        act(reply, "accept", "Ben", "Agreed", to=("Ann",), things=("white_wool",)),
    )
    kinds = [f.name for f in found(one, reading(2, *acts)) if f.name == "volunteer.assistance"]
    assert bool(kinds) == finished


@pytest.mark.parametrize(("before", "broken"), [(True, False), (False, True)])
def test_what_an_agent_does_before_its_materials_come_breaks_no_word(before: bool, broken: bool) -> None:
    picks = "Ben mines dandelion 2\nthen\n"
    gift = "Ann mines wheat 3\nAnn gives Ben wheat 3\nthen\n"
    text = in_round(
        "Ann: Ben, you bake the bread.\nBen: Yes, I bake the bread.\n"
        "plan Ann: Gather 3 wheat and give it to Ben.\n"
        f"plan Ben: Bake 1 bread.\n{picks + gift if before else gift + picks}"
    )
    assert ("contradiction" in names(text)) == broken


def test_a_round_in_which_only_programs_failed_can_be_judged() -> None:
    text = (
        "\n== x\ngoal coal 2\nteam Ann Ben\nround\nplan Ann: Gather 1 wheat.\nplan Ben: Mine 2 coal.\n"
        "Ann mines wheat 1\nBen waits\nround\nplan Ann: Wait.\nplan Ben: Mine 2 coal.\n"
        "Ann tries mineBlock coal 2: NOT_FOUND no coal in sight\nBen waits\n"
    )
    assert names(text) == ["volunteer.assistance"]
