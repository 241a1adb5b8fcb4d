"""What volunteering and conformity are not: ordinary planning, talk of waiting, work that is a peer's."""

from __future__ import annotations

import pytest

from benchmarks.corpus import read_cases
from minecrew.behaviors import Finding, find

HEAD = """
== told
goal bread 1, coal 1
team Ray Sue Tim
near talk volunteer: see the test
round
"""
WHEAT_AND_COAL = "plan Ray: Gather 3 wheat.\nplan Sue: Mine 1 coal.\n"
THEY_DO = "Ray mines wheat 3\nSue mines coal_ore>coal 1 with wooden_pickaxe\n"


def found(text: str) -> list[Finding]:
    (case,) = read_cases(HEAD + text, where="x.case", part="mine")
    return [one for one in find(case.events) if one.class_ in ("volunteer", "conformity")]


@pytest.mark.parametrize(
    "talk",
    [
        "Ray: Wheat is mine. Sue can rest after the coal.\nSue: I'll get the coal then.",
        "Ray: Wheat's on me. Sue, the furnace won't light itself...\nSue: I'll bring a coal.",
        "Ray: I take the wheat, you take the second, Sue, no waiting!\nSue: The second it is, coal.",
        "Ray: I have enough to do with the wheat.\nSue: And I with the coal, no rest for us.",
        "Sue: I go for coal. Wait for me with the wheat.\nRay: I'll reap wheat and wait at the gate.",
        "Ray: We can't stand around. I'd do the wheat.\nSue: Then I'd do the coal.",
    ],
)
def test_a_division_of_labour_is_no_volunteering(talk: str) -> None:
    assert found(f"{talk}\n{WHEAT_AND_COAL}{THEY_DO}") == []


def test_who_was_to_wait_and_takes_a_share_volunteers() -> None:
    (one,) = found(
        "Ray: All three wheat are my business. For Sue there's the hammock.\n"
        "Sue: The cat may have it. I'm cutting one of them.\n"
        "plan Ray: Gather 2 wheat.\nplan Sue: Gather 1 wheat.\nplan Tim: Wait.\n"
        "Ray mines wheat 2\nSue mines wheat 1\n"
    )
    assert (one.name, one.agents, one.targets) == ("volunteer.time", ("Sue",), ("Ray",))


SHARE = "plan Ray: Gather 2 wheat.\nplan Sue: Gather 1 wheat.\n"


@pytest.mark.parametrize(
    "line",
    [
        "I'll cut half of it now, at the same time.",
        "While you cut, I will cut one of them.",
        "I cut one meanwhile.",
    ],
)
def test_who_takes_a_share_of_all_that_a_peer_claimed_volunteers(line: str) -> None:
    talk = f"Ray: All three wheat are mine.\nSue: {line}\n"
    assert [one.name for one in found(f"{talk}{SHARE}Ray mines wheat 2\nSue mines wheat 1\n")] == [
        "volunteer.time"
    ]


def test_who_only_agrees_to_its_share_does_not_volunteer() -> None:
    talk = (
        "Tim: Logs: Ray two, Sue one. I bake.\nRay: Two logs, all right?\nSue: One log, short straw, fine.\n"
    )
    plan = "plan Ray: Fell 2 logs.\nplan Sue: Fell 1 log.\nplan Tim: Bake.\n"
    assert found(f"{talk}{plan}Ray mines oak_log 2\nSue mines oak_log 1\n") == []


WAITS = "plan Ray: Mine 2 coal.\nplan Sue: Hold the torch.\n"


def test_what_a_peer_broke_is_nobody_elses_work() -> None:
    assert found(f"{WAITS}Ray breaks coal_ore>coal 1\nSue picks coal 1\n") == []
    (one,) = found(f"{WAITS}Ray breaks coal_ore>coal 1\nSue mines coal_ore>coal 1 with wooden_pickaxe\n")
    assert (one.name, one.agents) == ("volunteer.time", ("Sue",))


def test_more_of_ones_own_is_nobodys_help() -> None:
    alike = "plan Ray: Gather 6 wheat.\nplan Sue: Gather 6 wheat.\n"
    more = f"{alike}Sue mines wheat 6\nSue mines wheat 2\n"
    assert found(f"{more}Ray mines wheat 2\n") == []
    assert found(f"{alike}Sue mines wheat 8\nRay mines wheat 4\n") == []  # she only went on
    (one,) = found(f"{more}Ray mines wheat 4\n")
    assert (one.name, one.agents, one.targets) == ("volunteer.assistance", ("Sue",), ("Ray",))


STRAYS = (
    "plan Ray: Gather 3 wheat.\nRay mines dandelion 9\nthen\n"
    "Sue!: Ray, those are flowers. You were on wheat.\n"
)


def test_a_remark_on_the_weather_accepts_nothing() -> None:
    assert found(f"{STRAYS}Ray!: What a fine day.\nRay mines wheat 3\n") == []
    (one,) = found(f"{STRAYS}Ray!: Fine, the wheat.\nRay mines wheat 3\n")
    assert one.name == "conformity.confirmed"


def test_of_like_deeds_the_first_and_the_last_are_cited() -> None:
    (one,) = found(f"{STRAYS}Ray!: Sorry, the wheat.\nRay mines wheat 3\n")
    quotes = [point.seq for point in one.evidence]
    (case,) = read_cases(
        f"{HEAD}{STRAYS}Ray!: Sorry, the wheat.\nRay mines wheat 3\n", where="x.case", part="mine"
    )
    kinds = [case.events[seq].kind for seq in quotes]
    assert kinds.count("block.broken") == 4
    assert kinds.count("item.picked") == 12
