"""Which items the words of a part or a promise mean, and which work is another than the promised one."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import tell_story
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import alike, amounts, in_same_form, mentioned
from minecrew.behaviors.parts import part_of
from minecrew.language import heads

from .model_readings import act, case, contradictions, found, lines, reading


@pytest.mark.parametrize(
    ("some", "others", "common"),
    [
        ("iron_ore", "iron_ingot", False),
        ("raw_iron", "iron_ore", True),
        ("raw_iron", "iron_ingot", False),
        ("iron_nugget", "iron_ingot", False),
        ("coal", "coal_ore", True),
        ("oak_log", "birch_log", True),
    ],
)
def test_ore_is_no_ingot(some: str, others: str, common: bool) -> None:
    assert bool(in_same_form(heads(some), heads(others))) is common
    assert alike(heads(some), heads(others)) is common
    assert alike(heads(others), frozenset({"iron", "coal", "log"}))  # a bare word means all of them


def test_one_metal_in_two_forms_hides_nothing_else() -> None:
    assert in_same_form(frozenset({"iron", "ore", "coal"}), frozenset({"iron", "ingot", "coal"})) == {"coal"}
    assert alike(frozenset({"cow"}), frozenset({"leather"}))


def test_a_number_before_a_place_counts_nothing() -> None:
    words = ["dig", "2", "clay", ",", "take", "1", "more", "from", "the", "chest"]
    assert list(amounts(words)) == [("clay", 2)]
    assert list(amounts(["fell", "5", "oaks"])) == [("tree", 5)]
    assert mentioned(("oak", "planks")) == {"planks"}


@pytest.mark.parametrize(("mined", "done"), [(1, False), (2, True)])
def test_iron_that_is_mined_and_smelted_is_there_once(mined: int, done: bool) -> None:
    one = case(
        "\n== x\ngoal iron_ingot 2\nteam Ann Ben\nhas Ann: stone_pickaxe 1, coal 1, furnace 1, raw_iron 1\n"
        "round\nplan Ann: Mine 2 iron.\nplan Ben: Rest.\n"
        f"Ann mines iron_ore>raw_iron {mined} with stone_pickaxe\n"
        "Ann smelts raw_iron>iron_ingot 1 with coal\nBen waits\n"
    )
    story = tell_story(one.events)
    assert part_of(story, story.rounds[0], "Ann") is not None
    assert fulfilled(story, story.rounds[0], "Ann") is done


def test_iron_that_is_to_be_smelted_is_ingots() -> None:
    one = case(
        "\n== x\ngoal iron_ingot 2\nteam Ann Ben\nhas Ann: coal 1, furnace 1, raw_iron 2\nround\n"
        "plan Ann: Smelt 2 iron.\nplan Ben: Rest.\nAnn smelts raw_iron>iron_ingot 2 with coal\nBen waits\n"
    )
    story = tell_story(one.events)
    assert fulfilled(story, story.rounds[0], "Ann")


@pytest.mark.parametrize(
    ("deed", "strays"), [("kills cow>leather 1", False), ("mines coal_ore>coal 5 with wooden_pickaxe", True)]
)
def test_a_cow_gives_leather_and_needs_no_coal(deed: str, strays: bool) -> None:
    one = case(
        "\n== x\ngoal leather 2\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\nplan Ann: Hunt 2 cows.\n"
        f"plan Ben: Rest.\nAnn {deed}\nBen waits\nthen\nBen!: You were on the cows, Ann.\n"
        "Ann!: Guilty, cows now.\nthen\nAnn kills cow>leather 1\n"
    )
    blames, yes = lines(one)
    cows: dict[str, Any] = {"deed": "gather", "things": ("leather",)}
    acts = [
        act(blames, "criticise", "Ann", "You were on the cows", **cows),
        act(yes, "concede", "Ann", "Guilty", to=("Ben",), **cows),
    ]
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("conformity.confirmed" in names) is strays


@pytest.mark.parametrize(("deed", "broken"), [("Ann mines poppy 3\n", True), ("Ann crafts stick 4\n", False)])
@pytest.mark.parametrize("things", ["furnace stick", "wooden_pickaxe stick"])
def test_each_of_two_products_is_promised(things: str, deed: str, broken: bool) -> None:
    """Sticks beside a furnace are a product; those for a pickaxe are a material."""
    first, second = things.split()
    one = case(
        f"\n== x\ngoal {first} 1\nteam Ann Ben\nhas Ann: cobblestone 8, oak_planks 5, stick 2\nround\n"
        f"Ben: A {first} and sticks, who makes them?\nAnn: You'll have both from me.\n"
        f"plan Ann: Craft a {first} and a stick.\nplan Ben: Mine 1 sand.\n"
        f"Ann crafts {first} 1\n{deed}Ben mines sand 1\n"
    )
    asks, yes = lines(one)
    both: dict[str, Any] = {"deed": "make", "things": (first, second), "amount": 1}
    acts = [act(asks, "request", "", f"A {first} and sticks", **both)]
    acts += [act(yes, "accept", "Ann", "You'll have both from me", to=("Ben",), **both)]
    names = {(finding.name, finding.targets) for finding in found(one, reading(1, *acts))}
    assert (("contradiction", ("Ben",)) in names) is (broken and first == "furnace")


@pytest.mark.parametrize(
    ("given", "broken"), [("Ben gives Ann clay_ball 3\n", True), ("Ben gives Ann dirt 3\n", False)]
)
def test_whom_a_peer_has_supplied_does_not_wait(given: str, broken: bool) -> None:
    one = case(
        "\n== x\ngoal flower_pot 1\nteam Ann Ben\nhas Ann: coal 1, furnace 1\n"
        "has Ben: clay_ball 3, dirt 3\nround\nAnn: I burn three bricks from your lumps.\nBen: Very good.\n"
        "plan Ann: Smelt 3 bricks and give them to Ben.\n"
        "plan Ben: Give the clay to Ann. Craft a flower pot from the bricks.\n"
        f"{given}Ann mines dandelion 5\nBen waits\n"
    )
    burns, yes = lines(one)
    acts = [act(burns, "plan", "Ann", "I burn three bricks", deed="make", things=("brick",), amount=3)]
    acts += [act(yes, "accept", "Ben", "Very good", to=("Ann",), deed="give", things=("clay_ball",))]
    words = contradictions(found(one, reading(1, *acts)))
    assert any("Ann" in word.split()[0] for word in words) is broken


@pytest.mark.parametrize(
    ("take", "broken"),
    [
        ("Ann takes emerald 2 from chest of smithy", True),
        ("Ben puts emerald 2 in chest\nAnn takes emerald 2 from chest", False),
    ],
    ids=["of others", "of the crew"],
)
def test_who_robs_a_chest_does_not_look_for_its_own_work(take: str, broken: bool) -> None:
    one = case(
        "\n== x\ngoal paper 3\nteam Ann Ben\nhas Ben: emerald 2\nround\n"
        "Ann: The canal is my walk. Three cane.\n"
        "Ben: Fine.\nplan Ann: Cut 3 sugar cane.\nplan Ben: Rest.\n"
        f"{take}\nAnn looks\nBen waits\n"
    )
    walk, yes = lines(one)
    cane: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",), "amount": 3}
    acts = [act(walk, "plan", "Ann", "Three cane", **cane), act(yes, "accept", "Ben", "Fine", to=("Ann",))]
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("contradiction" in names) is broken


@pytest.mark.parametrize(("blocks", "deviates"), [(9, True), (3, False)])
def test_many_placed_blocks_are_a_building(blocks: int, deviates: bool) -> None:
    one = case(
        "\n== x\ngoal cobblestone 4\nteam Ann Ben\nhas Ann: wooden_pickaxe 1, dirt 9\n"
        "has Ben: wooden_pickaxe 1\nround\nBen: Half the quarry each.\nplan Ann: Mine 2 cobblestone.\n"
        f"plan Ben: Mine 2 cobblestone.\nAnn places dirt {blocks}\n"
        "Ben mines stone>cobblestone 2 with wooden_pickaxe\nthen\nBen!: Where are yours, Ann?\n"
        "Ann!: Caught, off to the quarry.\nthen\nAnn mines stone>cobblestone 2 with wooden_pickaxe\n"
    )
    _, blames, yes = lines(one)
    stone: dict[str, Any] = {"deed": "gather", "things": ("cobblestone",)}
    acts = [
        act(blames, "criticise", "Ann", "Where are yours, Ann?", **stone),
        act(yes, "concede", "Ann", "Caught, off to the quarry", to=("Ben",), **stone),
    ]
    names = [finding.name for finding in found(one, reading(1, *acts))]
    assert ("conformity.confirmed" in names) is deviates


@pytest.mark.parametrize(
    ("item", "words", "has"),
    [
        ("smithing_table", "a smithing table", "oak_planks 4, iron_ingot 2"),
        ("golden_apple", "a golden apple", "apple 1, gold_ingot 8"),
    ],
)
def test_one_product_of_two_words_is_one(item: str, words: str, has: str) -> None:
    one = case(
        f"\n== x\ngoal {item} 1\nteam Ann Ben\nhas Ann: {has}\nround\nAnn: I make {words}.\n"
        f"plan Ann: Craft {words}.\nplan Ben: Mine 1 sand.\nAnn crafts {item} 1 using {has}\n"
        "Ann mines grass_block>dirt 3\nBen mines sand 1\n"
    )
    (says,) = lines(one)
    made: dict[str, Any] = {"deed": "make", "things": (item,), "amount": 1}
    assert found(one, reading(1, act(says, "plan", "Ann", f"I make {words}", **made))) == []


@pytest.mark.parametrize(
    ("given", "does"),
    [
        (3, "Ann mines stone>cobblestone 8 with wooden_pickaxe\nAnn crafts furnace 1"),
        (1, "Ann mines poppy 3"),
    ],
    ids=["builds the furnace", "got too little"],
)
def test_who_prepares_or_got_too_little_breaks_no_word(given: int, does: str) -> None:
    one = case(
        "\n== x\ngoal glass 3\nteam Ann Ben\nhas Ann: wooden_pickaxe 1, coal 1\nhas Ben: sand 3\nround\n"
        "Ann: I smelt your sand to three glass.\nBen: Good.\nplan Ann: Smelt 3 glass from Ben's sand.\n"
        f"plan Ben: Give 3 sand to Ann.\nBen gives Ann sand {given}\n{does}\nBen waits\n"
    )
    smelts, yes = lines(one)
    glass: dict[str, Any] = {"deed": "make", "things": ("glass",), "amount": 3}
    acts = [act(smelts, "plan", "Ann", "I smelt your sand to three glass", **glass)]
    acts += [act(yes, "accept", "Ben", "Good", to=("Ann",))]
    assert found(one, reading(1, *acts)) == []


def test_what_is_put_into_a_chest_is_no_robbery() -> None:
    one = case(
        "\n== x\ngoal paper 3\nteam Ann Ben\nhas Ann: bread 1\nround\nAnn: Three cane from me.\nBen: Fine.\n"
        "plan Ann: Cut 3 sugar cane.\nplan Ben: Rest.\nAnn puts bread 1 in chest of smithy\nAnn looks\n"
        "Ben waits\n"
    )
    says, yes = lines(one)
    cane: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",), "amount": 3}
    acts = [act(says, "plan", "Ann", "Three cane from me", **cane), act(yes, "accept", "Ben", "Fine")]
    assert found(one, reading(1, *acts)) == []


@pytest.mark.parametrize(
    ("says", "to"), [("Fine, but you will have to be patient", "Cid"), ("You will have it from me", "Ben")]
)
def test_you_will_have_to_names_no_receiver(says: str, to: str) -> None:
    one = case(
        "\n== x\ngoal chest 1\nteam Ann Ben Cid\nhas Ann: oak_planks 8, crafting_table 1\nround\n"
        f"Ben: Ann, make a chest, Cid needs it.\nAnn: {says}.\nplan Ann: Craft 1 chest.\n"
        "plan Ben: Mine 1 sand.\nplan Cid: Mine 1 clay.\nAnn mines poppy 3\nBen mines sand 1\n"
        "Cid mines clay>clay_ball 1\n"
    )
    asks, yes = lines(one)
    chest: dict[str, Any] = {"deed": "make", "things": ("chest",), "amount": 1}
    acts = [act(asks, "request", "Ann", "make a chest", to=("Cid",), **chest)]
    acts += [act(yes, "accept", "Ann", says, to=("Ben",), **chest)]
    (finding,) = found(one, reading(1, *acts))
    assert (finding.name, finding.targets) == ("contradiction", (to,))


@pytest.mark.parametrize(
    ("asked", "given", "gift"),
    [
        (("gold_ore",), "raw_iron", True),
        (("iron", "gold_ore"), "iron_ingot", False),
        (("iron_ingot",), "iron_ingot", False),
    ],
)
def test_what_was_asked_for_is_no_gift(asked: tuple[str, ...], given: str, gift: bool) -> None:
    one = case(
        f"\n== x\ngoal iron_ingot 2\nteam Ann Ben\nhas Ann: {given} 2\nround\nBen: Has anybody metal?\n"
        "Ann: Take my two pieces.\nBen: Thanks!\nplan Ann: Cut 1 oak log.\nplan Ben: Craft an iron sword.\n"
        f"Ann gives Ben {given} 2\nAnn mines oak_log 1\n"
    )
    asks, gives, yes = lines(one)
    mine: dict[str, Any] = {"deed": "give", "things": (given,), "amount": 2}
    acts = [
        act(asks, "request", "Ann", "Has anybody metal?", deed="give", things=asked, to=("Ben",)),
        act(gives, "offer", "Ann", "Take my two pieces", to=("Ben",), **mine),
        act(yes, "accept", "Ben", "Thanks!", to=("Ann",)),
    ]
    assert ("volunteer.resource" in [finding.name for finding in found(one, reading(1, *acts))]) is gift
