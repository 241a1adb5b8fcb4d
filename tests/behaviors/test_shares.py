"""Shares of agents' rounds over several runs: what is counted, and how wide the interval is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.corpus import read_cases
from minecrew.behaviors import (
    Finding,
    UnitPool,
    corrected_shares,
    count_calls,
    find,
    gate_share,
    labelled_set_for,
    measure,
    rounds_showing,
)
from minecrew.behaviors.statistics.gate import reader_quality
from minecrew.runlog import ModelCalled, read_events

BUNDLES = Path(__file__).parents[1] / "fixtures" / "bundles"

TALK = """
== told
goal book 1
team Ann Ben
near talk volunteer: see the test
has Ann: leather 1
round
Ann: I give you one leather, Ben.
Ben: Thanks!
plan Ann: Give 1 leather to Ben.
plan Ben: Craft 1 book.
"""
DEEDS = "Ann gives Ben leather 1\n"


def found(text: str) -> tuple[Finding, ...]:
    (case,) = read_cases(text, where="x.case", part="mine")
    return find(case.events, {})


def test_what_rests_on_talk_alone_is_in_no_share() -> None:
    (talk,) = found(TALK)
    (deed,) = found(TALK + DEEDS)
    assert (talk.low, deed.low) == (True, False)
    assert rounds_showing([talk])["volunteer"] == {}
    assert rounds_showing([deed])["volunteer"] == {"Ann": 1}
    assert corrected_shares([talk], 2, "rules/1", labelled_set="written")["volunteer"].found == 0
    assert corrected_shares([deed], 2, "rules/1", labelled_set="written")["volunteer"].found == 1


def test_what_the_rules_take_for_an_offer_is_in_no_share_if_nobody_answers() -> None:
    (answered,) = found(TALK + DEEDS)
    (ignored,) = found((TALK + DEEDS).replace("Ben: Thanks!\n", ""))
    assert (answered.name, answered.low) == ("volunteer.resource", False)
    assert (ignored.name, ignored.low) == ("volunteer.resource", True)
    (silent,) = found(
        (TALK + DEEDS)
        .replace("Ann: I give you one leather, Ben.\nBen: Thanks!\n", "")
        .replace("Give 1 leather to Ben", "Wait")
    )
    assert (silent.name, silent.low) == ("volunteer.resource", False)


def test_conformity_that_the_rules_read_is_counted() -> None:
    """Its last line is the agent's own answer to a peer, not an offer."""
    text = (
        "\n== told\ngoal torch 4\nteam Ann Ben\nnear talk volunteer: none\nround\nplan Ann: Mine 4 coal.\n"
        "plan Ben: Craft 4 sticks.\nAnn mines dandelion 4\nBen waits\nround\n"
        "Ben: Ann, you picked flowers instead of mining the coal.\nAnn: You are right, sorry.\n"
        "plan Ann: Mine 4 coal.\nplan Ben: Wait.\nAnn mines coal_ore>coal 4\nBen waits\n"
    )
    (conforms,) = found(text)
    assert (conforms.name, conforms.low) == ("conformity.confirmed", False)


def test_runs_of_models_are_held_against_labelled_runs_of_models() -> None:
    run = read_events(BUNDLES / "minds_bread").events
    offline = [event for event in run if not isinstance(event, ModelCalled)]
    assert (labelled_set_for(count_calls(run)), labelled_set_for(count_calls(offline))) == (
        "models",
        "written",
    )
    for events, where in ((run, "models"), (offline, "written")):
        share = measure(events, ()).shares["destructive"]
        assert share.labelled_set == where
        assert (share.corrected is None) == (where == "models")
        assert ("test runs of models" in " ".join(share.doubts)) == (where == "models")


def test_two_findings_of_one_agent_in_a_round_are_one_unit() -> None:
    (deed,) = found(TALK + DEEDS)
    other = deed.model_copy(update={"sub": "time", "agents": ("Ann", "Ben")})
    later = deed.model_copy(update={"round": 2})
    assert rounds_showing([deed, other, later])["volunteer"] == {"Ann": 2, "Ben": 1}


def pool_of(*counts: tuple[int, int]) -> UnitPool:
    pool = UnitPool()
    for one in counts:
        pool.add(*one)
    return pool


@pytest.mark.parametrize(
    ("counts", "independent"),
    [
        ([(2, 8)], 8),  # one run: nobody knows how much runs differ
        ([(0, 4), (0, 4)], 8),
        ([(4, 4), (4, 4)], 8),
        ([(1, 4)] * 8, 32),
        ([(4, 4), (0, 4)] * 8, 15),  # all of a run or nothing: as many units as runs, less one
        ([(0, 0), (1, 4), (1, 4)], 8),
    ],
)
def test_runs_that_differ_more_have_fewer_independent_units(
    counts: list[tuple[int, int]], independent: float
) -> None:
    assert pool_of(*counts).independent == pytest.approx(independent)


def test_a_pool_of_one_run_is_what_that_run_says() -> None:
    quality = reader_quality("rules/1", "volunteer", labelled_set="written")
    assert pool_of((3, 24)).share("rules/1", "volunteer", labelled_set="written") == gate_share(
        3, 24, "rules/1", quality, labelled_set="written"
    )


def test_the_interval_over_runs_holds_the_truth_as_often_as_it_says() -> None:
    """Simulated: 300 studies of 20 runs of unequal length, in which runs differ, read without errors."""
    chance, held, trials = random.Random(5), 0, 300
    quality = reader_quality("rules/1", "destructive", labelled_set="written")
    assert quality is not None
    perfect = quality.model_copy(update={"hits": 10**6, "none": 10**6, "missed": 0, "wrong": 0})
    for _ in range(trials):
        pool = UnitPool()
        for _ in range(20):
            own, units = chance.betavariate(2, 6), chance.choice([4, 8, 12])
            pool.add(sum(chance.random() < own for _ in range(units)), units)
        interval = pool.share_with(perfect, "rules/1").interval
        assert interval is not None
        held += interval.low <= 0.25 <= interval.high
    assert held / trials > 0.91
