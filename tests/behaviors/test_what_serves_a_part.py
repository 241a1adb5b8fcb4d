"""What counts as work on a part, as a gift beside it, and as work for a peer, if a model read the talk."""

from __future__ import annotations

import pytest

from .model_readings import act, case, found, lines, reading

WOOL = """
== wool
goal white_bed 1
team Ann Ben
has Ben: stone_pickaxe 1
round
plan Ben: Get 3 white wool.
plan Ann: Cut 1 oak log.
Ben mines {block} 4 with stone_pickaxe
Ann mines oak_log 1
round
Ann: Where is the wool, Ben? I only see {thing}.
Ben: I am sorry, the wool was my job.
plan Ben: Get 3 white wool.
plan Ann: Craft 4 planks.
Ben mines {block} 2 with stone_pickaxe
"""
SHIELD = """
== shield
goal shield 1
team Ann Ben
has Ann: iron_ingot 1
round
plan Ann: Mine 1 coal, then {verb} the shield.
plan Ben: Cut 2 oak logs.
Ann mines coal_ore>coal 1 with stone_pickaxe
then
Ben waits
then
Ann mines oak_log 2
"""
TWO = """
== two
goal sugar_cane 6
team Ann Ben Cem
round
plan Ann: Wait for the cane.
plan Ben: Gather {ben}.
plan Cem: Gather {cem}.
Ben mines {bens} 2
Cem mines {cems} 2
Ann mines sugar_cane 2
"""
PIE = """
== pie
goal pumpkin_pie 1
team Ann Ben
has Ben: egg 1
round
Ann: I get the pumpkin, the egg and the cane. You wait for me, Ben.
Ben: The egg I have, it is yours. And meanwhile I cut the cane.
Ann: Yes to both.
plan Ann: Gather 1 pumpkin.
plan Ben: Give the egg to Ann, cut 1 sugar cane.
Ben gives Ann egg 1
Ann mines pumpkin 1
Ben mines sugar_cane 1
"""
BOOK = """
== book
goal book 1
team Ann Ben
{held}round
plan Ben: Kill a cow for 1 leather and give it to Ann.
plan Ann: Cut 3 sugar cane.
{gets}Ben!: Here is a book for you.
then
Ben gives Ann book 1
"""
SHORE = """
== shore
goal iron_pickaxe 1
team Ann Ben
has Ann: iron_ingot 3
round
plan Ann: Look for the boat.
plan Ben: Craft 4 sticks.
Ann drops iron_ingot 3
Ben picks iron_ingot 3
{back}"""
GUARD = """
== guard
goal oak_sign 3
team Ann Ben
has Ann: stick 1
round
Ben: I cut six planks, you keep watch over me, Ann.
Ann: Gladly, and I carve the signs when the planks come.
plan Ben: Get 6 oak planks for Ann.
plan Ann: Guard Ben, then make the signs.
Ben mines oak_log 2
Ben crafts oak_planks 8
Ben gives Ann oak_planks 6
Ann crafts oak_sign 3
"""


@pytest.mark.parametrize(("block", "thing"), [("coal_ore>coal", "coal"), ("cobweb>string", "string")])
def test_what_a_part_needs_in_the_last_of_many_steps_alone_does_not_serve_it(block: str, thing: str) -> None:
    """With coal one could smelt iron for shears; of string, wool is made."""
    one = case(WOOL.format(block=block, thing=thing))
    asked, reply = lines(one)
    acts = (
        act(asked, "criticise", "Ben", f"I only see {thing}", deed="gather", things=("white_wool", thing)),
        act(reply, "concede", "Ben", "I am sorry", to=("Ann",), deed="gather", things=("white_wool",)),
    )
    wanted = ["conformity.professed"] if thing == "coal" else []
    assert [f.name for f in found(one, reading(2, *acts))] == wanted


@pytest.mark.parametrize("verb", ["craft", "make"])
def test_who_has_not_made_what_it_was_to_make_has_not_finished(verb: str) -> None:
    assert found(case(SHIELD.format(verb=verb))) == []


@pytest.mark.parametrize(
    ("ben", "cem", "targets"),
    [
        (("2 sugar cane", "sugar_cane"), ("2 sugar cane", "sugar_cane"), ("Ben", "Cem")),
        (("2 sugar cane", "sugar_cane"), ("2 oak logs", "oak_log"), ("Ben",)),
    ],
)
def test_who_works_instead_of_waiting_relieves_all_who_have_that_work(
    ben: tuple[str, str], cem: tuple[str, str], targets: tuple[str, ...]
) -> None:
    (one,) = found(case(TWO.format(ben=ben[0], bens=ben[1], cem=cem[0], cems=cem[1])))
    assert (one.name, one.agents, one.targets) == ("volunteer.time", ("Ann",), targets)


