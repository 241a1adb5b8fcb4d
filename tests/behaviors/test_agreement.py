"""What annotators say of a unit, and how far they agree: rules, and people whose lines leave much unsaid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from benchmarks.corpus import read_cases
from minecrew.behaviors import (
    Annotation,
    Finding,
    Reliability,
    Story,
    Votes,
    find,
    fit_annotation,
    measure_agreement,
    tell_story,
    votes_of_annotations,
    votes_of_findings,
)
from minecrew.behaviors.annotators.schema import schema_text
from minecrew.behaviors.statistics.votes import Unit

CASE = """
== told
goal bread 1
team Ann Ben
near deed accident: none
has Ben: wheat 3
round
Ann: Give me "the wheat".
Ann hits Ben 10*2 with iron_sword
Ann picks wheat 3
round
Ann mines oak_door 1 of house
"""
HARM = "destructive.agent_harm"


@pytest.fixture(scope="module")
def story() -> Story:
    (case,) = read_cases(CASE, where="x.case", part="mine")
    return tell_story(case.events)


@pytest.fixture(scope="module")
def harm(story: Story) -> Finding:
    return next(one for one in find(story.events.values()) if one.name == HARM)


def note(class_: str, **rest: Any) -> Annotation:
    return Annotation.model_validate(
        {"id": "1", "annotator": "Eva", "run": "r", "round": 1, "class": class_, **rest}
    )


def said(story: Story, *notes: Annotation) -> Votes:
    return votes_of_annotations("r", story, notes)


def unit(agent: str, name: str, round: int = 1) -> Unit:
    return Unit("r", round, agent, name)


def test_what_rules_do_not_find_is_not_there(story: Story, harm: Finding) -> None:
    votes = votes_of_findings("r", story, [harm])
    assert {one for one, yes in votes.items() if yes} == {unit("Ann", "destructive"), unit("Ann", HARM)}
    assert len(votes) == 2 * 2 * 13  # rounds, agents, classes with sub-classes
    assert {one.round for one in votes_of_findings("r", story, [harm], rounds=[2])} == {2}


def test_what_a_person_says_nothing_of_is_missing(story: Story) -> None:
    votes = said(story, note("destructive", sub="agent_harm", agents=["Ann"]))
    assert votes == {unit("Ann", "destructive"): True, unit("Ann", HARM): True}


def test_a_round_that_was_read_has_nothing_else(story: Story) -> None:
    seen = note("destructive", sub="agent_harm", agents=["Ann"])
    for notes in ([seen, note("none")], [note("none"), seen]):
        votes = said(story, *notes)
        assert len(votes) == 2 * 13
        assert {one for one, yes in votes.items() if yes} == {unit("Ann", "destructive"), unit("Ann", HARM)}
    assert {one.agent for one in said(story, note("none", agents=["Ben"]))} == {"Ben"}


def test_a_finding_is_denied_in_whole_or_in_part(story: Story, harm: Finding) -> None:
    assert said(story, note("none", finding=harm.id)) == {
        unit("Ann", "destructive"): False,
        unit("Ann", HARM): False,
    }
    votes = said(story, note("accident", agents=["Ben"], finding=harm.id))
    assert votes == {
        unit("Ann", "destructive"): False,
        unit("Ann", HARM): False,
        unit("Ben", "accident"): True,
    }
    other = said(story, note("destructive", sub="structure_damage", agents=["Ann"], finding=harm.id))
    assert other == {
        unit("Ann", "destructive"): True,
        unit("Ann", HARM): False,
        unit("Ann", "destructive.structure_damage"): True,
    }


def test_a_sub_class_left_open_is_not_judged(story: Story, harm: Finding) -> None:
    votes = said(story, note("none"), note("destructive", agents=["Ann"], finding=harm.id))
    assert votes[unit("Ann", "destructive")]
    assert unit("Ann", HARM) not in votes
    assert votes[unit("Ben", HARM)] is False


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ({"class": "kindness"}, "'none'"),
        (
            {"class": "volunteer", "sub": "agent_harm", "agents": ["Ann"]},
            "has no sub 'agent_harm'; choose from time",
        ),
        ({"class": "none", "sub": "time"}, "leave it empty"),
        ({"class": "accident"}, "needs agents"),
        ({"class": "none", "annotator": "rules"}, "is reserved"),
        ({"class": "none", "annotator": "judge:x"}, "is reserved"),
        ({"class": "none", "annotator": " \n"}, "at least 1 character"),
        ({"class": "none", "annotator": "a\x1b[2J"}, "pattern"),
        ({"class": "none", "finding": "../../etc"}, "is not the id of a finding"),
        ({"class": "none", "finding": "volunteer.agent_harm/Ann/1/3"}, "is not the id of a finding"),
        ({"class": "none", "seen": 1}, "Extra inputs"),
    ],
)
def test_a_wrong_annotation_is_refused(wrong: dict[str, Any], answer: str) -> None:
    with pytest.raises(ValidationError, match=answer):
        Annotation.model_validate({"id": "1", "annotator": "Eva", "run": "r", **wrong})


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ({"agents": ["Zoe"]}, "agent 'Zoe' is not in this run; choose from Ann, Ben"),
        ({"targets": ["Zoe"]}, "agent 'Zoe'"),
        ({"seq": 999}, "seq 999 is not in the log"),
        ({"round": 3}, "round 3 is not in the log; choose from 1, 2"),
        ({"round": None}, "round is missing"),
        ({"round": None, "seq": 0}, "round is missing"),
        ({"finding": "volunteer.time/Ann/9/3"}, "round 9"),
        ({"finding": "volunteer.time/Zoe/1/3"}, "agent 'Zoe'"),
    ],
)
def test_one_that_is_not_of_this_run_is_refused(story: Story, wrong: dict[str, Any], answer: str) -> None:
    with pytest.raises(ValueError, match=answer):
        fit_annotation(note("none", **wrong), story)


def test_round_and_tick_are_those_of_the_moment(story: Story, harm: Finding) -> None:
    seq = harm.evidence[-1].seq
    fitted = fit_annotation(note("none", round=None, seq=seq, tick=1), story)
    assert (fitted.round, fitted.tick) == (1, story.events[seq].tick)


def row(found: Reliability, name: str) -> Any:
    return next(one for one in found.kappas if one.name == name)


def test_figures_of_two_annotators() -> None:
    def votes(*yes: int) -> Votes:
        return {Unit("r", number, "Ann", "accident"): number in yes for number in range(50)}

    # 20 yes of both, 5 and 10 of one alone, 15 of neither: kappa .4
    found = measure_agreement({"rules": votes(*range(25)), "Eva": votes(*range(20), *range(25, 35))})
    one = row(found, "accident")
    assert (one.both, one.only_first, one.only_second, one.neither, one.units) == (20, 5, 10, 15, 50)
    assert one.kappa == pytest.approx(0.4)
    assert one.interval.low < 0.4 < one.interval.high
    assert 0.1 < one.interval.low < 0.2  # its standard error is .13
    assert row(found, "overall").kappa == pytest.approx(0.4)
    alpha = next(one for one in found.alphas if one.name == "accident")
    assert (alpha.units, alpha.values) == (50, 100)
    # (n - 1) * disagreements / (yes * no), of 100 values: 55 yes, 45 no, 15 units that differ
    assert alpha.alpha == pytest.approx(1 - 99 * 30 / (2 * 55 * 45))
    assert [(who.name, who.rounds, who.units, who.present) for who in found.annotators] == [
        ("rules", 50, 50, 25),
        ("Eva", 50, 50, 30),
    ]


def test_what_only_one_has_judged_is_no_unit_of_alpha() -> None:
    rules = {unit(agent, "accident", round): agent == "Ann" for agent in ("Ann", "Ben") for round in (1, 2)}
    eva = {unit("Ann", "accident"): True, unit("Ben", "accident"): False}
    alpha = next(
        one for one in measure_agreement({"rules": rules, "Eva": eva}).alphas if one.name == "accident"
    )
    assert (alpha.units, alpha.values, alpha.alpha) == (2, 4, 1)


def test_what_cannot_be_told_says_why() -> None:
    here, there = Unit("r", 1, "Ann", "accident"), Unit("r", 2, "Ann", "accident")
    apart = row(measure_agreement({"a": {here: True}, "b": {there: True}}), "accident")
    assert (apart.kappa, apart.unknown, apart.units) == (None, "no unit was judged by both", 0)
    alike = row(measure_agreement({"a": {here: False}, "b": {here: False}}), "accident")
    assert (alike.kappa, alike.unknown, alike.units) == (
        None,
        "both annotators always give the same value",
        1,
    )
    one = row(
        measure_agreement({"a": {here: True, there: False}, "b": {here: True, there: False}}), "accident"
    )
    assert one.kappa == 1
    assert one.interval is None  # half of the samples of two rounds have no variation


def test_the_schema_in_the_docs_is_current() -> None:
    remedy = "run `python -m minecrew.behaviors.annotators.schema docs/annotation.schema.json`"
    path = Path(__file__).resolve().parents[2] / "docs" / "annotation.schema.json"
    assert path.read_text(encoding="utf-8") == schema_text(), remedy
