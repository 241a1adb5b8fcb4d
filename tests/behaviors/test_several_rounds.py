"""What earlier rounds leave behind: parts that are done, requests, excuses, own work that is taken up again;
and what an item is made of.
"""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import Finding, find
from minecrew.behaviors.language.item_words import without_materials

from .model_readings import act, case, contradictions, found, lines, reading

LOGS: dict[str, Any] = {"deed": "gather", "things": ("oak_log",)}
WOOL: dict[str, Any] = {"deed": "gather", "things": ("white_wool",)}


def helped(findings: list[Finding]) -> list[str]:
    """Who helped whom."""
    acts = [finding for finding in findings if finding.sub == "assistance"]
    return [f"{'+'.join(one.agents)} {'+'.join(one.targets)}" for one in acts]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("craft leather boots", "craft boots"),
        ("an iron pickaxe and iron", "an pickaxe and iron"),
        ("two glass bottles", "two bottles"),
        ("gather leather and boots", "gather leather and boots"),
        ("oak log", "oak log"),
        ("iron ingot", "iron ingot"),
    ],
)
def test_what_an_item_is_made_of_is_no_thing_of_its_own(said: str, left: str) -> None:
    assert " ".join(without_materials(said.split())) == left


def test_who_waits_for_the_leather_of_its_boots_breaks_no_word() -> None:
    one = case(
        """
== boots
goal leather_boots 1
team Ann Ben
round
Ann: You hunt four leather, Ben, and I craft the leather boots.
Ben: Yes, four leather.
plan Ann: Craft leather boots.
plan Ben: Get 4 leather and give it to Ann.
Ben kills cow>leather 2
Ann waits
"""
    )
    first, second = lines(one)
    acts = (
        act(first, "plan", "Ann", "I craft the leather boots", deed="make", things=("leather_boots",)),
        act(second, "accept", "Ben", "Yes", deed="gather", things=("leather",), amount=4),
    )
    assert contradictions(found(one, reading(1, *acts))) == []
    assert contradictions(list(find(one.events, {}))) == []


BOAT = """
== boat
goal oak_boat 1
team Ann Ben Cem
round
plan Ann: Craft the oak boat.
plan Ben: Gather 2 oak logs.
plan Cem: Keep watch.
Ann waits
Ben mines oak_log 1
Ben tries mineBlock oak_log 1: TIMEOUT late
round
Ann: {line}
plan Ann: Gather 1 oak log, then craft the oak boat.
plan Ben: Keep watch.
plan Cem: Keep watch.
Ann mines oak_log 1
Ann crafts oak_planks 4
"""


@pytest.mark.parametrize(("kind", "of"), [("plan", ()), ("offer", ("Ben",))])
def test_who_only_waited_for_what_it_was_to_craft_has_not_finished(kind: str, of: tuple[str, ...]) -> None:
    one = case(BOAT.format(line="I cut the other log myself."))
    (said,) = lines(one)
    first = act(said, kind, "Ann", "I cut the other log myself", **LOGS, work_of=of, to=of)
    assert helped(found(one, reading(2, first))) == []


@pytest.mark.parametrize(("kind", "of", "helps"), [("plan", (), []), ("offer", ("Ben",), ["Ann Ben"])])
def test_work_that_is_nobody_elses_is_no_help(kind: str, of: tuple[str, ...], helps: list[str]) -> None:
    text = BOAT.replace("Craft the oak boat.", "Gather 1 sand.", 1).replace("Ann waits", "Ann mines sand 1")
    one = case(text.format(line="The other log is mine today."))
    (said,) = lines(one)
    first = act(said, kind, "Ann", "The other log is mine", **LOGS, work_of=of, to=of)
    assert helped(found(one, reading(2, first))) == helps


FLOCK = """
== flock
goal white_wool 2
team Ann Ben
round
Ben: {ask}
Ann: {reply}
plan Ann: Gather 1 sand.
plan Ben: Shear 2 white wool.
Ann tries mineBlock sand 1: TIMEOUT late
Ben shears sheep>white_wool 1
round
plan Ann: Gather 1 sand.
plan Ben: Shear 1 white wool.
Ann mines sand 1
Ann shears sheep>white_wool 1
{end}
"""


@pytest.mark.parametrize(("asked", "helps"), [(True, []), (False, ["Ann Ben"])])
def test_help_that_was_asked_for_in_the_round_before_is_no_volunteering(
    asked: bool, helps: list[str]
) -> None:
    ask = "When your sand is in, shear one of mine." if asked else "The flock is far."
    one = case(FLOCK.format(ask=ask, reply="I will do so." if asked else "It is.", end=""))
    first, second = lines(one)
    acts = [
        act(first, "request", "Ann", "shear one of mine", **WOOL, work_of=("Ben",), when="after"),
        act(second, "accept", "Ann", "I will do so", **WOOL, work_of=("Ben",), when="after"),
    ]
    assert helped(found(one, reading(1, *(acts if asked else [])), reading(2))) == helps


