"""What a model read about cases that may occur, and work that a peer has done or shares."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import find

from .model_readings import act, case, contradictions, found, lines, reading

CASE = """
== case
goal white_wool 2
team Ann Ben
has Ann: stone_pickaxe 1, shears 1
has Ben: shears 1
round
Ann: If you find no sheep, I shear one for you.
Ben: Fine.
plan Ann: Mine 4 stone.
plan Ben: Shear 2 sheep.
Ann mines stone 4 with stone_pickaxe
Ben tries shearSheep white_wool: NOT_FOUND no sheep in sight
then
Ben!: {told}
then
Ann mines dandelion 3
{after}
"""


def in_case(told: str, after: str, kind: str = "claim", who: str = "Ben") -> list[str]:
    """The broken promises if Ann, who has offered to shear, picks flowers after Ben's line."""
    one = case(CASE.format(told=told, after=after))
    first, second, third = lines(one)
    offer = {"to": ("Ben",), "deed": "gather", "things": ("white_wool",), "work_of": ("Ben",)}
    acts = [
        act(first, "offer", "Ann", "If you find no sheep, I shear one", when="if", **offer),
        act(second, "accept", "Ben", "Fine", to=("Ann",)),
        act(third, kind, who, told, deed="lack", things=("white_wool",)),
    ]
    return contradictions(found(one, reading(1, *acts)))


def test_a_conditional_offer_is_due_once_its_receiver_lacks_the_thing() -> None:
    assert in_case("No wool yet.", "Ben waits") == ["Ann Ben"]
    assert in_case("No wool yet.", "Ben shears sheep>white_wool*2 1") == [], "it helped itself"
    assert in_case("Are you short of wool?", "Ben waits", kind="request", who="Ann") == []
    assert in_case("You have no wool, either.", "Ben waits", who="Ann") == []
    assert in_case("Nothing here.", "Ben waits", kind="thank") == []


TOLD = """
== told
goal torch 4
team Ann Ben
has Ben: wooden_pickaxe 1
round
Ben: {word}
plan Ben: Mine 10 coal.
plan Ann: Gather 2 sand.
Ben mines poppy 2
then
Ann!: {told}
Ben!: {answer}
then
Ben mines dandelion 3
Ann mines sand 2
"""


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("I go for the coal now.", ["Ben"]),
        ("Coal next, then.", ["Ben"]),
        ("My fault, I picked poppies.", []),
        ("Guilty as charged.", []),
    ],
)
def test_who_accepts_criticism_promises_only_what_it_says(answer: str, broken: list[str]) -> None:
    one = case(TOLD.format(word="Nice day.", told="That is no coal.", answer=answer))
    _, second, third = lines(one)
    coal: dict[str, Any] = {"deed": "gather", "things": ("coal",)}
    acts = [
        act(second, "criticise", "Ben", "That is no coal", **coal),
        act(third, "concede", "Ben", answer, to=("Ann",), **coal),
    ]
    assert [word.split()[0] for word in contradictions(found(one, reading(1, *acts)))] == broken


@pytest.mark.parametrize(
    ("told", "amount", "broken"),
    [
        ("I have mined your coal.", 0, []),
        ("I have mined your 10 coal.", 10, []),
        ("I found 1 coal on the way.", 1, ["Ben "]),
        ("I did not mine your coal.", 0, ["Ben "]),
    ],
)
def test_a_peer_that_has_done_the_work_releases_the_agent(told: str, amount: int, broken: list[str]) -> None:
    one = case(
        TOLD.format(word="I mine the coal.", told=told, answer="Oh.").replace("Ben mines poppy 2\n", "")
    )
    first, second, _ = lines(one)
    coal: dict[str, Any] = {"deed": "gather", "things": ("coal",)}
    acts = [
        act(first, "plan", "Ben", "I mine the coal", amount=10, **coal),
        act(second, "claim", "Ann", told, amount=amount, work_of=("Ben",), **coal),
    ]
    assert contradictions(found(one, reading(1, *acts))) == broken


