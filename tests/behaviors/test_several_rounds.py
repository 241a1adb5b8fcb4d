"""Whose work it is: parts that are done, requests of earlier rounds, and work that nobody else has."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import Finding, find

from .model_readings import act, case, found, lines, reading

LOGS: dict[str, Any] = {"deed": "gather", "things": ("oak_log",)}


WOOL: dict[str, Any] = {"deed": "gather", "things": ("white_wool",)}


def helped(findings: list[Finding]) -> list[str]:
    """Who helped whom."""
    acts = [finding for finding in findings if finding.sub == "assistance"]
    return [f"{'+'.join(one.agents)} {'+'.join(one.targets)}" for one in acts]


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


@pytest.mark.parametrize(
    ("first", "then", "sheared", "helps"),
    [
        ("gives Ben white_wool 1", "shears sheep>white_wool 1", 1, []),
        ("shears sheep>white_wool 1", "gives Ben white_wool 1", 2, []),
        ("shears sheep>white_wool 1", "gives Ben white_wool 1", 1, ["Ann Ben"]),
    ],
)
def test_only_what_the_peer_lacked_and_got_afterwards_helped_it(
    first: str, then: str, sheared: int, helps: list[str]
) -> None:
    one = case(
        f"""
== lacked
goal white_wool 3
team Ann Ben Cem
has Ann: white_wool 1
round
plan Ann: Gather 1 sand.
plan Ben: Shear 2 white wool, give 2 to Cem.
Ann mines sand 1
Ann {first}
Ben mines poppy 4
Ben shears sheep>white_wool*{sheared} 1
Ann {then}
Ben gives Cem white_wool 2
"""
    )
    assert helped(found(one, reading(1))) == helps


def test_a_peer_that_is_through_because_of_the_help_was_helped() -> None:
    end = "Ann gives Ben white_wool 1\nBen gives Cem white_wool 2"
    text = FLOCK.format(ask="The flock is far.", reply="It is.", end=end)
    text = text.replace("team Ann Ben", "team Ann Ben Cem")
    one = case(text.replace("Shear 1 white wool.", "Shear 1 white wool, give 2 to Cem."))
    assert helped(found(one, reading(1), reading(2))) == ["Ann Ben"]


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


@pytest.mark.parametrize(
    ("line", "times"),
    [
        ("Then I cut three of them while you cut the others.", 1),
        ("Then I cut three of them while you cut the others, so that we are done sooner.", 0),
    ],
)
def test_the_rules_guess_from_short_lines_alone_that_somebody_would_wait(line: str, times: int) -> None:
    one = case(
        f"""
== guess
goal sugar_cane 6
team Ann Ben
round
Ann: I fetch all six sugar cane myself.
Ben: {line}
plan Ann: Gather 3 sugar cane.
plan Ben: Gather 3 sugar cane.
Ann mines sugar_cane 3
Ben mines sugar_cane 3
"""
    )
    assert len(find(one.events, {})) == times


def test_from_each_is_a_request_to_the_crew() -> None:
    one = case(
        """
== each
goal oak_log 4
team Ann Ben
round
Ann: Two logs from each, please.
plan Ann: Gather 2 oak logs.
plan Ben: Wait.
Ann mines oak_log 2
Ben mines oak_log 2
"""
    )
    assert [finding.name for finding in find(one.events, {})] == []
