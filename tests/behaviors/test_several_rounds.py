"""What earlier rounds leave behind: parts that are done, requests, excuses, own work that is taken up again;
and what an item is made of.
"""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import Finding, find
from minecrew.behaviors.language.item_words import named_items

from .model_readings import act, case, contradictions, found, lines, reading

LOGS: dict[str, Any] = {"deed": "gather", "things": ("oak_log",)}
WOOL: dict[str, Any] = {"deed": "gather", "things": ("white_wool",)}


def helped(findings: list[Finding]) -> list[str]:
    """Who helped whom."""
    acts = [finding for finding in findings if finding.sub == "assistance"]
    return [f"{'+'.join(one.agents)} {'+'.join(one.targets)}" for one in acts]


@pytest.mark.parametrize(
    ("said", "commas", "things"),
    [
        ("craft leather boots", (), "boots"),
        ("an iron pickaxe and iron", (), "pickaxe iron"),
        ("two glass bottles", (), "bottle"),
        ("gather leather and boots", (), "leather boots"),
        ("gather leather boots", (1,), "leather boots"),
        ("oak log", (), "log"),
        ("iron ingot", (), "iron ingot"),
        ("wheat bread for all", (), "wheat bread"),
        ("logs planks sticks torches", (), "log planks stick torch"),
    ],
)
def test_what_an_item_is_made_of_is_no_thing_of_its_own(
    said: str, commas: tuple[int, ...], things: str
) -> None:
    assert named_items(said.split(), frozenset(commas)) == set(things.split())


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


@pytest.mark.parametrize(
    ("part", "work"),
    [
        ("Craft the flint and steel.", "crafts flint_and_steel 1 using flint 1, iron_ingot 1"),
        ("Craft the brick wall.", "crafts brick_wall 6 using bricks 6"),
        ("Smelt the glass and craft the bottles.", "crafts glass_bottle 3"),
        ("Place the crafting table.", "places crafting_table 1"),
    ],
)
def test_a_part_without_a_number_is_done_when_its_sub_task_is(part: str, work: str) -> None:
    one = case(
        f"""
== odd
goal oak_log 2
team Ann Ben
has Ann: flint 1, iron_ingot 1, bricks 6, glass 3, crafting_table 1
round
plan Ann: {part}
plan Ben: Gather 2 oak logs.
Ann {work}
Ben mines oak_log 1
then
Ann!: I am done and cut one of your logs.
Ben!: Thank you.
Ann mines oak_log 1
"""
    )
    first, second = lines(one)
    acts = (
        act(first, "claim", "Ann", "I am done", deed="done"),
        act(first, "offer", "Ann", "cut one of your logs", **LOGS, work_of=("Ben",), to=("Ben",), amount=1),
        act(second, "accept", "Ben", "Thank you", to=("Ann",)),
    )
    assert helped(found(one, reading(1, *acts))) == ["Ann Ben"]


def test_a_planned_hand_over_to_a_peer_that_does_all_its_work_is_no_help() -> None:
    one = case(
        """
== planned
goal white_wool 3
team Ann Ben
has Ann: white_wool 1
round
plan Ann: Gather 1 sand, then give Ben 1 white wool.
plan Ben: Shear 2 white wool.
Ann mines sand 1
Ann gives Ben white_wool 1
Ann shears sheep>white_wool 1
Ben shears sheep>white_wool*2 1
"""
    )
    assert helped(found(one, reading(1))) == []


def test_a_request_for_other_work_does_not_make_later_help_requested() -> None:
    text = FLOCK.replace(
        "plan Ann: Gather 1 sand.\nplan Ben: Shear 1 white wool.",
        "plan Ann: Gather 1 sand.\nplan Ben: Gather 3 oak logs.",
    )
    text = text.replace(
        "Ann mines sand 1\nAnn shears sheep>white_wool 1\n{end}",
        "Ann mines sand 1\nAnn mines oak_log 1\nBen mines oak_log 1",
    )
    one = case(text.format(ask="Shear one of mine.", reply="I will do so."))
    first, second = lines(one)
    acts = (
        act(first, "request", "Ann", "Shear one of mine", **WOOL, work_of=("Ben",)),
        act(second, "accept", "Ann", "I will do so", **WOOL, work_of=("Ben",)),
    )
    assert helped(found(one, reading(1, *acts), reading(2))) == ["Ann Ben"]


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


def test_a_share_can_be_given_back_before_the_work() -> None:
    talk = "Ben: So be it.\nAnn: On second thoughts, you cut both logs.\nBen: Fine."
    one = case(SLOPE.replace("Ben: {reply}", talk).format(work=STRAYS))
    first, second, third, fourth = lines(one)
    offer = act(first, "offer", "Ann", "I cut one of your logs", **LOGS, work_of=("Ben",), to=("Ben",))
    acts = (
        offer.model_copy(update={"when": "after"}),
        act(second, "accept", "Ben", "So be it", to=("Ann",)),
        act(third, "request", "Ben", "you cut both logs", **LOGS, amount=2),
        act(fourth, "accept", "Ben", "Fine", **LOGS, to=("Ann",)),
    )
    assert contradictions(found(one, reading(1, *acts))) == []
    assert contradictions(found(one, reading(1, *acts[:2]))) == ["Ann Ben"]


