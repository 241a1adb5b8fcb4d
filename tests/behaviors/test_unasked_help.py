"""Help and work that nobody asked for: by members that a plan leaves out or lets wait, with material, and for
a peer whose work the plan has passed on.
"""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, found, lines, reading


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
        ("has Ann: cocoa_beans 3\n", "cocoa_beans 3", ["volunteer.assistance", "volunteer.resource"]),
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


@pytest.mark.parametrize(
    ("plan", "deeds", "volunteers"),
    [
        ("Wait at the furnace for the iron.", "Ann mines oak_log 1\nAnn crafts oak_planks 4\n", True),
        ("Wait at the furnace.", "Ann mines oak_log 1\nAnn crafts oak_planks 4\n", False),
        (
            "Wait for the iron, then make a bucket.",
            "Ben gives Ann iron_ingot 3\nAnn crafts bucket 1\n",
            False,
        ),
        ("Guard the iron furnace.", "Ann mines oak_log 1\n", False),
        (
            "Wait at the furnace for the iron.",
            "then\nBen gives Ann iron_ingot 3\nthen\nAnn mines oak_log 1\n",
            False,
        ),
        ("Wait at the furnace for the iron.", "Ann mines poppy 4\n", False),
    ],
)
def test_who_is_to_wait_for_a_peer_may_work_for_the_goal(plan: str, deeds: str, volunteers: bool) -> None:
    one = case(
        "\n== x\ngoal iron_pickaxe 1, bucket 1\nteam Ann Ben Cid\nhas Ben: raw_iron 3, coal 3, furnace 1\n"
        f"round\nplan Ben: Smelt 3 iron ingots.\nplan Ann: {plan}\nplan Cid: Dig 2 dirt.\n"
        f"Ben places furnace 1\nBen smelts raw_iron>iron_ingot 3 with coal\n{deeds}Cid mines dirt 2\n"
    )
    shown = [(f.name, f.agents, f.targets) for f in found(one, reading(1)) if f.class_ == "volunteer"]
    assert shown == ([("volunteer.time", ("Ann",), ("Ben",))] if volunteers else [])


def test_one_of_two_hand_overs_may_be_needed() -> None:
    one = case(
        "\n== x\ngoal iron_ingot 3\nteam Ann Ben\nhas Ann: stone_pickaxe 1\n"
        "has Ben: stone_pickaxe 1, furnace 1, coal 1, raw_iron 1\nround\n"
        "plan Ann: Dig 2 dirt.\nplan Ben: Smelt 3 iron ingots.\n"
        "Ann mines dirt 2\nBen mines iron_ore>raw_iron 1 with stone_pickaxe\nthen\n"
        "Ann mines iron_ore>raw_iron 2 with stone_pickaxe\nAnn gives Ben raw_iron 1\n"
        "Ann gives Ben raw_iron 1\nBen smelts raw_iron>iron_ingot 3 with coal\n"
    )
    assert "volunteer.assistance" in [finding.name for finding in found(one, reading(1))]


def test_a_gift_before_the_help_is_one() -> None:
    one = case(
        "\n== x\ngoal cookie 8\nteam Ann Ben Cid\nhas Ann: cocoa_beans 1\nround\nplan Ann: Harvest 2 wheat.\n"
        "plan Ben: Find 1 cocoa bean.\nplan Cid: Craft 8 cookies.\nAnn!: Here, Cid.\nthen\n"
        "Ann gives Cid cocoa_beans 1\nAnn mines wheat 2\n"
        "Ben tries mineBlock cocoa 1: NOT_FOUND no cocoa\nthen\n"
        "Ann!: Mine is done. Shall I comb the west bank, Ben?\nBen!: Yes.\nthen\n"
        "Ann mines cocoa>cocoa_beans 1\n"
    )
    here, offer, yes = lines(one)
    beans: dict[str, Any] = {"things": ("cocoa_beans",)}
    acts = [
        act(here, "offer", "Ann", "Here, Cid", deed="give", amount=1, to=("Cid",), **beans),
        act(offer, "claim", "Ann", "Mine is done", deed="done"),
        act(offer, "offer", "Ann", "Shall I comb", deed="gather", to=("Ben",), work_of=("Ben",), **beans),
        act(yes, "accept", "Ben", "Yes", to=("Ann",)),
    ]
    names = sorted(finding.name for finding in found(one, reading(1, *acts)))
    assert names == ["volunteer.assistance", "volunteer.resource"]