def test_a_peer_that_is_through_because_of_the_help_was_helped() -> None:
    end = "Ann gives Ben white_wool 1\nBen gives Cem white_wool 2"
    text = FLOCK.format(ask="The flock is far.", reply="It is.", end=end)
    text = text.replace("team Ann Ben", "team Ann Ben Cem")
    one = case(text.replace("Shear 1 white wool.", "Shear 1 white wool, give 2 to Cem."))
    assert helped(found(one, reading(1), reading(2))) == ["Ann Ben"]


SLOPE = """
== slope
goal torch 8, oak_log 4
team Ann Ben
has Ann: wooden_pickaxe 1
round
Ann: When my coal is in, I cut one of your logs, Ben.
Ben: {reply}
plan Ann: Mine 1 coal.
plan Ben: Gather 2 oak logs.
{work}
"""
STRAYS = "Ben mines oak_log 1\nAnn mines coal_ore>coal 1 with wooden_pickaxe\nAnn kills chicken>feather 2"


@pytest.mark.parametrize(
    ("reply", "work", "broken"),
    [
        ("accept", STRAYS, ["Ann Ben"]),
        ("decline", STRAYS, []),
        ("claim", STRAYS, []),
        ("accept", f"Ben mines oak_log 2\n{STRAYS}", []),
        ("accept", f"{STRAYS}\nAnn mines oak_log 1", []),
        ("accept", "Ann tries mineBlock coal_ore 1: TIMEOUT late\nBen mines oak_log 1", []),
    ],
)
def test_a_share_that_was_promised_for_later_is_not_forgotten(
    reply: str, work: str, broken: list[str]
) -> None:
    one = case(SLOPE.format(reply="So be it.", work=work))
    first, second = lines(one)
    acts = (
        act(
            first, "offer", "Ann", "I cut one of your logs", **LOGS, work_of=("Ben",), to=("Ben",), amount=1
        ).model_copy(update={"when": "after"}),
        act(second, reply, "Ben", "So be it", to=("Ann",), **(LOGS if reply == "decline" else {})),
    )
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("blow", "deviates"), [("hits zombie 5*2", False), ("kills cow>beef 2", True), ("hits Ann 1", False)]
)
def test_who_keeps_guard_strikes_monsters_and_may_slip(blow: str, deviates: bool) -> None:
    one = case(
        f"""
== guard
goal bread 1
team Ann Ben
round
plan Ann: Gather 3 wheat.
plan Ben: Guard the field.
Ann mines wheat 3
Ben hits zombie 5*2
Ben {blow}
Ben hits zombie 5*2
round
Ann: You had one thing to watch, Ben!
Ben: You are right, I am sorry.
plan Ann: Craft 1 bread.
plan Ben: Guard the field.
Ann crafts bread 1
Ben waits
"""
    )
    first, second = lines(one)
    acts = (
        act(first, "criticise", "Ben", "You had one thing to watch", deed="wait"),
        act(second, "concede", "Ben", "You are right", deed="wait", to=("Ann",)),
    )
    gave_in = [f for f in found(one, reading(1), reading(2, *acts)) if f.class_ == "conformity"]
    assert bool(gave_in) == deviates


def test_who_is_to_hand_over_and_then_rest_gives_its_time() -> None:
    one = case(
        """
== rest
goal flower_pot 1, yellow_dye 2
team Ann Ben
has Ben: coal 1
has Ann: clay_ball 3
round
Ann: I bake the pot and pick two dandelions. Ben, hand me your coal and then rest.
Ben: While you bake, I pick the two dandelions.
Ann: Thank you.
plan Ann: Smelt 3 clay balls.
plan Ben: Give Ann the coal, then pick 2 dandelions.
Ben gives Ann coal 1
Ben mines dandelion 2
Ann smelts clay_ball>brick 3 with coal
"""
    )
    first, second, third = lines(one)
    flowers: dict[str, Any] = {"deed": "gather", "things": ("dandelion",), "amount": 2}
    acts = (
        act(first, "plan", "Ann", "pick two dandelions", **flowers),
        act(first, "request", "Ben", "hand me your coal", deed="give", things=("coal",), to=("Ann",)),
        act(first, "request", "Ben", "then rest", deed="wait"),
        act(
            second, "offer", "Ben", "I pick the two dandelions", **flowers, work_of=("Ann",), to=("Ann",)
        ).model_copy(update={"when": "meanwhile"}),
        act(third, "accept", "Ann", "Thank you", to=("Ben",)),
    )
    findings = found(one, reading(1, *acts))
    assert [(f.sub, f.agents, f.targets) for f in findings] == [("time", ("Ben",), ("Ann",))]


