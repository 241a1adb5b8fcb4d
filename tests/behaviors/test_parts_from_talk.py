"""Parts: what a plan puts off, and what the talk of a round without a plan gives to its members."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import tell_story
from minecrew.behaviors.parts import part_of

from .model_readings import act, case, contradictions, found, lines, reading

POPPIES: dict[str, Any] = {"deed": "gather", "things": ("poppy",), "amount": 3}


BOTH = frozenset({"wool", "bed"})
ONLY_WOOL = frozenset({"wool"})
ONLY_BED = frozenset({"bed"})


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Round 1: Get 3 wool. Round 2: Craft the bed.", ONLY_WOOL, BOTH),
        ("In round 1, get 3 wool and keep it; in round 2, craft the bed.", ONLY_WOOL, BOTH),
        ("Round 2: Get 3 wool. Keep it. Craft the bed. Round 1: Rest.", frozenset(), BOTH),
        ("Get 3 wool. In the next round, craft the bed.", ONLY_WOOL, ONLY_WOOL),
        ("In the next round, craft the bed.", ONLY_BED, ONLY_BED),
        ("Get 3 wool in round 1, before round 2 begins.", ONLY_WOOL, ONLY_WOOL),
    ],
)
def test_what_a_plan_puts_off_is_no_part_of_this_round(
    text: str, first: frozenset[str], second: frozenset[str]
) -> None:
    """What was for an earlier round may still be due."""
    plan = f"plan Ann: {text}\nplan Ben: Wait.\nBen waits\nAnn waits\n"
    story = tell_story(case(f"\n== x\ngoal white_bed 1\nteam Ann Ben\nround\n{plan}round\n{plan}").events)
    parts = [part_of(story, one, "Ann") for one in story.rounds]
    assert [part and part.things & BOTH for part in parts] == [first, second]
    assert all(part and dict(part.amounts).get("wool", 3) == 3 for part in parts)
    assert all(part and "bed" not in dict(part.amounts) for part in parts)


SILENT = (
    "\n== x\ngoal red_bed 1\nteam Ann Ben\nround\nAnn: Three poppies from Ben.\n{answer}"
    "Ann mines oak_log 1\nBen mines stone>cobblestone 4 with wooden_pickaxe\nround\n"
    "Ann: Poppies, Ben, not stones.\nBen: Right, my fault.\nAnn waits\nBen mines poppy 3\n"
)


@pytest.mark.parametrize(
    ("answer", "found_"),
    [("", ["conformity.confirmed"]), ("Ben: No, not me.\n", [])],
)
def test_what_a_member_was_asked_for_in_silence_is_its_part(answer: str, found_: list[str]) -> None:
    one = case(
        SILENT.format(answer=answer).replace("team Ann Ben\n", "team Ann Ben\nhas Ben: wooden_pickaxe 1\n")
    )
    seqs = lines(one)
    first = [act(seqs[0], "request", "Ben", "Three poppies from Ben", **POPPIES)]
    if answer:
        first.append(act(seqs[1], "refuse", "Ben", "No, not me", to=("Ann",), **POPPIES))
    second = [
        act(seqs[-2], "criticise", "Ben", "Poppies, Ben, not stones", deed="gather", things=("poppy",)),
        act(seqs[-1], "concede", "Ben", "my fault", to=("Ann",), deed="gather", things=("poppy",)),
    ]
    names = [f.name for f in found(one, reading(1, *first), reading(2, *second))]
    assert names == found_


def test_silence_is_no_promise() -> None:
    one = case(
        SILENT.format(answer="").replace("team Ann Ben\n", "team Ann Ben\nhas Ben: wooden_pickaxe 1\n")
    )
    asks = act(lines(one)[0], "request", "Ben", "Three poppies from Ben", **POPPIES)
    assert contradictions(found(one, reading(1, asks), reading(2))) == []


@pytest.mark.parametrize(("who", "is_part"), [("", True), ("Ann", False), ("Cid", False)])
def test_what_another_member_then_takes_on_is_no_part(who: str, is_part: bool) -> None:
    one = case(
        "\n== x\ngoal red_bed 1\nteam Ann Ben Cid\nround\nAnn: Three poppies from Ben.\n"
        f"{who or 'Ann'}: I pick them.\nAnn mines poppy 3\nBen waits\nCid waits\n"
    )
    first, second = lines(one)
    acts = [act(first, "request", "Ben", "Three poppies from Ben", **POPPIES)]
    if who:
        acts.append(act(second, "plan", who, "I pick them", **POPPIES))
    story = tell_story(one.events, readings=[reading(1, *acts)])
    assert (part_of(story, story.rounds[0], "Ben") is not None) is is_part


@pytest.mark.parametrize(("when", "waits"), [("meanwhile", True), ("later", False)])
def test_who_is_to_wait_before_it_makes_something_waits(when: str, waits: bool) -> None:
    one = case(
        "\n== x\ngoal pumpkin_pie 1\nteam Ann Ben\nhas Ben: egg 1\nround\n"
        "Ann: Ben bakes, and has nothing to do until I am back.\n"
        "Ann mines pumpkin 1\nBen mines sugar_cane 1\n"
    )
    (line,) = lines(one)
    acts = [
        act(line, "request", "Ben", "Ben bakes", deed="make", things=("pumpkin_pie",)),
        act(line, "request", "Ben", "has nothing to do", deed="wait", when=when),
    ]
    story = tell_story(one.events, readings=[reading(1, *acts)])
    part = part_of(story, story.rounds[0], "Ben")
    assert part is not None
    assert part.idle is waits


@pytest.mark.parametrize(("when", "is_part"), [("now", True), ("later", True), ("if", False)])
def test_what_a_member_is_asked_for_in_a_certain_case_is_no_part_yet(when: str, is_part: bool) -> None:
    one = case(
        "\n== x\ngoal red_bed 1\nteam Ann Ben\nround\nAnn: Poppies from Ben, if need be.\n"
        "Ann mines oak_log 1\nBen waits\n"
    )
    asks = act(lines(one)[0], "request", "Ben", "Poppies from Ben", **(POPPIES | {"when": when}))
    story = tell_story(one.events, readings=[reading(1, asks)])
    assert (part_of(story, story.rounds[0], "Ben") is not None) is is_part


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("Place the furnace, wait for the table, then mine 4 coal.", False),
        ("Set the furnace up, wait for Ben.", False),
        ("Wait for the table, place the furnace.", True),
        ("Take your place at the gate and wait.", True),
    ],
)
def test_who_first_puts_something_up_does_not_only_wait(text: str, idle: bool) -> None:
    one = case(
        f"\n== x\ngoal torch 4\nteam Ann Ben\nround\nplan Ann: {text}\nplan Ben: Wait.\n"
        "Ann waits\nBen waits\n"
    )
    story = tell_story(one.events)
    part = part_of(story, story.rounds[0], "Ann")
    assert part is not None
    assert part.idle is idle


def test_another_request_does_not_end_the_first() -> None:
    one = case(
        "\n== x\ngoal red_bed 1\nteam Ann Ben\nround\nAnn: Three poppies from Ben.\n"
        "Ann: Ben, wait for me afterwards.\nAnn mines oak_log 1\nBen waits\n"
    )
    first, second = lines(one)
    acts = [
        act(first, "request", "Ben", "Three poppies from Ben", **POPPIES),
        act(second, "request", "Ben", "wait for me afterwards", deed="wait", when="after"),
    ]
    story = tell_story(one.events, readings=[reading(1, *acts)])
    part = part_of(story, story.rounds[0], "Ben")
    assert part is not None
    assert not part.idle
    assert part.things == {"poppy"}


def test_what_a_member_refused_is_no_part_even_if_it_is_asked_for_something_else() -> None:
    one = case(
        "\n== x\ngoal red_bed 1\nteam Ann Ben\nround\nAnn: Three poppies from Ben.\nBen: Not me.\n"
        "Ann: Then get some wool.\nAnn mines oak_log 1\nBen waits\n"
    )
    first, no, second = lines(one)
    acts = [
        act(first, "request", "Ben", "Three poppies from Ben", **POPPIES),
        act(no, "refuse", "Ben", "Not me", to=("Ann",), **POPPIES),
        act(second, "request", "Ben", "get some wool", deed="gather", things=("white_wool",)),
    ]
    story = tell_story(one.events, readings=[reading(1, *acts)])
    part = part_of(story, story.rounds[0], "Ben")
    assert part is not None
    assert part.things == {"wool"}
