"""Theft in place of work, loans that are to be handed back, and promises that are made at work."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, names, reading

CANE: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",)}


@pytest.mark.parametrize(
    ("back", "confirmed"), [("", True), ("Ann puts iron_ingot 3 in chest of hut\n", False)]
)
def test_theft_is_other_work_unless_it_is_put_back(back: str, *, confirmed: bool) -> None:
    one = case(
        "\n== x\ngoal paper 3\nteam Ann Ben\nround\nplan Ann: Cut 3 sugar cane.\nplan Ben: Cut 1 oak log.\n"
        f"Ann takes iron_ingot 3 from chest of hut\n{back}Ben mines oak_log 1\n"
        "Ben!: The creek is on the left, Ann, and you have not wet a foot.\nAnn!: Right, I go to the creek.\n"
        "Ann mines sugar_cane 2\n"
    )
    blames, sorry = lines(one)
    acts = [
        act(blames, "criticise", "Ann", "you have not wet a foot", **CANE),
        act(sorry, "concede", "Ann", "I go to the creek", to=("Ben",), **CANE),
    ]
    said = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("conformity.confirmed" in said) is confirmed


@pytest.mark.parametrize("owner", ["smithy", "ruin/-"])
def test_material_stolen_for_a_peer_helps_it(owner: str) -> None:
    findings = names(
        "\n== x\ngoal shield 1\nteam Ann Ben\nround\nplan Ann: Craft 4 planks.\n"
        "plan Ben: Get 2 iron ingots and craft 1 shield.\nAnn mines oak_log 1\nAnn crafts oak_planks 4\n"
        f"Ann takes iron_ingot 1 from chest of {owner}\nAnn gives Ben iron_ingot 1\nBen waits\n"
    )
    assert ("volunteer.assistance" in findings) is (owner == "smithy")


LOAN = """
== loan
goal oak_log 10
team Ann Ben
has Ann: iron_axe 1
round
Ann: I need my axe back at noon.
Ben: You will have it back after my fifth log.
plan Ann: Cut 5 oak logs.
plan Ben: {part}
{lent}
Ben mines oak_log 5
Ben {then}
Ann mines oak_log 5
"""


@pytest.mark.parametrize(
    ("lent", "part", "then", "broken"),
    [
        ("iron_axe", "return the axe", "mines birch_log 6", ["Ben Ann"]),
        ("iron_axe", "return the axe", "gives Ann iron_axe 1", []),
        ("iron_axe", "rest", "mines birch_log 6", []),
        ("iron_axe", "return the shovel", "mines birch_log 6", []),
        ("", "return the axe", "mines birch_log 6", []),
    ],
)
def test_a_loan_that_the_plan_has_returned_is_a_promise(
    lent: str, part: str, then: str, broken: list[str]
) -> None:
    gives = f"Ann gives Ben {lent} 1" if lent else "Ann waits"
    one = case(LOAN.format(lent=gives, part=f"Cut 5 oak logs, {part}.", then=then))
    wants, yes = lines(one)
    axe: dict[str, Any] = {"deed": "trade", "things": ("iron_axe",), "when": "later"}
    acts = [
        act(wants, "request", "Ben", "I need my axe back", to=("Ann",), **axe),
        act(yes, "accept", "Ben", "You will have it back", to=("Ann",), **axe),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


AT_WORK = """
== at-work
goal {goal}
team Ann Ben
has Ann: oak_planks 8
round
plan Ann: {part}
plan Ben: {bens}
Ann {works}
Ben mines dirt 1
Ann!: I do something for you, Ben.
Ben!: Gladly.
then
Ann {then}
Ben mines dirt 1
"""


@pytest.mark.parametrize(
    ("then", "broken"), [("mines dandelion 5", ["Ann Ben"]), ("crafts wooden_pickaxe 1", [])]
)
def test_who_offers_at_work_to_make_something_else_has_to_try(then: str, broken: list[str]) -> None:
    one = case(
        AT_WORK.format(
            goal="stick 4", part="Make 4 sticks.", bens="Mine 2 coal.", works="crafts stick 4", then=then
        )
    )
    offers, yes = lines(one)
    acts = [
        act(offers, "offer", "Ann", "I do something", to=("Ben",), deed="make", things=("wooden_pickaxe",)),
        act(yes, "accept", "Ben", "Gladly", to=("Ann",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(("then", "broken"), [("mines cod 4", ["Ann Ben"]), ("mines sugar_cane 1", [])])
def test_who_offers_to_give_what_it_does_not_hold_has_to_get_it(then: str, broken: list[str]) -> None:
    one = case(
        AT_WORK.format(
            goal="stick 4",
            part="Make 4 sticks.",
            bens="Cut 6 sugar cane.",
            works="crafts stick 4",
            then=then,
        )
    )
    offers, yes = lines(one)
    cane: dict[str, Any] = {"deed": "give", "things": ("sugar_cane",), "amount": 2, "when": "after"}
    acts = [
        act(offers, "offer", "Ann", "I do something", to=("Ben",), work_of=("Ben",), **cane),
        act(yes, "accept", "Ben", "Gladly", to=("Ann",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(("deed", "broken"), [("wait", []), ("gather", ["Ann"])])
def test_who_agrees_to_leave_its_work_promises_it_no_more(deed: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal arrow 8\nteam Ann Ben\nround\nAnn: I cut one oak.\nplan Ann: Cut 1 oak log.\n"
        "plan Ben: Get 2 feathers.\nAnn looks\nBen kills chicken>feather 2\n"
        "Ben!: Ann, the oak.\nAnn!: All right, I find myself a snack.\nthen\nAnn mines sweet_berry_bush 2\n"
    )
    plans, asks, agrees = lines(one)
    oak: dict[str, Any] = {"things": ("oak_log",), "deed": deed}
    acts = [
        act(plans, "plan", "Ann", "I cut one oak", deed="gather", things=("oak_log",), amount=1),
        act(asks, "request", "Ann", "the oak", **oak),
        act(agrees, "accept", "Ann", "All right", to=("Ben",), **oak),
        act(agrees, "plan", "Ann", "I find myself a snack", deed="gather"),
    ]
    assert [each.split()[0] for each in contradictions(found(one, reading(1, *acts)))] == broken


@pytest.mark.parametrize(
    ("said", "amount", "broken"),
    [
        ("I was careless, and six sand come to you.", 6, ["Ann"]),
        ("I was careless, I know.", 0, []),
        ("Guilty, I only dug two sand.", 2, []),
        ("I have only two sand so far.", 2, []),
        ("I was careless. You have my word.", 0, ["Ann"]),
    ],
)
def test_who_gives_in_with_a_number_or_its_word_promises(said: str, amount: int, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal glass 6\nteam Ann Ben\nround\nplan Ann: Dig 6 sand.\nplan Ben: Mine 1 coal.\n"
        "Ann mines dandelion 4\nBen mines coal_ore>coal 1\nround\n"
        f"Ben: You were to dig the sand, Ann.\nAnn: {said}\nplan Ann: Dig 6 sand.\nplan Ben: Mine 1 coal.\n"
        "Ann mines dandelion 4\nBen mines coal_ore>coal 1\n"
    )
    blames, sorry = lines(one)
    sand: dict[str, Any] = {"deed": "gather", "things": ("sand",)}
    acts = [
        act(blames, "criticise", "Ann", "You were to dig the sand", **sand),
        act(sorry, "concede", "Ann", said, to=("Ben",), amount=amount, **sand),
    ]
    assert [each.split()[0] for each in contradictions(found(one, reading(2, *acts)))] == broken


@pytest.mark.parametrize(
    ("rest", "broken"),
    [
        ("You get your two right away.", True),
        ("I am at the creek in a moment.", True),
        ("I went the wrong way just now.", False),
        ("Who gets up at once?", False),
        ("", False),
    ],
)
def test_what_follows_an_apology_at_work_may_be_a_promise(rest: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal paper 3\nteam Ann Ben\nround\nplan Ann: Cut 2 sugar cane.\nplan Ben: Cut 1 oak log.\n"
        "Ann mines cactus 5\nBen mines oak_log 1\nBen!: Cactus, Ann? You were sent for cane.\n"
        f"Ann!: I let myself be distracted. {rest}\nAnn mines cactus 7\nBen waits\n"
    )
    blames, sorry = lines(one)
    acts = [
        act(blames, "criticise", "Ann", "You were sent for cane", **CANE),
        act(sorry, "concede", "Ann", "I let myself be distracted", to=("Ben",), **CANE),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(("gives", "broken"), [("", True), ("Ann gives Ben string 3\n", False)])
def test_who_agrees_to_give_beside_other_work_owes_the_gift_too(gives: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal bow 1\nteam Ann Ben\nhas Ann: string 3, wooden_shovel 1, wooden_pickaxe 1\nround\n"
        "Ben: I need your three strings.\nAnn: You get all three.\n"
        "plan Ann: Dig 1 flint. Hand 3 string to Ben.\nplan Ben: Make sticks, craft the bow.\n"
        f"Ann mines gravel>flint 1\n{gives}Ann mines stone 4\nAnn mines coal_ore>coal 6\nBen waits\n"
    )
    asks, agrees = lines(one)
    string: dict[str, Any] = {"deed": "give", "things": ("string",), "amount": 3}
    acts = [
        act(asks, "request", "Ann", "I need your three strings", to=("Ben",), **string),
        act(agrees, "accept", "Ann", "You get all three", to=("Ben",), when="later", **string),
    ]
    assert contradictions(found(one, reading(1, *acts))) == (["Ann Ben"] if broken else [])
