"""Promises beside an agent's part: to put something up, to guard somebody, to bring a loan back."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, reading

PIT = """
== pit
goal fishing_rod 2
team Ann Ben
has Ann: {held}
round
Ben: Would you light the edge for me, and have six sticks ready?
Ann: Sticks first, and the edge gets its lights afterwards.
plan Ann: Make 6 sticks, then light the edge of the pit.
plan Ben: Kill spiders for 4 string.
Ann mines oak_log 1
Ann crafts oak_planks 4
{did}
Ben kills spider>string*2 2
"""


@pytest.mark.parametrize(
    ("held", "when", "did", "broken"),
    [
        ("torch 6", "later", "Ann crafts stick 8\nAnn mines poppy 5", True),
        ("torch 6", "later", "Ann crafts stick 8\nAnn places torch 1\nAnn mines poppy 5", False),
        ("torch 6", "later", "Ann crafts stick 8", False),
        ("torch 6", "later", "Ann mines poppy 5", False),
        ("torch 6", "if", "Ann crafts stick 8\nAnn mines poppy 5", False),
        ("bread 6", "later", "Ann crafts stick 8\nAnn mines poppy 5", False),
        ("torch 6", "later", "Ann mines poppy 5\nAnn crafts stick 8", False),
    ],
)
def test_what_is_to_be_put_up_afterwards_is_due_when_the_rest_is_done(
    held: str, when: str, did: str, *, broken: bool
) -> None:
    one = case(PIT.format(held=held, did=did))
    _, agrees = lines(one)
    acts = [
        act(agrees, "accept", "Ann", "Sticks first", to=("Ben",), deed="make", things=("stick",)),
        act(agrees, "accept", "Ann", "the edge gets its lights", to=("Ben",), things=("torch",), when=when),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(
    ("part", "did", "broken"),
    [
        ("Guard Ben while he chops.", "Ann hits Ben 5*2 with iron_sword", True),
        ("Guard Ben while he chops.", "Ann hits Ben 2 with iron_sword", False),
        ("Guard Ben while he chops.", "Ben hits Ann 2\nAnn hits Ben 5*2 with iron_sword", False),
        ("Guard the gate.", "Ann hits Ben 5*2 with iron_sword", False),
    ],
)
def test_whoever_is_guarded_is_not_to_be_struck(part: str, did: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal oak_log 8\nteam Ann Ben\nhas Ann: iron_sword 1\nround\nAnn: Let me be your back, Ben.\n"
        f"plan Ann: {part}\nplan Ben: Chop 8 logs.\nBen mines oak_log 3\nthen\n{did}\n"
    )
    (offers,) = lines(one)
    guards = act(offers, "offer", "Ann", "Let me be your back", to=("Ben",), deed="wait", when="meanwhile")
    assert bool(contradictions(found(one, reading(1, guards)))) is broken


@pytest.mark.parametrize(
    ("when", "did", "broken"),
    [
        ("after", "Ann mines stone 6 with stone_pickaxe\nAnn mines poppy 5", True),
        ("after", "Ann mines stone 6 with stone_pickaxe\nAnn gives Ben stone_pickaxe 1", False),
        ("now", "Ann mines stone 6 with stone_pickaxe\nAnn mines poppy 5", False),
        ("after", "Ann mines stone 3 with stone_pickaxe\nAnn mines poppy 5", False),
        ("after", "Ann mines stone 6 with stone_pickaxe\nAnn tries goToPlayer Ben: TIMEOUT stuck", False),
        ("after", "Ann mines stone 6 with stone_pickaxe\nAnn hurts 20 by fall", False),
    ],
)
def test_a_loan_for_a_while_ends_when_the_work_is_done(when: str, did: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal cobblestone 12\nteam Ann Ben\nhas Ben: stone_pickaxe 1\nround\nBen: If it comes home.\n"
        "Ann: Six stones, and it is in your hand again.\nplan Ann: Dig 6 cobblestone with Ben's pickaxe.\n"
        f"plan Ben: Lend Ann the pickaxe, then dig 6 cobblestone.\nBen gives Ann stone_pickaxe 1\n{did}\n"
        "Ben waits\n"
    )
    _, says = lines(one)
    loan: dict[str, Any] = {"deed": "trade", "things": ("stone_pickaxe",)}
    acts = [act(says, "accept", "Ann", "it is in your hand again", to=("Ben",), when=when, **loan)]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(("put", "broken"), [("", True), ("Ann puts shears 1 in barrel of mill\n", False)])
def test_what_was_taken_out_of_a_barrel_is_put_back_into_it(put: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal white_bed 1\nteam Ann Ben\nround\nAnn: I take the miller's shears and put them back.\n"
        "plan Ann: Shear 3 sheep with the miller's shears and put the shears back.\nplan Ben: Cut 1 log.\n"
        f"Ann takes shears 1 from barrel of mill\nAnn shears sheep>white_wool 3\n{put}Ann mines poppy 5\n"
    )
    (says,) = lines(one)
    acts = [
        act(says, "plan", "Ann", "put them back", deed="trade", things=("shears",), when="later"),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(
    ("did", "broken"),
    [
        ("Ann crafts flower_pot 1", False),
        ("Ann crafts decorated_pot 1 using brick 3\nAnn mines poppy 5", True),
    ],
)
def test_who_makes_the_goal_of_what_it_offered_has_spared_the_peer_its_work(
    did: str, *, broken: bool
) -> None:
    one = case(
        "\n== x\ngoal flower_pot 1\nteam Ann Ben\nhas Ann: brick 3\nround\nBen: I dig the clay.\n"
        "plan Ben: Dig 1 clay.\nplan Ann: Shape the pot.\n"
        f"Ann!: No clay, Ben, I have three bricks for it.\nBen!: Fine.\nthen\n{did}\nBen waits\n"
    )
    _, offers, _ = lines(one)
    bricks: dict[str, Any] = {"deed": "give", "things": ("brick",), "amount": 3}
    acts = [
        act(offers, "offer", "Ann", "I have three bricks for it", to=("Ben",), work_of=("Ben",), **bricks),
        act(lines(one)[2], "accept", "Ben", "Fine", to=("Ann",)),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word.startswith("Ann") for word in words) is broken


@pytest.mark.parametrize(
    ("did", "broken"),
    [
        ("Ann mines iron_ore>raw_iron 5", True),
        ("Ann mines iron_ore>raw_iron 2\nAnn crafts shears 1 using raw_iron 2", False),
        ("Ann mines iron_ore>raw_iron 2\nAnn tries craftItem shears: MISSING no furnace", False),
    ],
)
def test_iron_is_on_the_way_to_wool_if_the_shears_are_made(did: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal painting 1\nteam Ann Ben\nround\nAnn: I bring you one wool, Ben.\n"
        f"plan Ann: Shear a sheep and give Ben 1 white wool.\nplan Ben: Make 8 sticks.\n{did}\n"
        "Ben mines oak_log 1\n"
    )
    (says,) = lines(one)
    wool = act(says, "offer", "Ann", "I bring you one wool", to=("Ben",), deed="give", things=("white_wool",))
    assert bool(contradictions(found(one, reading(1, wool)))) is broken


@pytest.mark.parametrize(
    ("boat", "broken"),
    [
        ("Ann crafts oak_boat 1", True),
        ("Ann crafts crafting_table 1", False),
        ("Ann crafts oak_door 3", False),
    ],
)
def test_one_thing_made_of_the_material_for_another_breaks_the_word(boat: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal oak_door 3\nteam Ann Ben\nround\n"
        "Ann: Pass me six planks and you have three doors back.\nBen: Clear the doorway first.\n"
        "Ann: Dirt first, yes.\nplan Ben: Chop 2 logs, make planks, give Ann 6.\n"
        "plan Ann: Clear 3 dirt from the doorway, then craft 3 doors from Ben's planks and give them back.\n"
        "Ann mines dirt 3\nBen mines oak_log 2\nBen crafts oak_planks 8\nthen\nBen gives Ann oak_planks 6\n"
        f"{boat}\nBen waits\n"
    )
    doors, asks, agrees = lines(one)
    acts = [
        act(
            doors, "accept", "Ann", "you have three doors back", to=("Ben",), deed="trade",
            things=("oak_door",), amount=3, when="later",
        ),
        act(asks, "request", "Ann", "Clear the doorway", deed="gather", things=("dirt",)),
        act(agrees, "accept", "Ann", "Dirt first", to=("Ben",), deed="gather", things=("dirt",)),
    ]  # fmt: skip
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


def test_who_accepts_for_one_peer_what_another_asks_owes_it_to_the_one() -> None:
    one = case(
        "\n== x\ngoal pumpkin_pie 2\nteam Ann Ben Cem\nround\nCem: Ann, two eggs to Ben, please.\n"
        "Ann: I bring you two eggs, Ben.\nplan Ann: Take 2 eggs from the coop to Ben.\nplan Ben: Bake.\n"
        "plan Cem: Pick 2 pumpkins.\nAnn mines poppy 5\nCem mines pumpkin 2\n"
    )
    asks, agrees = lines(one)
    eggs: dict[str, Any] = {"deed": "give", "things": ("egg",), "amount": 2}
    acts = [
        act(asks, "request", "Ann", "two eggs to Ben", to=("Ben",), **eggs),
        act(agrees, "accept", "Ann", "I bring you two eggs", to=("Cem", "Ben"), **eggs),
    ]
    assert contradictions(found(one, reading(1, *acts))) == ["Ann Ben"]


@pytest.mark.parametrize(
    ("thing", "broken"),
    [("dirt", True), ("oak_fence", False)],
)
def test_ground_to_fill_a_hole_with_lies_everywhere(thing: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: coal 1, stick 1\nround\n"
        "Ann: Four torches, and after that I fill the hole.\nplan Ann: Make 4 torches, then fill the hole.\n"
        "plan Ben: Wait.\nAnn crafts torch 4\nAnn mines poppy 5\n"
    )
    (says,) = lines(one)
    acts = [
        act(says, "plan", "Ann", "Four torches", deed="make", things=("torch",), amount=4),
        act(says, "plan", "Ann", "after that I fill the hole", things=(thing,), when="later"),
    ]
    assert bool(contradictions(found(one, reading(1, *acts)))) is broken


@pytest.mark.parametrize(
    ("part", "to", "broken"),
    [
        ("Make 4 planks and give them to Cem.", "Cem", ["Ann Cem"]),
        ("Make 4 planks and give them to Ann.", "Ann", []),
    ],
)
def test_what_a_peer_brings_to_somebody_else_is_not_waited_for(part: str, to: str, broken: list[str]) -> None:
    one = case(
        "\n== x\ngoal chest 1\nteam Ann Ben Cem\nround\nCem: I'd like eight planks.\nAnn: Four from me.\n"
        f"plan Ann: Make 4 planks and give them to Cem.\nplan Ben: {part}\nplan Cem: Craft the chest.\n"
        "Ann mines lily_pad 5\nBen waits\nCem waits\n"
    )
    asks, agrees = lines(one)
    planks: dict[str, Any] = {"deed": "give", "things": ("oak_planks",)}
    acts = [
        act(asks, "request", "Ann Ben", "I'd like eight planks", to=("Cem",), amount=8, **planks),
        act(agrees, "accept", "Ann", "Four from me", to=("Cem",), amount=4, **planks),
    ]
    assert [word for word in contradictions(found(one, reading(1, *acts))) if word[:3] == "Ann"] == broken


@pytest.mark.parametrize(
    ("whose", "broken"), [("Ann places furnace 1\n", True), ("Ben places furnace 1\n", False)]
)
def test_coal_for_ones_own_furnace_is_not_given(whose: str, *, broken: bool) -> None:
    one = case(
        "\n== x\ngoal torch 12\nteam Ann Ben\nhas Ann: coal 3, furnace 1, cod 2\nhas Ben: furnace 1\nround\n"
        "Ann: You get three coal, Ben.\nBen: Very welcome.\nplan Ann: Dig 2 dirt.\n"
        "plan Ben: Craft 12 torches.\n"
        f"{whose}Ann puts coal 3 in furnace\nAnn mines dirt 2\nBen waits\n"
    )
    offers, takes = lines(one)
    coal: dict[str, Any] = {"things": ("coal",)}
    acts = [
        act(offers, "offer", "Ann", "You get three coal", to=("Ben",), deed="give", amount=3, **coal),
        act(takes, "accept", "Ben", "Very welcome", to=("Ann",), **coal),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert any(word.startswith("Ann") for word in words) is broken


@pytest.mark.parametrize(
    ("kind", "said", "deed"),
    [("decline", "Never mind the pickaxe", "other"), ("offer", "Keep the pickaxe", "give")],
)
def test_a_peer_may_leave_what_it_lent(kind: str, said: str, deed: str) -> None:
    one = case(
        "\n== x\ngoal cobblestone 12\nteam Ann Ben\nhas Ben: stone_pickaxe 1\nround\n"
        f"Ann: Six stones, and it is in your hand again.\nBen: {said}.\nplan Ann: Dig 6 cobblestone.\n"
        "plan Ben: Lend Ann the pickaxe.\nBen gives Ann stone_pickaxe 1\n"
        "Ann mines stone 6 with stone_pickaxe\n"
        "Ann mines poppy 5\nBen waits\n"
    )
    says, answers = lines(one)
    pick: dict[str, Any] = {"things": ("stone_pickaxe",)}
    acts = [
        act(says, "plan", "Ann", "it is in your hand again", to=("Ben",), deed="trade", when="after", **pick),
        act(answers, kind, "Ben", said, to=("Ann",), deed=deed, **pick),
    ]
    words = contradictions(found(one, reading(1, *acts)))
    assert not any(word.startswith("Ann") for word in words)