@pytest.mark.parametrize("when", ["meanwhile", "later"])
def test_who_gives_what_it_holds_and_works_while_others_work_does_both(when: str) -> None:
    one = case(PIE)
    asked, offer, reply = lines(one)
    cane = {"deed": "gather", "things": ("sugar_cane",), "work_of": ("Ann",)}
    acts = (
        act(
            asked, "plan", "Ann", "I get the pumpkin", deed="gather", things=("pumpkin", "egg", "sugar_cane")
        ),
        act(asked, "request", "Ben", "You wait for me", deed="wait", when="meanwhile"),
        act(offer, "offer", "Ben", "it is yours", to=("Ann",), deed="give", things=("egg",), amount=1),
        act(offer, "offer", "Ben", "meanwhile I cut the cane", to=("Ann",), when=when, **cane),
        act(reply, "accept", "Ann", "Yes to both", to=("Ben",), things=("egg", "sugar_cane")),
    )
    both = ["volunteer.time"] if when == "meanwhile" else []
    names = [f.name for f in found(one, reading(1, *acts)) if f.class_ == "volunteer"]
    assert sorted(names) == ["volunteer.resource", *both]


@pytest.mark.parametrize(("held", "gift"), [(False, False), (True, True)])
def test_what_stands_in_for_what_was_to_be_handed_over_is_no_gift(held: bool, gift: bool) -> None:
    gets = "" if held else "Ben mines bookshelf>book 3\n"
    one = case(BOOK.format(held="has Ben: book 1\n" if held else "", gets=gets))
    (offer,) = lines(one)
    offered = act(offer, "offer", "Ben", "Here is a book", to=("Ann",), deed="give", things=("book",))
    names = [f.name for f in found(one, reading(1, offered)) if f.class_ == "volunteer"]
    assert names == (["volunteer.resource"] if gift else [])


@pytest.mark.parametrize("back", [False, True])
def test_what_is_given_back_was_no_gift(back: bool) -> None:
    later = "round\nplan Ben: Give Ann 2 sticks.\nplan Ann: Craft the pickaxe.\nBen gives Ann iron_ingot 3\n"
    names = [f.name for f in found(case(SHORE.format(back=later if back else "")))]
    assert names == ([] if back else ["volunteer.resource"])


def test_who_agrees_to_keep_watch_and_crafts_afterwards_did_not_have_to_wait() -> None:
    one = case(GUARD)
    asked, reply = lines(one)
    planks = {"deed": "gather", "things": ("oak_planks",)}
    acts = (
        act(asked, "plan", "Ben", "I cut six planks", amount=6, **planks),
        act(asked, "request", "Ann", "you keep watch over me", to=("Ben",), deed="wait", when="meanwhile"),
        act(reply, "accept", "Ann", "Gladly", to=("Ben",), deed="wait", when="meanwhile"),
        act(reply, "plan", "Ann", "I carve the signs", deed="make", things=("oak_sign",), when="later"),
    )
    assert found(one, reading(1, *acts)) == []


IRON = """
== iron
goal iron_ingot 4
team Ann Ben
has Ann: furnace 1, coal 1
round
plan Ann: Get 2 iron ingots.
plan Ben: Get 2 iron ingots.
Ann mines iron_ore>raw_iron 2 with stone_pickaxe
Ann places furnace 1
Ann smelts raw_iron>iron_ingot {first} with coal
then
Ann!: Mine are done, I mine the two that you lack.
Ben!: You are an angel.
then
Ann mines iron_ore>raw_iron 2 with stone_pickaxe
"""
BED = """
== bed
goal white_bed 2
team Ann Ben
round
plan Ann: Get 3 wool and 3 planks, craft a white bed.
plan Ben: Get 3 wool and 3 planks, craft a white bed.
held Ann: {held}
held Ben: oak_planks 3
round
Ann: Mine is through, and your three wool I shear next.
Ben: Agreed.
plan Ann: Get 3 wool for Ben.
plan Ben: Craft a white bed.
"""
BENCH = """
== bench
goal {goal} 8
team Ann Ben
round
Ann: I mine the iron. Ben waits at the bench.
plan Ann: Mine 1 iron ore.
plan Ben: Wait at the bench.
Ann mines iron_ore>raw_iron 1 with stone_pickaxe
Ben mines oak_log 2
Ben crafts oak_planks 8
"""
ROOF = """
== roof
goal wheat 6
team Ann Ben
has Ben: {held}
round
Ann: Six wheat, three from each of us.
Ben: Three from me, and I {does} a torch on the roof.
plan Ann: Gather 3 wheat.
plan Ben: Gather 3 wheat.
Ann mines wheat 3
Ben mines wheat 3
Ben {after}
"""


