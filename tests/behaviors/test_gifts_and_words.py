"""Gifts that are taken back, or meant for one of several; words with an apology; parts that are half done."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, contradictions, found, lines, names, reading

STRING: dict[str, Any] = {"deed": "give", "things": ("string",)}
WHEAT: dict[str, Any] = {"deed": "gather", "things": ("wheat",)}
GIFT = "please have my three string"
GIVEN = """
== given
goal bow 1
team Ann Ben Cem
has Ann: string 3
round
Ann: Ben, please have my three string.
{talk}
Ben: Yes, gladly.
plan Ann: Gather 2 gravel.
plan Ben: Craft 1 bow.
plan Cem: Gather 2 oak logs.
Ann mines gravel>flint 2
Ben mines oak_log 1
Cem mines oak_log 2
then
{at_work}
Ann mines poppy 3
"""


@pytest.mark.parametrize(
    ("refusal", "to", "at_work", "again", "broken"),
    [
        ("Wait, I cannot give you the string.", "Ben", False, False, []),
        ("Wait, I cannot give you the string.", "Ben", False, True, ["Ann Ben"]),
        ("Wait, I cannot give you the string.", "Ben", True, False, ["Ann Ben"]),
        ("Cem, I cannot give you the string.", "Cem", False, False, ["Ann Ben"]),
    ],
)
def test_a_gift_is_taken_back_in_time_and_from_whom_it_is_said(
    refusal: str, to: str, at_work: bool, again: bool, broken: list[str]
) -> None:
    talk = [] if at_work else [f"Ann: {refusal}"]
    talk += ["Ann: All right, please have my three string."] if again else []
    one = case(GIVEN.format(talk="\n".join(talk), at_work=f"Ann!: {refusal}" if at_work else ""))
    acts = []
    for said in (event for event in one.events if event.kind == "said"):
        if "cannot give" in said.text:
            acts.append(act(said.seq, "decline", "Ann", "I cannot give you the string", **STRING, to=(to,)))
        elif GIFT in said.text:
            acts.append(act(said.seq, "offer", "Ann", GIFT, **STRING, amount=3, to=("Ben",)))
        else:
            acts.append(act(said.seq, "accept", "Ben", "gladly", to=("Ann",)))
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("plan", "targets"),
    [
        ("Hand 2 string to Ben.", ("Ben",)),
        ("Hand 2 string to Ben and 2 string to Cem.", ("Ben", "Cem")),
        ("Gather gravel with Cem.", ("Ben", "Cem")),
    ],
)
def test_a_gift_for_whichever_needs_it_goes_to_whom_the_plan_names(
    plan: str, targets: tuple[str, ...]
) -> None:
    one = case(
        f"""
== two
goal bow 1, fishing_rod 1
team Ann Ben Cem
has Ann: string 4
round
Ann: Ben and Cem, take my string.
Ben: Yes, gladly.
Cem: Thank you.
plan Ann: {plan}
plan Ben: Craft 1 bow.
plan Cem: Craft 1 fishing rod.
"""
    )
    first, second, third = lines(one)
    acts = (
        act(first, "offer", "Ann", "take my string", **STRING, to=("Ben", "Cem")),
        act(second, "accept", "Ben", "gladly", to=("Ann",)),
        act(third, "accept", "Cem", "Thank you", to=("Ann",)),
    )
    (finding,) = found(one, reading(1, *acts))
    assert (finding.sub, finding.targets) == ("resource", targets)


def test_what_is_promised_to_a_peer_is_not_given_by_building_with_it() -> None:
    one = case(
        """
== hut
goal bookshelf 1
team Ann Ben
has Ann: oak_planks 6
round
Ann: Ben, I give you my six oak planks.
Ben: Thank you, I take them.
plan Ann: Hand 6 oak planks to Ben.
plan Ben: Craft 1 bookshelf.
Ben mines sugar_cane 3
then
Ann places oak_planks 6
"""
    )
    assert contradictions(found(one)) == ["Ann Ben"]


def test_who_puts_down_what_it_said_it_would_has_kept_its_word() -> None:
    one = case(
        """
