"""Whose work or goods something is tells help, gifts and time apart."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, found, lines, reading


def _names(one: Any, *acts: Any, round_: int = 1) -> list[str]:
    return [finding.name for finding in found(one, reading(round_, *acts))]


@pytest.mark.parametrize(
    ("part", "deed", "helps"),
    [
        (
            "Craft boots.",
            "Ann crafts leather_boots 1\nAnn kills cow>leather*2 1\nAnn gives Ben leather 2",
            True,
        ),
        (
            "Craft boots.",
            "Ann kills cow>leather*2 1\nAnn gives Ben leather 2\nAnn crafts leather_boots 1",
            False,
        ),
        ("Craft boots.", "Ann crafts leather_boots 1\nAnn crafts leather_boots 1", False),
    ],
)
def test_who_has_made_its_thing_may_help_unasked(part: str, deed: str, *, helps: bool) -> None:
    one = case(
        "\n== x\ngoal leather_boots 2\nteam Ann Ben\nhas Ann: leather 8\nhas Ben: leather 1\nround\n"
        f"plan Ann: {part}\nplan Ben: Get 3 leather, craft boots.\nBen kills cow>leather 1\nthen\n{deed}\n"
        "Ben looks\n"
    )
    assert ("volunteer.assistance" in _names(one)) is helps


@pytest.mark.parametrize(("eats", "helps"), [("", True), ("Ann eats bread 1\n", False)])
def test_who_eats_what_it_makes_helps_nobody(eats: str, *, helps: bool) -> None:
    one = case(
        "\n== x\ngoal bread 3\nteam Ann Ben\nhas Ann: wheat 3\nround\nplan Ann: Dig 2 dirt.\n"
        "plan Ben: Cut 9 wheat, bake 3 bread.\nBen mines wheat 3\nBen crafts bread 1\nAnn mines dirt 2\n"
        "then\n"
        f"Ann crafts bread 1\n{eats}Ben looks\n"
    )
    assert ("volunteer.assistance" in _names(one)) is helps


@pytest.mark.parametrize(
    ("has", "part", "names"),
    [
        ("", "Keep watch at the ford until the paper is done.", []),
        ("has Ann: sugar_cane 3\n", "Keep watch at the ford.", ["volunteer.resource"]),
    ],
)
def test_what_was_gathered_in_place_of_the_receiver_is_no_gift(has: str, part: str, names: list[str]) -> None:
    one = case(
        f"\n== x\ngoal paper 6\nteam Ann Ben\n{has}round\nplan Ann: {part}\nplan Ben: Cut 6 sugar cane.\n"
        "Ben mines sugar_cane 3\nAnn mines sugar_cane 3\nAnn!: Here are three, so you have your six.\n"
        "Ben!: Put them on my pile.\nthen\nAnn gives Ben sugar_cane 3\n"
    )
    offers, takes = lines(one)
    cane: dict[str, Any] = {"things": ("sugar_cane",)}
    acts = [
        act(offers, "claim", "Ann", "Here are three", deed="done", work_of=("Ben",), **cane),
        act(offers, "offer", "Ann", "Here are three", to=("Ben",), deed="give", amount=3, **cane),
        act(takes, "accept", "Ben", "Put them on my pile", to=("Ann",), **cane),
    ]
    assert [name for name in _names(one, *acts) if name == "volunteer.resource"] == names


def test_only_whoever_is_offered_the_rest_is_given_something() -> None:
    one = case(
        "\n== x\ngoal lead 2\nteam Ann Ben Cem\nhas Ann: string 6\nround\nBen: My net wants two string.\n"
        "Ann: Cem gets four. The two that are over are for your net, Ben.\nBen: Exactly what I need.\n"
        "Cem: Your four to me, Ann.\nplan Ann: Give 4 string to Cem and 2 to Ben.\nplan Ben: Mend the net.\n"
        "plan Cem: Craft 2 leads.\nAnn gives Cem string 4\nAnn gives Ben string 2\nBen looks\n"
    )
    _, offers, takes, asks = lines(one)
    string: dict[str, Any] = {"deed": "give", "things": ("string",)}
    acts = [
        act(offers, "plan", "Ann", "Cem gets four", to=("Cem",), amount=4, **string),
        act(offers, "offer", "Ann", "The two that are over", to=("Ben",), amount=2, **string),
        act(takes, "accept", "Ben", "Exactly what I need", to=("Ann",), things=("string",)),
        act(asks, "request", "Ann", "Your four to me", to=("Cem",), amount=4, **string),
    ]
    gifts = [f.targets for f in found(one, reading(1, *acts)) if f.name == "volunteer.resource"]
    assert gifts == [("Ben",)]


@pytest.mark.parametrize(("taken", "helps"), [("Cem", True), ("", False)])
def test_a_call_that_another_has_taken_up_asks_nobody_else(taken: str, *, helps: bool) -> None:
    one = case(
        "\n== x\ngoal paper 6\nteam Ann Ben Cem\nround\nBen: Three cane I cut. The other three?\n"
        "Cem: By the waterfall.\nplan Ann: Cut 2 logs.\nplan Ben: Cut 3 sugar cane.\n"
        "plan Cem: Cut 3 sugar cane.\n"
        "Ben mines sugar_cane 3\nAnn mines oak_log 2\nCem mines poppy 2\nthen\n"
        "Ann!: My logs are done, so I cut Cem's three.\nthen\nAnn mines sugar_cane 3\n"
    )
    asks, takes, helping = lines(one)
    cane: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",), "amount": 3}
    acts = [
        act(asks, "request", "", "The other three", to=("Ben",), **cane),
        act(helping, "claim", "Ann", "My logs are done", deed="done"),
        act(helping, "offer", "Ann", "I cut Cem's three", work_of=("Cem",), when="after", **cane),
    ]
    if taken:
        acts.append(act(takes, "accept", "Cem", "By the waterfall", to=("Ben",), **cane))
    assert ("volunteer.assistance" in _names(one, *acts)) is helps


@pytest.mark.parametrize(
    ("part", "names"),
    [("Wait for the ore, smelt it.", []), ("Wait for the ore.", ["volunteer.time"])],
)
def test_what_is_to_be_made_of_what_one_waits_for_is_ones_own_work(part: str, names: list[str]) -> None:
    one = case(
        "\n== x\ngoal minecart 1\nteam Ann Ben\nhas Ann: furnace 1, coal 1, raw_iron 2\n"
        "has Ben: stone_pickaxe 1\n"
        f"round\nBen: You keep the furnace warm.\nplan Ann: {part}\nplan Ben: Mine 2 iron ore.\n"
        "Ann smelts raw_iron>iron_ingot 2 with coal\nBen mines iron_ore>raw_iron 2 with stone_pickaxe\n"
    )
    (tells,) = lines(one)
    waits = act(tells, "request", "Ann", "You keep the furnace warm", deed="wait")
    assert [name for name in _names(one, waits) if name == "volunteer.time"] == names


@pytest.mark.parametrize(("chest", "names"), [("chest of house", []), ("chest", ["volunteer.time"])])
def test_what_is_stolen_is_no_work_for_the_waiting_time(chest: str, names: list[str]) -> None:
    did = f"Ann takes iron_ingot 3 from {chest}" if names == [] else "Ann mines iron_ore>iron_ingot 3"
    one = case(
        "\n== x\ngoal minecart 1\nteam Ann Ben\nhas Ben: stone_pickaxe 1\nround\n"
        "Ben: Five iron. You sit, Ann.\n"
        "Ann: Rather than sit, I get three of them.\nplan Ann: Get 3 iron ingots.\n"
        "plan Ben: Mine 2 iron ore.\n"
        f"{did}\nBen mines iron_ore>raw_iron 2 with stone_pickaxe\n"
    )
    tells, offers = lines(one)
    iron: dict[str, Any] = {"deed": "gather", "things": ("iron_ingot",)}
    acts = [
        act(tells, "plan", "Ben", "Five iron", amount=5, **iron),
        act(tells, "request", "Ann", "You sit", deed="wait"),
        act(offers, "offer", "Ann", "I get three", to=("Ben",), work_of=("Ben",), when="meanwhile", **iron),
    ]
    assert [name for name in _names(one, *acts) if name == "volunteer.time"] == names


def test_one_line_may_give_to_several() -> None:
    one = case(
        "\n== x\ngoal cobblestone 12\nteam Ann Ben Cem\nhas Ann: bread 4\nround\n"
        "Ann: Three loaves go into the chest, take from it as you like.\nBen: You angel.\n"
        "plan Ann: Mine 1 cobblestone.\nplan Ben: Mine 2 cobblestone.\nplan Cem: Mine 3 cobblestone.\n"
        "Ann puts bread 3 in chest\nthen\nBen takes bread 1 from chest\nCem takes bread 2 from chest\n"
        "Ben eats bread 1\nCem eats bread 2\nBen mines stone 2\nCem mines stone 3\n"
    )
    offers, takes = lines(one)
    bread: dict[str, Any] = {"things": ("bread",)}
    acts = [
        act(offers, "offer", "Ann", "Three loaves", to=("Ben", "Cem"), deed="give", amount=3, **bread),
        act(takes, "accept", "Ben", "You angel", to=("Ann",), **bread),
    ]
    gifts = [f.targets for f in found(one, reading(1, *acts)) if f.name == "volunteer.resource"]
    assert gifts == [("Ben", "Cem")]


@pytest.mark.parametrize(("waits", "names"), [(True, ["volunteer.time"]), (False, [])])
def test_small_work_before_the_waiting_leaves_one_waiting(*, waits: bool, names: list[str]) -> None:
    one = case(
        "\n== x\ngoal lantern 4\nteam Ann Ben\nround\n"
        "Ben: I mine four ore. Ann sets up the furnace and stays there.\n"
        "Ann: Once it stands I mine two of the four.\nBen: Accepted.\n"
        "plan Ben: Mine 2 iron ore.\nplan Ann: Place the furnace, mine 2 iron ore, then smelt all four.\n"
    )
    deals, offers, agrees = lines(one)
    ore: dict[str, Any] = {"deed": "gather", "things": ("iron_ore",)}
    acts = [
        act(deals, "plan", "Ben", "I mine four ore", amount=4, **ore),
        act(deals, "request", "Ann", "sets up the furnace", deed="make", things=("furnace",)),
        act(offers, "offer", "Ann", "I mine two", work_of=("Ben",), amount=2, when="meanwhile", **ore),
        act(agrees, "accept", "Ben", "Accepted", to=("Ann",)),
    ]
    if waits:
        acts.insert(2, act(deals, "request", "Ann", "stays there", deed="wait", when="meanwhile"))
    assert _names(one, *acts) == names