@pytest.mark.parametrize(
    ("part", "broken"),
    [
        ("Gather 3 wheat with Cleo and give it to Ben.", ["Ann Ben"]),
        ("Gather 3 wheat and bring them to Cleo.", ["Ann Cleo"]),
        ("Gather 3 wheat; Cleo will bring you a hoe.", ["Ann "]),
        ("Explore the field and gather 3 wheat.", ["Ann "]),
        ("Look for the field.", []),
    ],
)
def test_the_plan_tells_who_would_have_received_it(part: str, broken: list[str]) -> None:
    text = f"""
== plan
goal bread 1
team Ann Ben Cleo
round
Ann: I will gather the 3 wheat.
plan Ann: {part}
plan Ben: Gather 2 sand.
plan Cleo: Gather 2 sand.
Ann mines poppy 3
Ben mines sand 2
Cleo mines sand 2
"""
    assert contradictions(list(find(case(text).events, {}))) == broken


JOINED = """
== joined
goal white_wool 4
team Ann Ben Cleo
round
Ann: I mine sand.
plan Ann: Mine 2 sand.
plan Ben: Mine 2 gravel.
plan Cleo: Get 8 string.
Ann mines sand 2
Ben mines gravel 2
then
Ben!: We could both help Cleo with the string.
Ann!: {answer}
then
Ben mines cobweb>string 2
Ann waits
Cleo mines cobweb>string 4
"""


@pytest.mark.parametrize(
    ("answer", "helpers"),
    [
        ("Good, I come with you and cut some.", {"Ann", "Ben"}),
        ("Sure.", {"Ben"}),
    ],
)
def test_who_agrees_to_help_with_a_peer_helps_too(answer: str, helpers: set[str]) -> None:
    one = case(JOINED.format(answer=answer).replace("Ann waits", "Ann mines cobweb>string 2"))
    _, second, third = lines(one)
    string: dict[str, Any] = {"deed": "gather", "things": ("string",), "work_of": ("Cleo",)}
    quote = "We could both help Cleo with the string"
    acts = [
        act(second, "offer", "Ben", quote, when="after", to=("Ann",), **string),
        act(second, "request", "Ann", quote, when="after", **string | {"deed": "help"}),
        act(third, "accept", "Ann", answer.rstrip("."), to=("Ben",), **string),
    ]
    findings = found(one, reading(1, *acts))
    assert {name for f in findings if f.sub == "assistance" for name in f.agents} == helpers


@pytest.mark.parametrize(
    ("before", "after", "broken"),
    [
        ("", "Ann mines sand 5", True),
        ("", "Ann mines oak_log 2", False),
        ("Ann mines oak_log 2", "Ann mines sand 5", False),
        ("Ann mines oak_log 2\nAnn gives Ben oak_log 2", "Ann mines sand 5", False),
        ("", "Ben mines oak_log 2\nAnn crafts ladder 3", False),
        ("", "Ann mines sand 5\nBen mines oak_log 2", True),
    ],
)
def test_an_offer_to_get_what_a_peer_is_to_get_is_its_own_word(before: str, after: str, broken: bool) -> None:
    """Also where the agent's own part is made of it, too. What it has got already, it only tells. Who does
    nothing else until the peer has got everything is too late to help.
    """
    one = case(
        f"""
== two-of-your-logs
goal ladder 3
team Ann Ben
has Ann: oak_planks 4
round
Ann: I craft the sticks.
plan Ann: Craft 7 sticks.
plan Ben: Gather 4 oak logs.
Ann crafts stick 8
{before}
Ben mines oak_log 1
then
Ann!: Two of your logs are mine.
Ben!: Gladly, two of them.
{after}
Ben mines oak_log 1
"""
    )
    first, offer, yes = lines(one)
    logs: dict[str, Any] = {"things": ("oak_log",), "amount": 2}
    told = found(
        one,
        reading(
            1,
            act(first, "plan", "Ann", "I craft the sticks", deed="make", things=("stick",), amount=7),
            act(offer, "offer", "Ann", "Two of your logs are mine", deed="gather", work_of=("Ben",), **logs),
            act(yes, "accept", "Ben", "Gladly, two of them", to=("Ann",), **logs),
        ),
    )
    assert [(f.name, f.agents, f.targets) for f in told if f.class_ == "contradiction"] == (
        [("contradiction", ("Ann",), ("Ben",))] if broken else []
    )
