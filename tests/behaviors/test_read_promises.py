"""Promises and offers that a model read: kept, broken, withdrawn by the plan, and taken back by a peer."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import find

from .model_readings import act, case, found, lines, reading

PLANNED = """
== planned
goal string 8
team Ann Ben
has Ann: feather 3
round
Ann: I can get the string.
Ben: Fine.
plan Ann: {part}
plan Ben: Get 8 string.
Ben mines cobweb>string 8
{did}
"""


def broken(part: str, did: str, **offer: Any) -> list[str]:
    one = case(PLANNED.format(part=part, did=did))
    first, second = lines(one)
    offered = act(first, "offer", "Ann", "I can get the string", to=("Ann", "Ben"), **offer)
    findings = found(one, reading(1, offered, act(second, "accept", "Ben", "Fine", to=("Ann",))))
    return [f"{one.class_} {'+'.join(one.targets)}" for one in findings if one.class_ == "contradiction"]


def test_an_offer_that_the_plan_takes_back_is_not_broken() -> None:
    gather = {"deed": "gather", "things": ("string",)}
    assert broken("Wait for the string.", "Ann waits", **gather) == []
    flowers = "Ann mines poppy 4"
    assert broken("Get 4 string and 2 log.", f"Ann mines oak_log 2\n{flowers}", **gather) == [
        "contradiction Ben"
    ]
    assert broken("Get 4 string and 2 log.", f"Ann mines cobweb>string 4\n{flowers}", **gather) == []


def test_held_items_that_are_offered_and_planned_are_given() -> None:
    give = {"deed": "give", "things": ("feather",), "amount": 3}
    part = "Get 2 log and give Ben 3 feathers."
    assert broken(part, "Ann mines oak_log 2\nAnn waits", **give) == ["contradiction Ben"]
    assert broken(part, "Ann mines oak_log 2\nAnn gives Ben feather 3", **give) == []
    assert broken(part, "Ann mines oak_log 2\nAnn waits", **give | {"amount": 4}) == []
    assert broken(part, "Ann mines oak_log 2\nAnn waits", **give | {"when": "if"}) == []


SEVERAL = """
== several
goal torch 4
team Ann Ben
has Ben: wooden_pickaxe 1
round
Ben: I mine the coal and reap the wheat.
plan Ben: Mine 3 coal and gather 3 wheat.
plan Ann: Gather 2 sand.
{before}
then
Ann!: {told}
then
{after}
"""
DONE, LEFT = "Ben mines coal_ore>coal 3 with wooden_pickaxe", "Ben mines dandelion 2"


def left(
    before: str, after: str, told: str = "Nice.", leave: tuple[str, ...] | None = None, **wheat: Any
) -> bool:
    """Whether Ben, who promised coal and wheat, is said to have broken his word."""
    one = case(SEVERAL.format(before=before, after=after, told=told))
    first, second = lines(one)
    acts = [
        act(first, "plan", "Ben", "I mine the coal", deed="gather", things=("coal",), amount=3),
        act(first, "plan", "Ben", "reap the wheat", deed="gather", things=("wheat",), **wheat),
    ]
    if leave is not None:
        acts.append(act(second, "request", "Ben", told, deed="wait", things=leave, to=("Ben",)))
    findings = [finding for finding in found(one, reading(1, *acts)) if finding.class_ == "contradiction"]
    cited = [one.events[point.seq] for finding in findings for point in finding.evidence]
    mined = {event.block for event in cited if event.kind == "block.broken"}
    assert mined == ({"dandelion"} if findings else set())
    return bool(findings)


def test_one_of_several_promised_things_that_is_left_for_other_work_breaks_the_word() -> None:
    assert left(DONE, LEFT)
    assert not left(DONE, "Ben waits")
    assert not left(DONE, "Ben mines wheat 1\nBen mines dandelion 2")
    assert not left(DONE, LEFT, when="if")
    assert left(DONE, LEFT, when="later"), "it waited for the coal only, and has it"
    assert not left(LEFT, DONE, when="later")


@pytest.mark.parametrize("leave", [("wheat",), ()])
def test_what_a_peer_took_back_is_not_broken(leave: tuple[str, ...]) -> None:
    assert not left(DONE, LEFT, "Leave it, Ben.", leave)
    assert left(f"{DONE}\n{LEFT}", "Ben waits", "Leave it, Ben.", leave), "it had begun other work"
    assert left(DONE, LEFT, "Leave the coal, Ben.", ("coal",))


def test_a_release_holds_although_the_agent_speaks_of_other_work_and_only_if_it_is_for_now() -> None:
    text = SEVERAL.format(before="Ann waits", told="Leave it.", after=f"{DONE}\n{LEFT}")
    text = text.replace("Ann!: Leave it.", "Ann!: Leave it.\nBen!: Then the coal.")
    one = case(text)
    first, second, third = lines(one)

    def classes(**leave: Any) -> list[str]:
        acts = [
            act(first, "plan", "Ben", "I mine the coal", deed="gather", things=("coal",), amount=3),
            act(first, "plan", "Ben", "reap the wheat", deed="gather", things=("wheat",)),
            act(second, "request", "Ben", "Leave it", deed="wait", to=("Ben",), **leave),
            act(third, "plan", "Ben", "the coal", deed="gather", things=("coal",)),
        ]
        return [finding.class_ for finding in found(one, reading(1, *acts))]

    assert classes(things=("wheat",)) == []
    assert classes(things=("wheat",), when="if") == ["contradiction"]


def test_a_round_that_is_cut_short_or_goes_on_breaks_no_promise_of_several_things() -> None:
    one = case(SEVERAL.format(before=DONE, told="Nice.", after=LEFT))
    first, _ = lines(one)
    acts = [
        act(first, "plan", "Ben", "I mine the coal", deed="gather", things=("coal",), amount=3),
        act(first, "plan", "Ben", "reap the wheat", deed="gather", things=("wheat",)),
    ]
    read = [reading(1, *acts)]
    cut = [
        event.model_copy(update={"rule": "interrupted"}) if event.kind == "round.ended" else event
        for event in one.events
    ]
    running = [event for event in one.events if event.kind not in ("round.ended", "run.ended")]
    assert [finding.class_ for finding in find(one.events, {}, readings=read)] == ["contradiction"]
    assert find(cut, {}, readings=read) == ()
    assert find(running, {}, readings=read) == ()