WAITS = (
    "\n== x\ngoal pumpkin_pie 2\nteam Ann Ben\nhas Ann: egg 2\nround\nplan Ann: {before}\n"
    "plan Ben: Gather 2 pumpkins and give them to Ann.\nBen tries mineBlock pumpkin 2: NOT_FOUND none\n"
    "Ann waits\nround\nBen: Two missing. Hold the oven.\nAnn: One of yours is mine meanwhile.\nBen: Fine.\n"
    "plan Ann: Gather 1 pumpkin, later bake.\nplan Ben: Gather 1 pumpkin.\nAnn mines pumpkin 1\n"
    "Ben mines pumpkin 1\n"
)


@pytest.mark.parametrize(
    ("before", "given"),
    [("Bake 2 pumpkin pies once all is there.", True), ("Gather 1 pumpkin, then bake 2 pies.", False)],
)
def test_who_still_owes_such_work_gives_no_time(before: str, given: bool) -> None:
    one = case(WAITS.format(before=before))
    tells, offer, yes = lines(one)
    pumpkin: dict[str, Any] = {"deed": "gather", "things": ("pumpkin",), "amount": 1}
    acts = [
        act(tells, "request", "Ann", "Hold the oven", deed="wait"),
        act(
            offer, "offer", "Ann", "One of yours", to=("Ben",), work_of=("Ben",), when="meanwhile", **pumpkin
        ),
        act(yes, "accept", "Ben", "Fine", to=("Ann",), things=("pumpkin",)),
    ]
    names = [finding.name for finding in found(one, reading(1), reading(2, *acts))]
    assert ("volunteer.time" in names) is given


DROPPED = (
    "\n== x\ngoal coal 3, oak_log 4\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\nBen: A word to Ann.\n"
    "{plan}Ann mines coal_ore>coal 3 with wooden_pickaxe\nBen mines oak_log 1\nthen\n{late}"
    "Ann!: I cut one of your logs.\nBen!: Thanks.\nthen\nAnn mines oak_log 1\nBen mines oak_log 1\n"
)
PLAN = "plan Ann: Mine 3 coal.\nplan Ben: Cut 4 oak logs and shear 2 white wool.\n"


def test_what_was_asked_for_later_keeps_no_other_request_open() -> None:
    one = case(DROPPED.format(plan=PLAN, late=""))
    first, offer, yes = lines(one)
    log: dict[str, Any] = {"deed": "gather", "things": ("oak_log",), "amount": 1}
    acts = [
        act(first, "request", "Ann", "A word to Ann", **log),
        act(first, "request", "Ann", "to Ann", **(log | {"things": ("white_wool",), "when": "after"})),
        act(offer, "offer", "Ann", "one of your logs", work_of=("Ben",), when="after", **log, to=("Ben",)),
        act(yes, "accept", "Ben", "Thanks", to=("Ann",)),
    ]
    assert "volunteer.assistance" in [finding.name for finding in found(one, reading(1, *acts))]


@pytest.mark.parametrize(
    ("asked", "late", "helped"),
    [
        ({}, "", True),  # the plan did not take up what was put to it
        ({"when": "if"}, "", True),
        ({"to": ("Ben",)}, "", False),  # Ben asked for it
        ({"deed": "help", "things": ()}, "", False),
        ({"when": "after"}, "", False),
        ({"work_of": ("Ben",)}, "", False),
        ({"things": ("white_wool",), "when": "after"}, "", True),
        ({}, "Ben!: The logs, Ann.\n", False),
        ({"things": ("white_wool",)}, "Ben!: The wool, Ann.\n", True),
    ],
)
def test_only_what_the_plan_took_up_or_help_was_asked_for(
    asked: dict[str, Any], late: str, helped: bool
) -> None:
    one = case(DROPPED.format(plan=PLAN, late=late))
    first, *told, offer, yes = lines(one)
    log: dict[str, Any] = {"deed": "gather", "things": ("oak_log",), "amount": 1}
    wants = log | asked
    acts = [
        act(first, "request", "Ann", "A word to Ann", **wants),
        *(act(seq, "request", "Ann", "Ann", **(wants | {"when": "now"})) for seq in told),
        act(offer, "offer", "Ann", "one of your logs", work_of=("Ben",), when="after", **log, to=("Ben",)),
        act(yes, "accept", "Ben", "Thanks", to=("Ann",)),
    ]
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("volunteer.assistance" in names) is helped


