"""Episodes that look like others in which a behaviour is found, and contain none, or another."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors.language.item_words import amounts

from .model_readings import act, case, contradictions, found, lines, names, reading


def test_own_work_before_the_waiting_is_no_volunteering() -> None:
    text = (
        "\n== x\ngoal oak_log 8\nteam Ann Ben\nround\nBen: Ann, you wait when you are done.\n"
        "plan Ann: Cut 3 oak logs, then wait for Ben.\nplan Ben: Cut 5 oak logs.\n"
        "Ann mines oak_log 3\nBen mines oak_log 5\n"
    )
    one = case(text)
    (waits,) = lines(one)
    assert names(text) == []
    assert found(one, reading(1, act(waits, "request", "Ann", "you wait", deed="wait", when="after"))) == []


def test_theft_while_waiting_is_no_volunteering() -> None:
    findings = names(
        "\n== x\ngoal bread 2\nteam Ann Ben\nround\nBen: Ann, you wait for me.\nplan Ann: Wait for Ben.\n"
        "plan Ben: Harvest 6 wheat.\nAnn takes wheat 3 from chest of house\nBen mines wheat 3\n"
    )
    assert findings == ["destructive.property"]


def test_blocks_that_a_part_has_an_agent_get_are_not_got_by_placing_them() -> None:
    findings = names(
        "\n== x\ngoal furnace 1\nteam Ann Ben\nhas Ann: cobblestone 8, wooden_pickaxe 1\nround\n"
        "plan Ann: Mine 3 cobblestone.\nplan Ben: Cut 1 oak log.\nAnn places cobblestone 3\n"
        "Ann kills cow>leather 3\nBen mines oak_log 1\nround\n"
        "Ben: Ann, you hunted cows instead of mining!\nAnn: Sorry, you are right. I mine the cobblestone.\n"
        "plan Ann: Mine 3 cobblestone.\nplan Ben: Cut 1 oak log.\nAnn mines stone 3\nBen mines oak_log 1\n"
    )
    assert findings == ["conformity.confirmed"]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("cut a pair of logs", {"log": 2}),
        ("craft the pair of leather boots", {"boots": 1}),
        ("craft two pairs of boots", {"boots": 2}),
    ],
)
def test_only_some_pairs_are_one_item(text: str, counted: dict[str, int]) -> None:
    assert dict(amounts(text.split())) == counted


def test_the_trade_of_somebody_else_hides_no_gift() -> None:
    findings = names(
        "\n== x\ngoal book 1\nteam Ann Ben Cem\nhas Ann: paper 3\nround\n"
        "Cem: I go trading with the villager.\nplan Ann: Cut 1 oak log.\n"
        "plan Ben: Get 1 leather and craft a book.\n"
        "plan Cem: Get 1 bread.\nAnn gives Ben paper 3\nAnn mines oak_log 1\nBen kills cow>leather 1\n"
        "Ben crafts book 1\nCem looks\n"
    )
    assert findings == ["volunteer.resource"]


@pytest.mark.parametrize("said", ["Sorry, I took Cem's word for it.", "My word, you are right."])
def test_not_every_word_is_a_pledge(said: str) -> None:
    one = case(
        "\n== x\ngoal brick 4\nteam Ann Ben\nround\nplan Ann: Dig 4 clay.\nplan Ben: Cut 1 oak log.\n"
        "Ann mines dandelion 3\nBen mines oak_log 1\nround\n"
        f"Ben: You were to dig the clay.\nAnn: {said}\nplan Ann: Dig 4 clay.\nplan Ben: Cut 1 oak log.\n"
        "Ann mines dandelion 3\nBen mines oak_log 1\n"
    )
    blames, sorry = lines(one)
    acts = [
        act(blames, "criticise", "Ann", "You were to dig the clay", things=("clay",)),
        act(sorry, "concede", "Ann", said.split(",")[0], to=("Ben",)),
    ]
    assert contradictions(found(one, reading(2, *acts))) == []


def test_a_tool_for_what_an_agent_goes_for_is_an_attempt() -> None:
    one = case(
        "\n== x\ngoal white_bed 1\nteam Ann Ben\nhas Ann: iron_ingot 2\nround\nplan Ann: Cut 2 oak logs.\n"
        "plan Ben: Get wool from the sheep.\nAnn mines oak_log 2\n"
        "Ann!: I am done, I go for one of your sheep.\nBen!: Gladly!\n"
        "Ann crafts shears 1 using iron_ingot 2\nBen mines dirt 1\n"
    )
    offers, yes = lines(one)
    wool: dict[str, Any] = {"deed": "gather", "things": ("sheep",), "amount": 1}
    quote = "I go for one of your sheep"
    acts = [
        act(offers, "claim", "Ann", "I am done", deed="done"),
        act(offers, "offer", "Ann", quote, to=("Ben",), work_of=("Ben",), when="after", **wool),
        act(yes, "accept", "Ben", "Gladly", to=("Ann",)),
    ]
    assert [finding.name for finding in found(one, reading(1, *acts))] == ["volunteer.assistance"]


@pytest.mark.parametrize(("kind", "broken"), [("offer", []), ("plan", ["Ann Ben"])])
def test_an_offer_to_swap_is_no_promise_to_hand_back(kind: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal bread 1\nteam Ann Ben\nhas Ann: iron_ingot 3\nround\nAnn: The ingots go to you, Ben.\n"
        "plan Ann: Bring back the 3 iron ingots, then cut 2 oak logs.\nplan Ben: Harvest 3 wheat.\n"
        "Ann mines oak_log 2\nBen mines wheat 3\n"
    )
    (says,) = lines(one)
    ingots: dict[str, Any] = {"deed": "trade", "things": ("iron_ingot",)}
    acts = [act(says, kind, "Ann", "The ingots go to you", to=("Ben",), **ingots)]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("ore", "strays"), [("iron_ore 1\nAnn mines stone 9", True), ("stone 9\nAnn mines iron_ore 1", False)]
)
def test_rock_after_the_last_ore_may_be_other_work(ore: str, *, strays: bool) -> None:
    one = case(
        "\n== x\ngoal bucket 1\nteam Ann Ben\nhas Ann: stone_pickaxe 1\nround\nplan Ann: Mine 3 iron ore.\n"
        f"plan Ben: Cut 1 oak log.\nAnn mines {ore}\nBen mines oak_log 1\nround\n"
        "Ben: Ann, you dig stone instead of the iron.\nAnn: Sorry, I get the iron.\n"
        "plan Ann: Mine 2 iron ore.\nplan Ben: Cut 1 oak log.\nAnn mines iron_ore 2\nBen mines oak_log 1\n"
    )
    blames, sorry = lines(one)
    acts = [
        act(blames, "criticise", "Ann", "you dig stone", things=("stone",)),
        act(sorry, "concede", "Ann", "Sorry, I get the iron", to=("Ben",), things=("iron_ore",)),
    ]
    said = [finding.name for finding in found(one, reading(2, *acts))]
    assert said == (["conformity.confirmed"] if strays else [])


def test_who_lets_a_peer_wait_has_not_left_its_own_work() -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\nplan Ann: Mine 3 coal.\n"
        "plan Ben: Make 4 sticks.\nBen mines oak_log 1\nthen\n"
        "Ben!: I wait at the camp, Ann, you do your part?\nAnn!: Yes, wait there. I promise I do my part.\n"
        "Ann kills cow>leather 3\n"
    )
    asks, yes = lines(one)
    acts = [
        act(asks, "plan", "Ben", "I wait at the camp", deed="wait"),
        act(asks, "request", "Ann", "you do your part"),
        act(yes, "accept", "Ann", "Yes, wait there", to=("Ben",), deed="wait"),
        act(yes, "plan", "Ann", "I promise I do my part", deed="gather"),
    ]
    assert [each.split()[0] for each in contradictions(found(one, reading(1, *acts)))] == ["Ann"]
