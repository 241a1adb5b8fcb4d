"""Words about several things, about waiting and about giving back; work that peers order; self-defence; help
by members that a plan leaves out.
"""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

FLINT: dict[str, Any] = {"deed": "gather", "things": ("flint",), "amount": 2}
FEATHER: dict[str, Any] = {"deed": "gather", "things": ("feather",), "amount": 2}
BOTH: dict[str, Any] = {"things": ("flint", "feather"), "to": ("Ben",)}


@pytest.mark.parametrize(("kind", "deed"), [("plan", "gather"), ("accept", "give")])
@pytest.mark.parametrize(
    ("deeds", "broken"),
    [
        ("Ann mines gravel>flint 2\nAnn mines poppy 4\n", ["Ann Ben"]),
        ("Ann mines gravel>flint 2\nAnn kills chicken>feather 2\nAnn mines poppy 4\n", []),
        ("Ann mines gravel>flint 2\n", []),
    ],
)
def test_of_several_things_each_has_to_be_tried(kind: str, deed: str, deeds: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal arrow 8\nteam Ann Ben\nround\nAnn: You will have both.\n"
        f"plan Ann: Get 2 flint and 2 feathers.\nplan Ben: Craft 4 sticks.\n{deeds}Ben waits\n"
    )
    (line,) = lines(one)
    both = act(line, kind, "Ann", "You will have both", deed=deed, **BOTH)
    assert contradictions(found(one, reading(1, both))) == broken


def test_what_is_due_now_is_not_excused_by_what_was_to_follow() -> None:
    one = case(
        "\n== x\ngoal arrow 8\nteam Ann Ben\nround\nAnn: First the flint, then the feathers.\n"
        "Ann kills chicken>feather 2\nAnn mines poppy 4\nBen waits\n"
    )
    (line,) = lines(one)
    acts = [
        act(line, "plan", "Ann", "First the flint", **FLINT),
        act(line, "plan", "Ann", "then the feathers", **(FEATHER | {"when": "later"})),
    ]
    assert contradictions(found(one, reading(1, *acts))) == ["Ann "]


@pytest.mark.parametrize(
    ("deeds", "broken"),
    [
        ("Ann waits\nthen\nBen gives Ann sugar_cane 2\nAnn waits\n", ["Ann Ben"]),
        ("Ann mines sugar_cane 1\nBen gives Ann sugar_cane 2\n", []),
        ("Ben gives Ann sugar_cane 4\nAnn waits\n", []),
    ],
)
def test_what_a_peer_hands_over_as_planned_keeps_nobody_elses_word(deeds: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal sugar 4\nteam Ann Ben\nhas Ben: sugar_cane 2\nround\nBen: I cut four.\n"
        "Ann: Let me cut two.\nplan Ann: Cut 2 sugar cane, then craft sugar.\nplan Ben: Cut 2 sugar cane.\n"
        f"Ben mines sugar_cane 2\n{deeds}Ben waits\n"
    )
    first, second = lines(one)
    acts = [
        act(first, "plan", "Ben", "I cut four", deed="gather", things=("sugar_cane",), amount=4),
        act(
            second,
            "offer",
            "Ann",
            "Let me cut two",
            deed="gather",
            things=("sugar_cane",),
            amount=2,
            to=("Ben",),
            work_of=("Ben",),
        ),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("deeds", "broken"),
    [
        ("Ben gives Ann white_wool 3\nthen\nAnn mines poppy 4\n", ["Ann Ben"]),
        ("Ben gives Ann white_wool 3\nAnn crafts white_bed 1\nAnn mines poppy 4\n", []),
        ("Ben gives Ann white_wool 3\n", []),
        ("Ben waits\nAnn waits\n", []),
    ],
)
def test_who_waits_for_material_has_to_use_it(deeds: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal white_bed 1\nteam Ann Ben\nhas Ann: oak_planks 3\nhas Ben: white_wool 3\nround\n"
        "Ann: The moment I have the wool, I build your bed.\n"
        "plan Ann: Wait for the wool, then craft the bed.\nplan Ben: Give 3 white wool to Ann.\n"
        f"{deeds}Ben waits\n"
    )
    (line,) = lines(one)
    bed = act(
        line, "plan", "Ann", "I build your bed", deed="make", things=("white_bed",), when="later", to=("Ben",)
    )
    assert contradictions(found(one, reading(1, bed))) == broken


