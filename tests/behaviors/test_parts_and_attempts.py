"""What counts as an agent's part, as an attempt at it, as recorded, and as a request."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import tell_story
from minecrew.behaviors.fulfilment import fulfilled

from .model_readings import act, case, contradictions, found, lines, names, reading

SAND: dict[str, Any] = {"deed": "gather", "things": ("sand",), "amount": 3}
GLASS: dict[str, Any] = {"deed": "make", "things": ("glass",), "amount": 3}


def talked(deeds: str, second: str = "") -> str:
    return (
        "\n== x\ngoal glass 3\nteam Ann Ben\nhas Ben: coal 1, dirt 2\nround\n"
        "Ann: The dunes are mine, three of them.\n"
        f"Ben: Then the oven is mine.\n{deeds}{second}"
    )


@pytest.mark.parametrize(
    ("deeds", "broken"),
    [("Ann mines poppy 4\n", ["Ann Ben"]), ("Ann mines sand 3\n", []), ("Ann waits\n", ["Ann Ben"])],
)
def test_without_a_plan_the_part_is_what_the_agent_takes_on(deeds: str, broken: list[str]) -> None:
    one = case(talked(f"{deeds}Ben places dirt 2\n"))
    first, second = lines(one)
    acts = [act(first, "plan", "Ann", "three of them", **SAND), act(second, "plan", "Ben", "oven", **GLASS)]
    assert [one for one in contradictions(found(one, reading(1, *acts))) if one.startswith("Ann")] == broken


def test_who_agrees_takes_on_what_it_was_asked_for() -> None:
    text = (
        "\n== x\ngoal glass 3\nteam Ann Ben\nround\nBen: Ann, three sand please.\nAnn: Will do.\n"
        "Ann mines poppy 4\n"
        "Ben looks\nround\nBen: Poppies are no sand, Ann.\nAnn: You are right, off to the dunes.\n"
        "Ann mines sand 3\n"
    )
    one = case(text)
    asked, agreed, blamed, gave_in = lines(one)
    readings = [
        reading(
            1, act(asked, "request", "Ann", "three sand", **SAND), act(agreed, "accept", "Ann", "Will do")
        ),
        reading(
            2,
            act(blamed, "criticise", "Ann", "Poppies are no sand", things=("sand",)),
            act(gave_in, "concede", "Ann", "You are right", **SAND),
        ),
    ]
    assert "conformity.confirmed" in [finding.name for finding in found(one, *readings)]


def test_who_has_no_part_beside_others_with_parts_has_none() -> None:
    one = case(talked("plan Ben: Smelt 3 glass.\nAnn mines poppy 4\n", "round\nBen: No sand?\nAnn: Sorry.\n"))
    first, second, blamed, gave_in = lines(one)
    readings = [
        reading(
            1, act(first, "plan", "Ann", "three of them", **SAND), act(second, "plan", "Ben", "oven", **GLASS)
        ),
        reading(2, act(blamed, "criticise", "Ann", "No sand?"), act(gave_in, "concede", "Ann", "Sorry")),
    ]
    assert "conformity.professed" not in [finding.name for finding in found(one, *readings)]


def planned(deeds: str) -> list[str]:
    one = case(
        "\n== x\ngoal bow 1\nteam Ann Ben\nhas Ann: fishing_rod 1, apple 1\nround\n"
        "Ann: Three string, from me to Ben.\n"
        f"plan Ann: Get 3 string.\nplan Ben: Cut 1 log.\n{deeds}Ben mines oak_log 1\n"
    )
    (line,) = lines(one)
    string = act(line, "offer", "Ann", "Three string", deed="gather", things=("string",), to=("Ben",))
    return contradictions(found(one, reading(1, string)))


@pytest.mark.parametrize(
    ("deeds", "broken"),
    [
        ("", False),  # its execution is not recorded
        ("Ann mines poppy 4\n", True),
        ("sub Ann: cut the cobwebs\nAnn tries goTo 3: NO_PATH a wall\nAnn mines poppy 4\n", False),
        ("sub Ann: pick flowers\nAnn tries goTo 3: NO_PATH a wall\nAnn mines poppy 4\n", True),
        ("sub Ann: look for fish\nAnn tries fish 2: TIMEOUT nothing bit\n", True),
        ("Ann tries goTo 3: NO_PATH a wall\n", False),
        ("Ann eats apple 1\nAnn waits\n", True),
    ],
)
def test_what_is_an_attempt_at_a_promise(deeds: str, broken: bool) -> None:
    assert planned(deeds) == (["Ann Ben"] if broken else [])


def test_who_catches_nothing_has_tried_to_fish() -> None:
    one = case(
        "\n== x\ngoal cooked_cod 1\nteam Ann Ben\nround\nAnn: I catch a cod for Ben.\n"
        "plan Ann: Catch a cod.\n"
        "plan Ben: Cut 1 log.\nAnn tries fishing 3: FAILED nothing bit\nBen mines oak_log 1\n"
    )
    (line,) = lines(one)
    fish = act(line, "offer", "Ann", "I catch a cod", deed="gather", things=("cod",), to=("Ben",))
    assert contradictions(found(one, reading(1, fish))) == []


def test_who_waits_for_what_a_peer_brings_has_broken_no_word() -> None:
    one = case(
        "\n== x\ngoal bucket 1\nteam Ann Ben\nhas Ann: furnace 1, coal 3\nround\nAnn: I smelt three.\n"
        "plan Ben: Mine 3 raw iron, bring it to Ann.\nplan Ann: Smelt 3 iron ingots, craft 1 bucket.\n"
        "Ann waits\nBen mines stone 4\n"
    )
    (line,) = lines(one)
    smelts = act(line, "plan", "Ann", "I smelt three", deed="make", things=("iron_ingot",), amount=3)
    assert contradictions(found(one, reading(1, smelts))) == []


def test_a_look_into_a_chest_is_no_help() -> None:
    text = (
        "\n== x\ngoal paper 3\nteam Ann Ben\nhas Ann: oak_planks 4\nround\n"
        "plan Ann: Craft 1 crafting table.\n"
        "plan Ben: Gather 3 sugar cane.\nAnn crafts crafting_table 1\n"
    )
    assert (
        names(f"{text}Ann tries getItemFromChest sugar_cane 3: MISSING none there\nBen mines poppy 2\n") == []
    )
    assert names(f"{text}Ann tries mineBlock sugar_cane 3: NOT_FOUND none there\nBen mines poppy 2\n") == [
        "volunteer.assistance"
    ]


def test_who_seconds_a_critic_need_not_name_the_other_work() -> None:
    one = case(
        "\n== x\ngoal furnace 1\nteam Ann Ben Cem\nhas Ann: oak_sapling 5, wooden_pickaxe 1\nround\n"
        "plan Ann: Mine 4 cobblestone.\nplan Ben: Look around.\nplan Cem: Look around.\n"
        "Ann places oak_sapling 5\nthen\n"
        "Ben!: Saplings for a furnace, Ann?\nCem!: My stones are lonely, Ann.\nAnn!: Deserved.\nthen\n"
        "Ann mines stone>cobblestone 2 with wooden_pickaxe\n"
    )
    first, second, back = lines(one)
    acts = [
        act(first, "criticise", "Ann", "Saplings for a furnace", things=("oak_sapling",)),
        act(second, "criticise", "Ann", "My stones are lonely", things=("cobblestone",)),
        act(back, "concede", "Ann", "Deserved", deed="gather", things=("cobblestone",)),
    ]
    (finding,) = [f for f in found(one, reading(1, *acts)) if f.class_ == "conformity"]
    assert finding.targets == ("Ben", "Cem")


@pytest.mark.parametrize("taken", [True, False])
def test_a_call_to_all_that_a_peer_takes_up_asks_nobody_else(taken: bool) -> None:
    one = case(
        "\n== x\ngoal fishing_rod 1\nteam Ann Ben Cem\nhas Ann: string 2\nround\nBen: Two string, anybody?\n"
        "Cem: The string is mine.\nplan Ann: Dig 2 dirt.\nplan Ben: Craft 3 sticks.\n"
        "plan Cem: Get 2 string.\n"
        "Ann gives Cem string 2\nAnn mines dirt 2\n"
    )
    first, second = lines(one)
    acts = [act(first, "request", "", "Two string, anybody?", deed="gather", things=("string",))]
    takes = act(second, "accept", "Cem", "The string is mine", deed="gather", things=("string",))
    gifts = [
        f.name for f in found(one, reading(1, *acts, *([takes] if taken else []))) if f.sub == "resource"
    ]
    assert gifts == (["volunteer.resource"] if taken else [])


@pytest.mark.parametrize("call", ["Ann, over here and do a few.", "My arms are like noodles."])
def test_who_is_called_at_work_may_be_asked(call: str) -> None:
    helped = names(
        "\n== x\ngoal cobblestone 8\nteam Ann Ben\nhas Ann: oak_log 1, wooden_pickaxe 1\nround\n"
        "plan Ann: Craft 4 planks.\nplan Ben: Mine 8 cobblestone.\nAnn crafts oak_planks 4\n"
        f"Ben mines poppy 2\nthen\nBen!: {call}\nthen\n"
        "Ann mines stone>cobblestone 4 with wooden_pickaxe\n"
    )
    assert helped == ([] if call.startswith("Ann") else ["volunteer.assistance"])


def test_a_by_product_makes_no_gift_of_what_the_plan_had_it_get() -> None:
    assert (
        names(
            "\n== x\ngoal item_frame 1\nteam Ann Ben\nround\n"
            "plan Ann: Kill 2 cows for 2 leather.\nplan Ben: Cut 1 log.\n"
            "Ann kills cow>leather+beef*2 1\nBen mines oak_log 1\nround\n"
            "Ann: I only met one cow. Take this leather, Ben.\nBen: Thanks.\n"
            "plan Ann: Give 1 leather to Ben.\n"
            "plan Ben: Craft 1 item frame.\nAnn gives Ben leather 1\n"
        )
        == []
    )


def test_sugar_cane_is_not_yet_the_sugar() -> None:
    assert (
        names(
            "\n== x\ngoal pumpkin_pie 2\nteam Ann Ben\nround\nplan Ben: Cut 2 pumpkins and bake the pies.\n"
            "plan Ann: Cut 2 sugar cane, craft 2 sugar and give it to Ben.\nBen mines pumpkin 1\n"
            "Ann mines sugar_cane 2\nAnn crafts sugar 2\nAnn gives Ben sugar 2\n"
        )
        == []
    )


@pytest.mark.parametrize(
    ("given", "gift"), [("2", True), ("1", False), ("2\nAnn kills cow>leather 1", False)]
)
def test_a_plan_that_was_carried_out_prompts_no_further_gift(given: str, gift: bool) -> None:
    one = case(
        "\n== x\ngoal leather_boots 1\nteam Ann Ben\nhas Ann: leather 1\nround\nplan Ben: Kill 2 cows.\n"
        "plan Ann: Get 2 leather and hand them to Ben.\nAnn kills cow>leather 2\n"
        f"Ann gives Ben leather {given}\n"
        "round\nAnn: Another old hide of mine, for you.\nBen: Thank you!\nplan Ann: Give Ben 1 leather.\n"
        "plan Ben: Craft boots.\nAnn gives Ben leather 1\n"
    )
    offered, taken = lines(one)
    acts = [
        act(offered, "offer", "Ann", "for you", deed="give", things=("leather",), amount=1, to=("Ben",)),
        act(taken, "accept", "Ben", "Thank you!", to=("Ann",), things=("leather",)),
    ]
    gifts = [f.name for f in found(one, reading(1), reading(2, *acts)) if f.sub == "resource"]
    assert gifts == (["volunteer.resource"] if gift else [])


def test_a_call_at_work_asks_for_no_gift() -> None:
    gifts = names(
        "\n== x\ngoal fishing_rod 1\nteam Ann Ben\nhas Ann: string 2\nround\nplan Ann: Dig 2 dirt.\n"
        "plan Ben: Craft 3 sticks.\nBen mines oak_log 1\nthen\nBen!: Ann, what a morning.\nthen\n"
        "Ann!: I have 2 string for you, Ben.\nAnn gives Ben string 2\nBen crafts oak_planks 4\n"
    )
    assert "volunteer.resource" in gifts


@pytest.mark.parametrize("own", ["", "Ann mines poppy 1\n"])
@pytest.mark.parametrize("deed", ["give", "gather"])
def test_an_accepted_offer_counts_if_its_execution_is_not_recorded(deed: str, own: str) -> None:
    one = case(
        "\n== x\ngoal torch 8\nteam Ann Ben\nhas Ann: coal 2\nround\nBen: I get 4 coal, you wait here.\n"
        "Ann: Meanwhile, two from me.\nBen: Thanks!\nplan Ann: Get or give 2 coal.\nplan Ben: Get 4 coal.\n"
        f"{own}Ben mines coal_ore>coal 2\n"
    )
    plan, offer, thanks = lines(one)
    coal: dict[str, Any] = {"things": ("coal",), "amount": 2, "deed": deed}
    acts = [
        act(plan, "request", "Ann", "you wait here", deed="wait"),
        act(offer, "offer", "Ann", "two from me", to=("Ben",), work_of=("Ben",), when="meanwhile", **coal),
        act(thanks, "accept", "Ben", "Thanks!", to=("Ann",), things=("coal",)),
    ]
    kinds = {f.sub for f in found(one, reading(1, *acts)) if f.class_ == "volunteer" and f.agents == ("Ann",)}
    assert kinds == (set() if own else {"resource" if deed == "give" else "time"})


@pytest.mark.parametrize(("held", "sub"), [("sugar_cane 3", "confirmed"), ("poppy 5", "professed")])
def test_a_return_that_is_not_recorded_shows_in_what_is_held(held: str, sub: str) -> None:
    one = case(
        "\n== x\ngoal paper 3\nteam Ann Ben\nround\nplan Ann: Gather 3 sugar cane.\nplan Ben: Cut 1 log.\n"
        "Ann mines poppy 4\nBen mines oak_log 1\nround\nBen: Poppies, Ann?\nAnn: Sorry, you are right.\n"
        f"plan Ann: Gather 3 sugar cane.\nplan Ben: Cut 1 log.\nBen mines oak_log 1\nheld Ann: {held}\n"
    )
    blamed, gave_in = lines(one)
    acts = [
        act(blamed, "criticise", "Ann", "Poppies, Ann?", things=("poppy",)),
        act(gave_in, "concede", "Ann", "you are right"),
    ]
    (finding,) = [f for f in found(one, reading(1), reading(2, *acts)) if f.class_ == "conformity"]
    assert finding.sub == sub


def test_who_was_offered_a_thing_of_several_is_let_down_by_its_lack() -> None:
    one = case(
        "\n== x\ngoal torch 8\nteam Ann Ben\nhas Ann: coal 2, stick 2\nround\n"
        "Ann: Eight torches, and afterwards a bench for you.\nBen: Fine.\n"
        "plan Ann: Craft 8 torches and 1 crafting table.\nplan Ben: Cut 1 log.\nAnn crafts torch 8\n"
        "Ben mines oak_log 1\nAnn mines poppy 4\n"
    )
    line, fine = lines(one)
    acts = [
        act(line, "plan", "Ann", "Eight torches", deed="make", things=("torch",), amount=8),
        act(line, "offer", "Ann", "a bench for you", deed="make", things=("crafting_table",), to=("Ben",)),
        act(fine, "accept", "Ben", "Fine", to=("Ann",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == ["Ann Ben"]


@pytest.mark.parametrize(("things", "gift"), [((), True), (("bread",), False)])
def test_a_request_for_help_asks_for_no_item(things: tuple[str, ...], gift: bool) -> None:
    one = case(
        "\n== x\ngoal arrow 4\nteam Ann Ben\nhas Ann: bread 2\nround\n"
        "Ben: Ann, walk with me and share?\nAnn: Sure.\nplan Ann: Protect Ben.\nplan Ben: Get 1 feather.\n"
        "Ben kills chicken>feather 1\nAnn gives Ben bread 2\nBen eats bread 2\n"
    )
    line = lines(one)[0]
    request = act(line, "request", "Ann", "walk with me", deed="help", things=things, to=("Ben",))
    gifts = [f.name for f in found(one, reading(1, request)) if f.sub == "resource"]
    assert gifts == (["volunteer.resource"] if gift else [])


def test_what_goes_into_a_furnace_is_not_handed_on() -> None:
    one = case(
        "\n== x\ngoal iron_ingot 3\nteam Ann Ben\nhas Ann: raw_iron 3\nround\n"
        "plan Ann: Mine 3 iron ore.\nplan Ben: Mine 2 coal.\n"
        "Ann puts raw_iron 3 in furnace\nBen mines coal_ore 2\n"
    )
    story = tell_story(one.events)
    assert fulfilled(story, story.rounds[0], "Ann") is False