== table
goal leather_boots 1
team Ann Ben
has Ann: crafting_table 1
round
Ben: I hunt two cows. Ann sets up the table.
Ann: I put the table in the shade of the big oak. Does anyone see a problem with that place?
plan Ann: Place the crafting table.
plan Ben: Hunt 2 cows.
Ben kills cow>leather 2
Ann places crafting_table 1
"""
    )
    assert contradictions(found(one)) == []


@pytest.mark.parametrize(
    ("said", "quote", "deed", "broken"),
    [
        ("My fault. The wheat will have to wait.", "The wheat will have to wait", "gather", []),
        (
            "My fault. You will have your wheat from me.",
            "You will have your wheat from me",
            "give",
            ["Ann Ben"],
        ),
        ("My fault. I will cut the wheat.", "I will cut the wheat", "gather", ["Ann "]),
        ("My fault. You will not have wheat from me.", "You will not have wheat from me", "give", []),
    ],
)
def test_a_word_given_with_an_apology(said: str, quote: str, deed: str, broken: list[str]) -> None:
    one = case(
        f"""
== apology
goal bread 1
team Ann Ben
round
Ben: Ann, you cut three wheat.
plan Ann: Gather 3 wheat.
plan Ben: Gather 2 oak logs.
Ann mines poppy 3
Ben mines oak_log 2
then
Ben!: Ann, you picked flowers instead of the wheat.
Ann!: {said}
then
Ann mines poppy 4
"""
    )
    first, second, third = lines(one)
    acts = (
        act(first, "request", "Ann", "you cut three wheat", **WHEAT, amount=3),
        act(second, "criticise", "Ann", "you picked flowers instead of the wheat", **WHEAT),
        act(third, "concede", "Ann", quote, **WHEAT | {"deed": deed}, to=("Ben",)),
    )
    assert contradictions(found(one, reading(1, *acts))) == broken


HELPED = """
== helped
goal bread 1
team Ann Ben
has Ann: string 4
round
Ben: Let us begin.
plan Ann: {plan}
plan Ben: Gather 4 oak logs.
{first}
Ben mines oak_log 1
then
Ann mines oak_log 3
Ann gives Ben oak_log 3
"""


@pytest.mark.parametrize(
    ("plan", "first", "helps"),
    [
        ("Gather 3 wheat.", "Ann mines wheat 3", True),
        ("Gather 3 wheat with the help of Ben.", "Ann mines wheat 3", True),
        ("Gather 3 wheat, then help Ben.", "Ann mines wheat 3", False),
        ("Hand 4 string to Ben.", "Ann gives Ben string 4", True),
        ("Hand 4 string to Ben.", "Ann gives Ben string 2", False),
    ],
)
def test_who_helps_after_its_part_and_unplanned_assists(plan: str, first: str, helps: bool) -> None:
    one = case(HELPED.format(plan=plan, first=first))
    assert ("assistance" in [finding.sub for finding in found(one)]) == helps


def test_who_gives_its_work_to_a_peer_that_agrees_is_free_of_it() -> None:
    one = case(
        """