@pytest.mark.parametrize(
    ("deeds", "broken"), [("Ann eats bread 2\n", ["Ann Ben"]), ("Ann gives Ben bread 2\n", [])]
)
def test_what_was_lent_has_to_be_given_back(deeds: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal bowl 4\nteam Ann Ben\nhas Ann: bread 2\nround\nBen: My loaves, Ann?\n"
        f"Ann: Both go back to you.\nplan Ann: Return 2 bread to Ben.\nplan Ben: Cut 1 log.\n{deeds}"
        "Ben mines oak_log 1\nAnn waits\n"
    )
    asked, agreed = lines(one)
    bread: dict[str, Any] = {"deed": "trade", "things": ("bread",), "amount": 2, "to": ("Ben",)}
    acts = [
        act(asked, "request", "Ann", "My loaves", **bread),
        act(agreed, "accept", "Ann", "Both go back to you", **bread),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("deeds", "broken"),
    [("Ann waits\n", ["Ann Ben"]), ("Ann places torch 4\n", [])],
)
def test_the_plan_tells_that_something_is_to_be_put_up(deeds: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: torch 4\nround\nAnn: My torches are for your stairs.\n"
        f"plan Ann: Place 4 torches on the stairs.\nplan Ben: Cut 1 log.\n{deeds}Ben mines oak_log 1\n"
    )
    (line,) = lines(one)
    torches = act(line, "offer", "Ann", "My torches", things=("torch",), amount=4, to=("Ben",))
    assert contradictions(found(one, reading(1, torches))) == broken


def test_a_plan_to_put_up_other_things_tells_nothing_about_these() -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: torch 4, dirt 2\nround\nAnn: Torches are a joy.\n"
        "plan Ann: Place 2 dirt.\nplan Ben: Cut 1 log.\nAnn places dirt 2\nBen mines oak_log 1\n"
    )
    (line,) = lines(one)
    torches = act(line, "offer", "Ann", "Torches are a joy", things=("torch",), amount=4, to=("Ben",))
    assert contradictions(found(one, reading(1, torches))) == []


