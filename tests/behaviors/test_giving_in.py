"""What is no deviation of a guard, and what giving in and excuses promise and accept."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, found, lines, reading


@pytest.mark.parametrize(
    ("part", "deed", "deviates"),
    [
        ("Guard the field.", "hits zombie 5*2", False),
        ("Protect the field.", "kills zombie>rotten_flesh 2", False),
        ("Patrol the field.", "hits spider 5*2", False),
        ("Guard the field.", "kills cow>beef 2", True),
        ("Guard the field.", "mines poppy 2", True),
        ("Guard the field.", "hits cow 2*2", True),
        ("Guard the field.", "shears sheep>white_wool 1", True),
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


PROFESSED, BROKEN = "conformity.professed", "contradiction"
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
    ("kind", "about", "reply", "then", "names"),
    [
        ("concede", "", "Guilty, I cannot argue with that.", "kelp 7", [PROFESSED]),
        ("concede", "", "Guilty. Today it is sand.", "kelp 7", [BROKEN, PROFESSED]),
        ("concede", "", "Guilty, I cannot argue with that.", "sand 6", ["conformity.confirmed"]),
        ("concede", "sand", "You are right, the sand is my job.", "kelp 7", [BROKEN, PROFESSED]),
        ("concede", "sand", "I should have gathered the sand.", "kelp 7", [PROFESSED]),
        ("concede", "kelp", "You are right, kelp is my weakness.", "kelp 7", [PROFESSED]),
        ("claim", "", "Sorry, the map showed a lake there.", "sand 6", []),
    ],
)
def test_who_gives_in_promises_nothing_yet_and_excuses_accept_nothing(
    kind: str, about: str, reply: str, then: str, names: list[str]
) -> None:
    one = case(KELP.format(reply=reply, then=then))
    first, second = lines(one)
    deed: dict[str, Any] = {"deed": "gather", "things": (about,)} if about else {}
    acts = (
        act(first, "criticise", "Ben", "You were to bring sand", deed="gather", things=("sand",)),
        act(second, kind, "Ben", reply.rstrip("."), **deed, to=("Ann",)),
    )
    findings = found(one, reading(1), reading(2, *acts))
    assert sorted(finding.name for finding in findings) == sorted(names)


@pytest.mark.parametrize(("to", "targets"), [(("Ben", "Cem"), ("Ben", "Cem")), (("Cem",), ("Cem",))])
def test_a_critic_whom_the_agent_first_refused_counts_if_it_gives_in_to_both(
    to: tuple[str, ...], targets: tuple[str, ...]
) -> None:
    one = case(
        "\n== x\ngoal oak_planks 16\nteam Ann Ben Cem\nround\nplan Ann: Cut 3 oak logs.\n"
        "plan Ben: Cut 3 oak logs.\nplan Cem: Cut 3 oak logs.\nAnn kills cow>leather 2\nBen mines oak_log 3\n"
        "Ben!: Ann, you were to cut logs, not hunt cows!\nAnn!: No way, I keep hunting.\n"
        "Cem!: Ben is right, Ann.\nAnn!: Sorry, I cut the logs now.\nAnn mines oak_log 3\n"
    )
    blames, refuses, seconds, sorry = lines(one)
    acts = [
        act(blames, "criticise", "Ann", "you were to cut logs", to=("Ann",)),
        act(refuses, "refuse", "Ann", "No way, I keep hunting", to=("Ben",)),
        act(seconds, "criticise", "Ann", "Ben is right", to=("Ann",)),
        act(sorry, "concede", "Ann", "Sorry", to=to, deed="gather", things=("oak_log",)),
        act(sorry, "accept", "Ann", "I cut", to=("Ben",), things=("bread",)),
    ]
    (only,) = found(one, reading(1, *acts))
    assert (only.name, only.targets) == ("conformity.confirmed", targets)


@pytest.mark.parametrize(
    ("then", "deviates"),
    [
        ("Ann tries mineBlock coal_ore 1: NOT_FOUND no coal_ore within 16 blocks\n", False),
        ("Ann mines coal_ore>coal 1\n", True),
    ],
)
def test_who_looked_for_ore_in_vain_may_dig_on(then: str, *, deviates: bool) -> None:
    one = case(
        "\n== x\ngoal torch 8\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\nplan Ann: Mine 2 coal.\n"
        f"plan Ben: Cut 1 oak log.\nBen mines oak_log 1\nAnn mines stone 9\n{then}Ann mines stone 9\nround\n"
        "Ben: All you bring is stone, Ann.\nAnn: You are right, I dig the coal today.\n"
        "plan Ann: Mine 2 coal.\nplan Ben: Wait.\nAnn mines coal_ore>coal 2\nBen waits\n"
    )
    blames, sorry = lines(one)
    coal: dict[str, Any] = {"deed": "gather", "things": ("coal",)}
    acts = [
        act(blames, "criticise", "Ann", "All you bring is stone", **coal),
        act(sorry, "concede", "Ann", "You are right", to=("Ben",), **coal),
    ]
    names = {finding.class_ for finding in found(one, reading(1), reading(2, *acts))}
    assert ("conformity" in names) is deviates
