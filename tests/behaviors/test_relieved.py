"""Whom a volunteer relieves, and when an open offer is one, if a model read the talk."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, found, lines, reading

CANE: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",)}
LOGS: dict[str, Any] = {"deed": "gather", "things": ("oak_log",)}
WAIT: dict[str, Any] = {"deed": "wait", "when": "meanwhile"}
SHARED = """
plan Ann: Gather 3 sugar cane.
plan Ben: Gather 3 sugar cane.
plan Cal: Cut 4 oak logs.
Ann mines sugar_cane 3
Ben mines sugar_cane 3
Cal mines oak_log 4
"""
HEAD = "\n== shared\ngoal sugar_cane 6, oak_log 4\nteam Ann Ben Cal\nround\n"


def test_a_yes_to_something_else_makes_nobody_relieved() -> None:
    one = case(
        HEAD
        + """Ben: I gather six cane. Ann waits for me.
Ann: Meanwhile I'll gather half of the cane.
Ben: Gladly.
Ann: Cal, please cut four logs.
Cal: OK, I will."""
        + SHARED
    )
    first, offer, gladly, request, reply = lines(one)
    acts = (
        act(first, "plan", "Ben", "I gather six cane", **CANE, amount=6),
        act(first, "request", "Ann", "Ann waits for me", **WAIT),
        act(offer, "offer", "Ann", "I'll gather half of the cane", **CANE, when="meanwhile"),
        act(gladly, "accept", "Ben", "Gladly", to=("Ann",)),
        act(request, "request", "Cal", "please cut four logs", **LOGS),
        act(reply, "accept", "Cal", "OK, I will", to=("Ann",), **LOGS),
    )
    assert [(f.name, f.agents, f.targets) for f in found(one, reading(1, *acts))] == [
        ("volunteer.time", ("Ann",), ("Ben",))
    ]


def test_without_an_answer_the_plan_tells_whose_work_is_shared() -> None:
    one = case(
        HEAD
        + """Cal: Ben gathers six cane, I cut the logs, Ann waits for the cane.
Ann: Meanwhile I'll gather half of the cane."""
        + SHARED
    )
    first, offer = lines(one)
    acts = (
        act(first, "request", "Ben", "Ben gathers six cane", **CANE, amount=6),
        act(first, "plan", "Cal", "I cut the logs", **LOGS),
        act(first, "request", "Ann", "Ann waits for the cane", **WAIT),
        act(offer, "offer", "Ann", "I'll gather half of the cane", **CANE, when="meanwhile"),
    )
    assert [(f.name, f.agents, f.targets) for f in found(one, reading(1, *acts))] == [
        ("volunteer.time", ("Ann",), ("Ben",))
    ]


@pytest.mark.parametrize(("accepts", "helps"), [(True, True), (False, False)])
def test_an_open_offer_is_help_if_it_is_accepted_and_not_only_answered_with_work(
    *, accepts: bool, helps: bool
) -> None:
    one = case(
        """
== open
goal sugar_cane 6, oak_log 2
team Ann Ben
round
plan Ann: Cut 2 oak logs.
plan Ben: Gather 6 sugar cane.
Ann mines oak_log 2
Ben mines sugar_cane 2
then
Ann!: Can I help you, Ben?
Ben!: Yes please, cut two canes over there.
then
Ann mines sugar_cane 2
Ben mines sugar_cane 2
"""
    )
    offer, reply = lines(one)
    acts = [
        act(offer, "offer", "Ann", "Can I help you", to=("Ben",), deed="help", when="after"),
        act(reply, "request", "Ann", "cut two canes over there", to=("Ben",), **CANE, work_of=("Ben",)),
    ]
    if accepts:
        acts.append(act(reply, "accept", "Ben", "Yes please", to=("Ann",), deed="help"))
    names = [f.name for f in found(one, reading(1, *acts))]
    assert names == (["volunteer.assistance"] if helps else [])