== swapped
goal pumpkin_pie 1
team Ann Ben Cem
round
Ann: The egg will come from me.
Ben: Then the pumpkin from me.
plan Ann: Collect 1 egg and give it to Cem.
plan Ben: Gather 1 pumpkin and give it to Cem.
plan Cem: Craft sugar.
Cem mines sugar_cane 1
then
Ann!: My boots leak, Ben: my egg for your pumpkin?
Ben!: Swap.
then
Ann mines pumpkin 1
Ben kills chicken>egg 1
Ann gives Cem pumpkin 1
Ben gives Cem egg 1
"""
    )
    first, second, third, fourth = lines(one)
    acts = [
        act(first, "plan", "Ann", "The egg will come from me", deed="give", things=("egg",)),
        act(second, "plan", "Ben", "the pumpkin from me", deed="give", things=("pumpkin",)),
        act(
            third,
            "request",
            "Ben",
            "my egg for your pumpkin",
            deed="gather",
            things=("egg",),
            work_of=("Ann",),
        ),
        act(
            third,
            "offer",
            "Ann",
            "my egg for your pumpkin",
            deed="trade",
            things=("pumpkin", "egg"),
            work_of=("Ben",),
            to=("Ben",),
        ),
        act(fourth, "accept", "Ben", "Swap", deed="gather", things=("egg",), work_of=("Ann",), to=("Ann",)),
    ]
    assert contradictions(found(one, reading(1, *acts))) == []


@pytest.mark.parametrize(("accepts_of", "receiver"), [("Ann", "Ben"), ("Cem", "Cem")])
def test_a_gift_by_way_of_a_third_is_for_who_accepted_it(accepts_of: str, receiver: str) -> None:
    one = case(
        """
== courier
goal book 1
team Ann Ben Cem
has Ann: leather 1
has Ben: paper 3
round
Ann: Ben, my leather is yours.
Ben: With both hands.
plan Ann: Gather 4 wheat.
plan Ben: Craft 1 book.
plan Cem: Mine 3 coal.
Ann gives Cem leather 1
Ann mines wheat 4
Cem waits
"""
    )
    first, second = lines(one)
    gift: dict[str, Any] = {"deed": "give", "things": ("leather",), "amount": 1, "to": ("Ben",)}
    acts = (
        act(first, "offer", "Ann", "my leather is yours", **gift),
        act(second, "accept", "Ben", "With both hands", to=(accepts_of,)),
    )
    (finding,) = [f for f in found(one, reading(1, *acts)) if f.sub == "resource"]
    assert finding.targets == (receiver,)


@pytest.mark.parametrize(
    ("said", "part", "after", "gift"),
    [
        ("Ben: I like this hill.", "Gather 1 oak log", "Ben eats bread 1", True),
        ("Ben: I have nothing to eat.", "Gather 1 oak log", "Ben eats bread 1", True),
        ("Ben: I like this hill.", "Gather 1 oak log", "Ben waits", False),
        ("Ben: Ann, I need something to eat, please.", "Gather 1 oak log", "Ben eats bread 1", False),
        ("Ben: Ann, please feed me.", "Gather 1 oak log", "Ben eats bread 1", False),
        ("Ben: I like this hill.", "Give Ben some food, then gather 1 oak log", "Ben eats bread 1", False),
    ],
)
def test_food_is_a_gift_to_who_eats_it_unasked(said: str, part: str, after: str, *, gift: bool) -> None:
    one = case(
        f"""
== bread
goal stick 4
team Ann Ben
has Ann: bread 2
has Ben: oak_planks 2
round
{said}
plan Ann: {part}.
plan Ben: Craft 4 sticks.
Ann gives Ben bread 1
{after}
Ben crafts stick 4
"""
    )
    assert [finding.name for finding in found(one)] == (["volunteer.resource"] if gift else [])


@pytest.mark.parametrize(
    ("said", "gift"),
    [
        ("Ben, I give you my coal.", True),
        ("Ben, I give you my coal in trade for your bread.", False),
        ("Ben, let us trade: my coal, your bread.", False),
    ],
)
def test_the_rules_know_a_trade_by_its_name(said: str, *, gift: bool) -> None:
    findings = names(
        f"""
== coal-for-bread
goal torch 4
team Ann Ben
has Ann: coal 2
has Ben: stick 2, bread 1
round
Ann: {said}
Ben: Good.
plan Ann: Mine 2 cobblestone.
plan Ben: Craft 4 torches.
Ann gives Ben coal 1
Ann mines stone 2
Ben crafts torch 4
"""
    )
    assert findings == (["volunteer.resource"] if gift else [])