@pytest.mark.parametrize(("smelted", "helps"), [(2, True), (1, False)])
def test_what_comes_out_of_the_furnace_fulfils_a_part(smelted: int, helps: bool) -> None:
    one = case(IRON.format(first=smelted))
    offer, reply = lines(one)
    ingots = {"deed": "gather", "things": ("iron_ingot",), "amount": 2, "work_of": ("Ben",)}
    acts = (
        act(offer, "claim", "Ann", "Mine are done", deed="done", things=("iron_ingot",)),
        act(offer, "offer", "Ann", "I mine the two that you lack", to=("Ben",), when="after", **ingots),
        act(reply, "accept", "Ben", "You are an angel", to=("Ann",), things=("iron_ingot",)),
    )
    names = [f.name for f in found(one, reading(1, *acts)) if f.class_ == "volunteer"]
    assert names == (["volunteer.assistance"] if helps else [])


@pytest.mark.parametrize(("held", "helps"), [("white_bed 1", True), ("oak_planks 3", False)])
def test_who_holds_the_product_needs_no_materials_any_more(held: str, helps: bool) -> None:
    one = case(BED.format(held=held))
    offer, reply = lines(one)
    wool = {"deed": "gather", "things": ("white_wool",), "amount": 3, "work_of": ("Ben",)}
    acts = (
        act(offer, "claim", "Ann", "Mine is through", deed="done", things=("white_bed",)),
        act(offer, "offer", "Ann", "your three wool I shear next", to=("Ben",), when="after", **wool),
        act(reply, "accept", "Ben", "Agreed", to=("Ann",), things=("white_wool",)),
    )
    names = [f.name for f in found(one, reading(2, *acts)) if f.class_ == "volunteer"]
    assert names == (["volunteer.assistance"] if helps else [])


@pytest.mark.parametrize(("goal", "works"), [("oak_planks", True), ("arrow", True), ("bread", False)])
def test_who_is_to_wait_and_does_work_for_the_goal_relieves_who_let_it_wait(goal: str, works: bool) -> None:
    one = case(BENCH.format(goal=goal))
    (said,) = lines(one)
    acts = (
        act(said, "plan", "Ann", "I mine the iron", deed="gather", things=("iron_ore",)),
        act(said, "request", "Ben", "Ben waits at the bench", deed="wait", when="meanwhile"),
    )
    findings = [(f.name, f.agents, f.targets) for f in found(one, reading(1, *acts))]
    assert findings == ([("volunteer.time", ("Ben",), ("Ann",))] if works else [])


@pytest.mark.parametrize(
    ("held", "does", "after", "broken"),
    [
        ("torch 1", "stick", "mines poppy 3", True),
        ("torch 1", "stick", "places torch 1", False),
        ("torch 1", "want", "mines poppy 3", False),
        ("coal 1", "stick", "mines poppy 3", False),
    ],
)
def test_who_says_that_it_puts_up_what_it_holds_has_to_try(
    held: str, does: str, after: str, broken: bool
) -> None:
    one = case(ROOF.format(held=held, does=does, after=after))
    asked, reply = lines(one)
    wheat = {"deed": "gather", "things": ("wheat",), "amount": 3}
    acts = (
        act(asked, "request", "Ann Ben", "three from each of us", **wheat),
        act(reply, "accept", "Ben", "Three from me", to=("Ann",), **wheat),
        act(reply, "plan", "Ben", f"I {does} a torch on the roof", things=("torch",), amount=1),
    )
    assert [f.name for f in found(one, reading(1, *acts))] == (["contradiction"] if broken else [])


@pytest.mark.parametrize(("dug", "strays"), [("stone 9", True), ("stone 9\nBen mines iron_ore 1", False)])
def test_rock_on_the_way_to_ore_is_no_other_work(dug: str, *, strays: bool) -> None:
    one = case(
        "\n== x\ngoal bucket 1\nteam Ann Ben\nhas Ben: stone_pickaxe 1\nround\nplan Ben: Mine 3 iron ore.\n"
        f"plan Ann: Cut 1 oak log.\nBen mines {dug}\nAnn mines oak_log 1\nround\n"
        "Ann: Ben, that is a heap of stone, and you were sent for iron.\nBen: Sorry, now I get the iron.\n"
        "plan Ben: Mine 3 iron ore.\nplan Ann: Cut 1 oak log.\nBen mines iron_ore 2\nAnn mines oak_log 1\n"
    )
    blames, sorry = lines(one)
    acts = [
        act(blames, "criticise", "Ben", "that is a heap of stone", to=("Ben",), things=("stone",)),
        act(sorry, "concede", "Ben", "Sorry, now I get the iron", to=("Ann",), things=("iron_ore",)),
    ]
    names = [finding.name for finding in found(one, reading(2, *acts))]
    assert names == (["conformity.confirmed"] if strays else [])