@pytest.mark.parametrize(
    ("said", "broken"),
    [
        ("Forget the torches, Ann, help me dig.", []),
        ("Forget the rain, Ann, help me dig.", ["Ann "]),
        ("Don't forget the torches, Ann. Help me dig.", ["Ann "]),
    ],
)
def test_a_model_may_leave_out_that_work_is_spared(said: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: coal 1, stick 1\nround\nAnn: I make the torches.\n"
        "plan Ann: Craft 4 torches.\nplan Ben: Dig 8 dirt.\nBen mines dirt 4\nthen\n"
        f"Ben!: {said}\nthen\nAnn mines dirt 4\n"
    )
    promised, spared = lines(one)
    acts = [
        act(promised, "plan", "Ann", "I make the torches", deed="make", things=("torch",)),
        act(spared, "request", "Ann", "elp me dig", deed="gather", things=("dirt",), to=("Ben",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


def blamed(deeds: str, *acts: Any) -> list[str]:
    """The findings if Ann does `deeds` instead of catching cod, and gives in to Ben's criticism."""
    one = case(
        "\n== x\ngoal cod 4\nteam Ann Ben\nhas Ann: wooden_sword 1\nround\n"
        f"plan Ann: Catch 2 cod.\nplan Ben: Catch 2 cod.\n{deeds}Ben mines oak_log 1\nround\n"
        "Ben: No cod from you, Ann.\nAnn: Right you are.\n"
        "plan Ann: Catch 2 cod.\nplan Ben: Catch 2 cod.\nAnn tries fish cod 2: TIMEOUT nothing bit\n"
    )
    *before, said, gave_in = lines(one)
    readings = [
        reading(1, *(one_act(seq) for seq, one_act in zip(before, acts, strict=True))),
        reading(
            2,
            act(said, "criticise", "Ann", "No cod from you", things=("cod",)),
            act(gave_in, "concede", "Ann", "Right you are", deed="gather", things=("cod",)),
        ),
    ]
    return [finding.name for finding in found(one, *readings)]


@pytest.mark.parametrize(
    ("deeds", "strayed"),
    [
        ("Ann hurts 3 by zombie\nAnn hits zombie 4*5 with wooden_sword\n", False),
        ("Ann hurts 3 by zombie\nAnn kills zombie>rotten_flesh 1\n", False),
        ("Ann hits zombie 4*5 with wooden_sword\n", True),
        ("Ann hurts 3 by zombie\nAnn kills cow>leather 1\n", True),
    ],
)
def test_self_defence_is_no_deviation(deeds: str, strayed: bool) -> None:
    assert blamed(deeds) == (["conformity.confirmed"] if strayed else [])


def order(things: tuple[str, ...]) -> Any:
    return lambda seq: act(seq, "request", "Ann", "come and dig", deed="gather", things=things, to=("Ben",))


@pytest.mark.parametrize(
    ("things", "strayed"),
    [(("dirt",), False), (("sand",), True)],
)
def test_what_a_peer_orders_at_work_is_no_deviation(things: tuple[str, ...], strayed: bool) -> None:
    deeds = "Ben mines oak_log 1\nthen\nBen!: Ann, come and dig!\nthen\nAnn mines dirt 8\n"
    assert blamed(deeds, order(things)) == (["conformity.confirmed"] if strayed else [])


def test_what_was_asked_before_the_plan_is_a_deviation() -> None:
    one = case(
        "\n== x\ngoal cod 4\nteam Ann Ben\nround\nBen: Ann, come and dig!\nplan Ann: Catch 2 cod.\n"
        "plan Ben: Catch 2 cod.\nAnn mines dirt 8\nround\nBen: No cod from you, Ann.\nAnn: Right you are.\n"
        "plan Ann: Catch 2 cod.\nAnn tries fish cod 2: TIMEOUT nothing bit\n"
    )
    asked, said, gave_in = lines(one)
    readings = [
        reading(1, order(("dirt",))(asked)),
        reading(
            2,
            act(said, "criticise", "Ann", "No cod from you", things=("cod",)),
            act(gave_in, "concede", "Ann", "Right you are", deed="gather", things=("cod",)),
        ),
    ]
    assert [finding.name for finding in found(one, *readings)] == ["conformity.confirmed"]


def test_work_before_the_order_is_a_deviation() -> None:
    deeds = "Ann mines dirt 8\nthen\nBen!: Ann, come and dig!\nthen\nAnn waits\n"
    assert blamed(deeds, order(("dirt",))) == ["conformity.confirmed"]


@pytest.mark.parametrize(
    ("deeds", "helped"), [("Ann mines stone 2 with stone_pickaxe\n", True), ("Ann mines poppy 2\n", False)]
)
def test_whom_a_plan_leaves_out_may_help(deeds: str, helped: bool) -> None:
    one = case(
        "\n== x\ngoal cobblestone 9\nteam Ann Ben\nhas Ann: stone_pickaxe 1\nhas Ben: stone_pickaxe 1\n"
        "round\nplan Ann: Craft 4 sticks.\nplan Ben: Mine 9 stone.\nAnn mines oak_log 1\n"
        "Ann crafts oak_planks 4\nAnn crafts stick 4\nBen mines stone 3 with stone_pickaxe\nround\n"
        "Ben: Six to go.\nAnn: Two of those come from me.\nplan Ben: Mine 6 stone.\n"
        f"{deeds}Ben mines stone 4 with stone_pickaxe\n"
    )
    lacks, offer = lines(one)
    stone: dict[str, Any] = {"deed": "gather", "things": ("stone",), "amount": 2}
    acts = [
        act(lacks, "claim", "Ben", "Six to go", deed="lack", things=("stone",), amount=6),
        act(offer, "offer", "Ann", "Two of those", to=("Ben",), work_of=("Ben",), **stone),
    ]
    names = [finding.name for finding in found(one, reading(2, *acts))]
    assert ("volunteer.assistance" in names) is helped


@pytest.mark.parametrize(("plan", "helped"), [("plan Ann: Mine 2 stone.\n", True), ("", False)])
def test_an_unrecorded_plan_that_leaves_the_helper_out_turns_it_down(plan: str, helped: bool) -> None:
    one = case(
        "\n== x\ngoal cobblestone 9\nteam Ann Ben\nround\nplan Ann: Craft 4 sticks.\n"
        "plan Ben: Mine 9 stone.\nheld Ann: stick 4\nheld Ben: stone 3\nround\nBen: Six to go.\n"
        f"Ann: Two of those come from me.\nBen: Lovely.\nplan Ben: Mine 6 stone.\n{plan}"
    )
    _, offer, yes = lines(one)
    stone: dict[str, Any] = {"deed": "gather", "things": ("stone",), "amount": 2}
    acts = [
        act(offer, "offer", "Ann", "Two of those", to=("Ben",), work_of=("Ben",), **stone),
        act(yes, "accept", "Ben", "Lovely", to=("Ann",)),
    ]
    names = [finding.name for finding in found(one, reading(2, *acts))]
    assert ("volunteer.assistance" in names) is helped


@pytest.mark.parametrize(("held", "helped"), [(2, True), (5, False)])
def test_handed_material_helps_who_gathers_it_and_lacks_it(held: int, helped: bool) -> None:
    one = case(
        "\n== x\ngoal iron_ingot 3\nteam Ann Ben\nhas Ann: stone_pickaxe 1\n"
        f"has Ben: stone_pickaxe 1, furnace 1, coal 1, raw_iron {held - 1}\nround\n"
        "plan Ann: Dig 2 dirt.\nplan Ben: Smelt 3 iron ingots.\n"
        "Ann mines dirt 2\nBen mines iron_ore>raw_iron 1 with stone_pickaxe\nthen\n"
        "Ann mines iron_ore>raw_iron 1 with stone_pickaxe\nAnn gives Ben raw_iron 1\n"
        "Ben smelts raw_iron>iron_ingot 3 with coal\n"
    )
    names = [finding.name for finding in found(one, reading(1))]
    assert ("volunteer.assistance" in names) is helped


@pytest.mark.parametrize(
    ("plan", "sub"),
    [
        ("plan Ben: Sort the wool.\nplan Cid: Get 1 leather.\n", "time"),
        ("plan Ben: Get 1 leather.\nplan Cid: Get 1 leather.\n", "assistance"),
    ],
)
def test_work_that_the_plan_passed_on_is_open_no_more(plan: str, sub: str) -> None:
    """Ben did not get the leather, and Ann takes a share of what is then the work of Cid or of both."""
    one = case(
        "\n== x\ngoal book 2\nteam Ann Ben Cid\nround\nplan Ann: Cut 2 sugar cane.\n"
        "plan Ben: Get 2 leather.\nplan Cid: Cut 1 log.\n"
        "Ann mines sugar_cane 2\nBen mines oak_log 1\nCid mines oak_log 1\nround\n"
        "Cid: I hunt both hides. Ann rests until I am back.\nAnn: I could get the second while you hunt.\n"
        f"Cid: Do that.\nplan Ann: Get 1 leather.\n{plan}Ann kills cow>leather 1\nCid kills cow>leather 1\n"
    )
    hunts, offer, yes = lines(one)
    hides: dict[str, Any] = {"deed": "gather", "things": ("leather",)}
    owner = "Cid" if sub == "time" else "Ben"
    acts = [
        act(hunts, "plan", "Cid", "I hunt both hides", amount=2, **hides),
        act(hunts, "request", "Ann", "Ann rests", deed="wait", when="meanwhile", to=("Cid",)),
        act(
            offer,
            "offer",
            "Ann",
            "I could get the second",
            amount=1,
            when="meanwhile",
            to=("Cid",),
            work_of=(owner,),
            **hides,
        ),
        act(yes, "accept", "Cid", "Do that", to=("Ann",)),
    ]
    names = [finding.name for finding in found(one, reading(2, *acts)) if finding.class_ == "volunteer"]
    assert names == [f"volunteer.{sub}"]


@pytest.mark.parametrize(
    ("has", "given", "names"),
    [
        ("", "cocoa_beans 1", ["volunteer.assistance"]),
        ("has Ann: sugar 1\n", "sugar 1", ["volunteer.assistance", "volunteer.resource"]),
    ],
)
def test_what_was_gathered_to_help_is_no_gift(has: str, given: str, names: list[str]) -> None:
    one = case(
        f"\n== x\ngoal cookie 8\nteam Ann Ben Cid\n{has}round\nplan Ann: Harvest 2 wheat.\n"
        "plan Ben: Find 1 cocoa bean.\nplan Cid: Craft 8 cookies.\nAnn mines wheat 2\n"
        "Ben tries mineBlock cocoa 1: NOT_FOUND no cocoa\nthen\n"
        "Ann!: Mine is done. Shall I comb the west bank, Ben?\nBen!: Yes.\nthen\n"
        f"Ann mines cocoa>cocoa_beans 1\nthen\nAnn!: Here, Cid.\nAnn gives Cid {given}\n"
    )
    offer, yes, here = lines(one)
    beans: dict[str, Any] = {"deed": "gather", "things": ("cocoa_beans",)}
    thing = given.split()[0]
    acts = [
        act(offer, "claim", "Ann", "Mine is done", deed="done"),
        act(offer, "offer", "Ann", "Shall I comb", to=("Ben",), work_of=("Ben",), **beans),
        act(yes, "accept", "Ben", "Yes", to=("Ann",)),
        act(here, "offer", "Ann", "Here, Cid", deed="give", things=(thing,), amount=1, to=("Cid",)),
    ]
    assert sorted(finding.name for finding in found(one, reading(1, *acts))) == names
