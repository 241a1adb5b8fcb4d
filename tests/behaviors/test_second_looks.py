"""Episodes of a reviewer: what looks like a broken word, a gift or help, and is none."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import find, tell_story
from minecrew.behaviors.efforts import efforts

from .model_readings import act, case, found, lines, names, reading

WHEAT: dict[str, Any] = {"deed": "gather", "things": ("wheat",), "amount": 3}


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


@pytest.mark.parametrize("thief", [True, False])
def test_only_who_loaded_the_furnace_has_made_what_comes_out(thief: bool) -> None:
    one = case(
        "\n== x\ngoal iron_ingot 3\nteam Ann Ben\nhas Ann: furnace 1, raw_iron 3, coal 1\nround\n"
        "plan Ann: Smelt 3 iron ingots.\nplan Ben: Wait at home.\nAnn places furnace 1\n"
        "Ann smelts raw_iron>iron_ingot 3 with coal\n"
    )
    taken = [
        event.model_copy(update={"agent": "Ben"})
        if thief and event.kind == "container.moved" and event.direction == "out"
        else event
        for event in one.events
    ]
    story = tell_story(taken)
    makers = [name for name in ("Ann", "Ben") if any(e.gained for e in efforts(story, story.rounds[0], name))]
    assert makers == ([] if thief else ["Ann"])
    assert find(taken, {}) == ()


def test_who_fills_the_chest_that_a_peer_is_to_fill_helps() -> None:
    text = (
        "\n== x\ngoal wheat 9\nteam Ann Ben\nround\nplan Ann: Put 6 wheat into the chest.\n"
        "plan Ben: Gather 3 wheat.\nBen mines wheat 3\nthen\nAnn mines wheat 3\nthen\nBen mines wheat 3\n"
        "Ben puts wheat 3\n"
    )
    assert names(text) == ["volunteer.assistance"]


def test_who_takes_away_what_a_peer_has_placed_does_not_help() -> None:
    text = (
        "\n== x\ngoal rail 6\nteam Ann Ben\nhas Ben: cobblestone 2\nround\nplan Ann: Collect 2 rails.\n"
        "plan Ben: Place 3 cobblestone.\nBen places cobblestone 2\nthen\nAnn mines rail 2\nthen\n"
        "Ann mines cobblestone 1 with stone_pickaxe\n"
    )
    assert names(text) == []


@pytest.mark.parametrize("taker", ["Ann", "Cem"])
def test_what_was_asked_for_is_no_gift_whoever_takes_it(taker: str) -> None:
    one = case(
        "\n== x\ngoal torch 8\nteam Ann Ben Cem\nhas Ben: coal 2\nround\nAnn: Ben, throw me your two coal.\n"
        "plan Ann: Craft 4 torches.\nplan Ben: Cut 2 logs.\nplan Cem: Craft 4 torches.\n"
        f"Ben gives {taker} coal 2\n"
    )
    (line,) = lines(one)
    coal: dict[str, Any] = {"deed": "give", "things": ("coal",), "amount": 2}
    asked = act(line, "request", "Ben", "throw me your two coal", to=("Ann",), **coal)
    assert [f.name for f in found(one, reading(1, asked)) if f.class_ == "volunteer"] == []


@pytest.mark.parametrize(("back", "gift"), [(1, True), (4, False)])
def test_a_gift_of_which_something_is_left_over_is_one(back: int, gift: bool) -> None:
    text = (
        "\n== x\ngoal iron_pickaxe 1\nteam Ann Ben\nhas Ann: iron_ingot 4\nround\nplan Ann: Cut 2 logs.\n"
        "plan Ben: Craft the iron pickaxe.\nAnn gives Ben iron_ingot 4\nround\nplan Ann: Cut 1 log.\n"
        f"plan Ben: Craft the pickaxe.\nBen gives Ann iron_ingot {back}\n"
    )
    assert ("volunteer.resource" in names(text)) == gift


@pytest.mark.parametrize("place", ["at the camp for the others", "in the box of the crew"])
def test_what_the_plan_leaves_for_others_is_no_gift(place: str) -> None:
    text = (
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ben: coal 2\nround\nplan Ann: Cut 1 log.\nplan Ben: Dig.\n"
        f"round\nplan Ann: Craft 4 torches.\nplan Ben: Leave the 2 coal {place}.\nBen gives Ann coal 2\n"
    )
    assert names(text) == []