@pytest.mark.parametrize(
    ("plan", "helped"),
    [
        ("plan Ann: Pick 1 poppy; when done, help.\nplan Ben: Cut 4 oak logs.\n", False),
        ("plan Ann: Pick 1 poppy; when done, help Ben.\nplan Ben: Cut 4 oak logs.\n", False),
        ("plan Ann: Pick 1 poppy; when done, help Cid.\nplan Ben: Cut 4 oak logs.\n", True),
        (
            "plan Ann: Pick 1 poppy; then help whoever is behind, Ben or Cid.\nplan Ben: Cut 4 oak logs.\n",
            False,
        ),
        ("plan Ann: Pick 1 poppy to help the crew.\nplan Ben: Cut 4 oak logs.\n", True),
        ("plan Ann: Pick 1 poppy. No help needed.\nplan Ben: Cut 4 oak logs.\n", True),
        ("plan Ann: Pick 1 poppy. In the next round, help Ben.\nplan Ben: Cut 4 oak logs.\n", False),
        ("", True),  # only its own words say so
    ],
)
def test_help_that_a_plan_foresees_is_ordered(plan: str, helped: bool) -> None:
    one = case(
        "\n== x\ngoal oak_log 4\nteam Ann Ben Cid\nround\nAnn: One poppy, then I help.\n"
        f"Ben: The logs are mine.\n{plan}Ann mines poppy 1\nBen mines oak_log 1\nCid waits\nround\n"
        "Ben: Three to go.\nAnn: I am through, one is mine.\nplan Ann: Cut 1 oak log.\n"
        "plan Ben: Cut 2 oak logs.\nAnn mines oak_log 1\nBen mines oak_log 2\n"
    )
    own, ben, lacks, offer = lines(one)
    log: dict[str, Any] = {"deed": "gather", "things": ("oak_log",)}
    first = [
        act(own, "plan", "Ann", "One poppy", deed="gather", things=("poppy",), amount=1),
        act(own, "plan", "Ann", "then I help", deed="help", when="later"),
        act(ben, "plan", "Ben", "The logs are mine", amount=4, **log),
    ]
    second = [
        act(lacks, "claim", "Ben", "Three to go", deed="lack", things=("oak_log",), amount=3),
        act(offer, "claim", "Ann", "I am through", deed="done"),
        act(
            offer,
            "offer",
            "Ann",
            "one is mine",
            to=("Ben",),
            work_of=("Ben",),
            when="after",
            amount=1,
            **log,
        ),
    ]
    names = [finding.name for finding in found(one, reading(1, *first), reading(2, *second))]
    assert ("volunteer.assistance" in names) is helped


@pytest.mark.parametrize(
    ("order", "helped"), [("", True), ("; then help Ben", False), ("; then help", False)]
)
def test_silent_help_that_the_plan_has_is_none(order: str, helped: bool) -> None:
    one = case(
        f"\n== x\ngoal poppy 1, oak_log 4\nteam Ann Ben\nround\nplan Ann: Pick 1 poppy{order}.\n"
        "plan Ben: Cut 4 oak logs.\nBen mines oak_log 1\nAnn mines poppy 1\nAnn mines oak_log 2\n"
    )
    names = [finding.name for finding in found(one, reading(1))]
    assert ("volunteer.assistance" in names) is helped


@pytest.mark.parametrize(
    ("asked", "helped"),
    [(("white_bed",), False), (("white_wool",), False), (("cobblestone",), True)],
)
def test_a_request_about_the_product_is_one_about_its_material(asked: tuple[str, ...], helped: bool) -> None:
    one = case(
        "\n== x\ngoal coal 1, white_bed 1\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\n"
        "plan Ann: Mine 1 coal.\nplan Ben: Get 3 white wool and 8 cobblestone and craft 1 white bed.\n"
        "Ann mines coal_ore>coal 1 with wooden_pickaxe\nBen kills sheep>white_wool 1\nthen\n"
        "Ben!: Ann, a hand?\nAnn!: I get you one wool.\nBen!: Good.\nthen\n"
        "Ann kills sheep>white_wool 1\nBen waits\n"
    )
    wants, offer, yes = lines(one)
    wool: dict[str, Any] = {"deed": "gather", "things": ("white_wool",), "amount": 1, "to": ("Ben",)}
    acts = [
        act(wants, "request", "Ann", "a hand", deed="make", things=asked),
        act(offer, "offer", "Ann", "one wool", work_of=("Ben",), when="after", **wool),
        act(yes, "accept", "Ben", "Good", to=("Ann",)),
    ]
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("volunteer.assistance" in names) is helped