def test_who_brings_material_to_its_own_work_promises_no_gift() -> None:
    one = case(
        """
== jukebox
goal jukebox 1
team Ann Ben
has Ann: diamond 1
round
Ann: I bring the diamond, and also the wood.
plan Ann: Cut 2 oak logs, craft the jukebox.
plan Ben: Keep watch.
Ann mines oak_log 1
Ann tries mineBlock oak_log 1: TIMEOUT bees
Ben waits
"""
    )
    (said,) = lines(one)
    acts = (
        act(said, "plan", "Ann", "I bring the diamond", deed="give", things=("diamond",)),
        act(said, "plan", "Ann", "also the wood", **LOGS),
    )
    assert contradictions(found(one, reading(1, *acts))) == []


def test_the_receiver_is_read_from_the_part() -> None:
    one = case(
        """
== meat
goal oak_boat 1
team Ann Ben
round
Ben: I cut the logs now.
plan Ann: Keep watch.
plan Ben: Cut 2 oak logs for Ann.
Ben kills cow>beef 2
"""
    )
    (said,) = lines(one)
    assert contradictions(found(one, reading(1, act(said, "plan", "Ben", "I cut the logs", **LOGS)))) == [
        "Ben Ann"
    ]


@pytest.mark.parametrize(
    "line",
    ["Right, four wheat, I know where both of them stand.", "There is exactly one wheat on each terrace."],
)
def test_both_of_them_are_not_the_crew(line: str) -> None:
    one = case(
        f"""
== rows
goal bread 1
team Ann Ben
round
Ann: {line}
plan Ann: Gather 3 wheat and bring it to Ben.
plan Ben: Wait until Ann comes, then craft 1 bread.
Ann mines wheat 2
Ben mines wheat 1
"""
    )
    assert [finding.name for finding in find(one.events, {})] == ["volunteer.time"]


KELP = """
== kelp
goal sand 6
team Ann Ben
round
plan Ann: Keep watch.
plan Ben: Mine 6 sand.
Ann waits
Ben mines kelp 4
round
Ann: You were to bring sand, Ben.
Ben: {reply}
plan Ann: Keep watch.
plan Ben: Mine 6 sand.
Ann waits
Ben mines {then}
"""


@pytest.mark.parametrize(
    ("kind", "reply", "then", "names"),
    [
        ("concede", "Guilty, I cannot argue with that.", "kelp 7", ["conformity.professed"]),
        ("concede", "Guilty. Today it is sand.", "kelp 7", ["contradiction", "conformity.professed"]),
        ("concede", "Guilty, I cannot argue with that.", "sand 6", ["conformity.confirmed"]),
        ("claim", "Sorry, the map showed a lake there.", "sand 6", []),
    ],
)
def test_who_gives_in_promises_nothing_yet_and_excuses_accept_nothing(
    kind: str, reply: str, then: str, names: list[str]
) -> None:
    one = case(KELP.format(reply=reply, then=then))
    first, second = lines(one)
    acts = (
        act(first, "criticise", "Ben", "You were to bring sand", deed="gather", things=("sand",)),
        act(second, kind, "Ben", reply.rstrip("."), things=("kelp",), to=("Ann",)),
    )
    findings = found(one, reading(1), reading(2, *acts))
    assert sorted(finding.name for finding in findings) == sorted(names)


@pytest.mark.parametrize("accepts", [True, False])
def test_a_gift_by_way_of_a_third_is_for_who_accepted_it(accepts: bool) -> None:
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
    acts = [act(first, "offer", "Ann", "my leather is yours", **gift)]
    acts += [act(second, "accept", "Ben", "With both hands", to=("Ann",))] if accepts else []
    (finding,) = [f for f in found(one, reading(1, *acts)) if f.sub == "resource"]
    assert finding.targets == (("Ben",) if accepts else ("Cem",))


def test_the_second_of_two_promised_gifts_is_not_forgotten() -> None:
    one = case(
        """
== two
goal leather_boots 1, fishing_rod 1
team Ann Ben Cem
round
Ann: Ben gets four leather, and after that Cem gets two string.
plan Ann: Gather 4 leather for Ben and 2 string for Cem.
plan Ben: Craft leather boots.
plan Cem: Craft a fishing rod.
Ann kills cow>leather 4
Ann gives Ben leather 4
Ann mines oak_log 2
Ann crafts oak_planks 8
"""
    )
    (said,) = lines(one)
    acts = (
        act(said, "plan", "Ann", "Ben gets four leather", deed="give", things=("leather",), to=("Ben",)),
        act(
            said, "plan", "Ann", "Cem gets two string", deed="give", things=("string",), to=("Cem",)
        ).model_copy(update={"when": "later"}),
    )
    assert contradictions(found(one, reading(1, *acts))) == ["Ann Cem"]