@pytest.mark.parametrize(("lacks", "broken"), [(True, ["Ann Ben"]), (False, [])])
def test_an_offer_for_a_case_that_occurs_holds_without_a_yes(lacks: bool, broken: list[str]) -> None:
    one = case(
        """
== case
goal coal 1, white_wool 2
team Ann Ben
has Ann: wooden_pickaxe 1, shears 1
round
Ann: If you find no sheep, Ben, I shear one for you.
Ben: I see.
plan Ann: Mine 1 coal.
plan Ben: Shear 2 white wool.
Ann mines coal_ore>coal 1 with wooden_pickaxe
Ben shears sheep>white_wool 1
then
Ben!: I have no wool.
Ann kills cow>beef 2
Ann mines poppy 2
"""
    )
    first, _, third = lines(one)
    offer = act(first, "offer", "Ann", "I shear one for you", **WOOL, work_of=("Ben",), to=("Ben",))
    acts = [offer.model_copy(update={"when": "if"})]
    acts += (
        [act(third, "claim", "Ben", "I have no wool", deed="lack", things=("white_wool",))] if lacks else []
    )
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("part", "deed", "deviates"),
    [
        ("Guard the field.", "hits zombie 5*2", False),
        ("Protect the field.", "kills zombie>rotten_flesh 2", False),
        ("Patrol the field.", "hits spider 5*2", False),
        ("Guard the field.", "kills cow>beef 2", True),
        ("Guard the field.", "mines poppy 2", True),
        ("Guard the field.", "hits Ann 1", False),
        ("Wait at the field.", "hits zombie 5*2", True),
        ("Wait for Ann, then craft the bread.", "kills spider>string 2", True),
    ],
)
def test_who_keeps_guard_strikes_monsters_and_may_slip(part: str, deed: str, deviates: bool) -> None:
    fight = "Ben hits zombie 5" if "Ann 1" in deed else ""
    one = case(
        f"""
== guard
goal bread 1
team Ann Ben
round
plan Ann: Gather 3 wheat.
plan Ben: {part}
Ann mines wheat 3
{fight}
Ben {deed}
round
Ann: You had one thing to watch, Ben!
Ben: You are right, I am sorry.
plan Ann: Craft 1 bread.
plan Ben: {part}
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


@pytest.mark.parametrize(
    ("goal", "has", "peer", "own", "target"),
    [
        ("oak_boat 1", "", "Keep watch.", "Cut 2 oak logs for Ann.", "Ann"),
        ("oak_boat 1", "", "Keep watch.", "Cut 2 oak logs, no need to wait for Ann.", ""),
        ("oak_boat 1", "", "Craft the oak boat.", "Cut 2 oak logs.", "Ann"),
        ("oak_boat 1", "has Ann: oak_log 2", "Craft the oak boat.", "Cut 2 oak logs.", ""),
        ("oak_log 2, oak_boat 1", "", "Craft the oak boat.", "Cut 2 oak logs.", ""),
        ("oak_boat 1", "", "Craft the oak boat.", "Cut 2 oak logs and craft 4 planks.", ""),
    ],
)
def test_the_receiver_is_read_from_the_parts(goal: str, has: str, peer: str, own: str, target: str) -> None:
    one = case(
        f"""
== meat
goal {goal}
team Ann Ben Cem
{has}
round
Ben: I cut the logs now.
plan Ann: {peer}
plan Cem: Keep watch.
plan Ben: {own}
Ben kills cow>beef 2
"""
    )
    (said,) = lines(one)
    plan = act(said, "plan", "Ben", "I cut the logs", **LOGS)
    assert contradictions(found(one, reading(1, plan))) == [f"Ben {target}"]


@pytest.mark.parametrize(("who", "target"), [("Ben", "Cem"), ("Ben Cem", "")])
def test_who_asked_for_it_was_to_get_it(who: str, target: str) -> None:
    one = case(
        """
== asked
goal oak_boat 1
team Ann Ben Cem
round
Ann: Logs for Cem!
Ben: I cut the logs now.
plan Ann: Keep watch.
plan Cem: Keep watch.
plan Ben: Cut 2 oak logs.
Ben kills cow>beef 2
"""
    )
    first, second = lines(one)
    acts = (
        act(first, "request", who, "Logs for Cem", **LOGS, to=("Cem",)),
        act(second, "plan", "Ben", "I cut the logs", **LOGS),
    )
    assert contradictions(found(one, reading(1, *acts))) == [f"Ben {target}"]


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
        (
            "concede",
            "You are right, the sand is my job.",
            "kelp 7",
            ["contradiction", "conformity.professed"],
        ),
        ("concede", "I should have gathered the sand.", "kelp 7", ["conformity.professed"]),
        ("claim", "Sorry, the map showed a lake there.", "sand 6", []),
    ],
)
def test_who_gives_in_promises_nothing_yet_and_excuses_accept_nothing(
    kind: str, reply: str, then: str, names: list[str]
) -> None:
    one = case(KELP.format(reply=reply, then=then))
    first, second = lines(one)
    about: dict[str, Any] = {"things": ("kelp",)}
    if "the sand" in reply:
        about = {"deed": "gather", "things": ("sand",)}
    acts = (
        act(first, "criticise", "Ben", "You were to bring sand", deed="gather", things=("sand",)),
        act(second, kind, "Ben", reply.rstrip("."), **about, to=("Ann",)),
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


@pytest.mark.parametrize("line", ["Two logs from each, please.", "Two logs in each of our bags, please."])
def test_from_each_is_a_request_to_the_crew(line: str) -> None:
    one = case(
        f"""
== each
goal oak_log 4
team Ann Ben
round
Ann: {line}
plan Ann: Gather 2 oak logs.
plan Ben: Wait.
Ann mines oak_log 2
Ben mines oak_log 2
"""
    )
    assert [finding.name for finding in find(one.events, {})] == []
