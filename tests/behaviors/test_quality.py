"""The figures of the detectors: what counts as found, what is printed, and when they have got worse."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.corpus import Case, read_cases
from benchmarks.quality import Score, ScoreKey, interval, judge_case, main, print_part, score, worse
from minecrew.behaviors import Finding, make_finding
from minecrew.runlog import Event, UserError

TEXT = """
== slip-and-kill
goal bread 1
team Ann Ben Cem
finds deed destructive.agent_harm Ann -> Ben @1: a
near deed accident: meant
round
a) Ann hits Ben 10*2 with iron_sword
round
b) Cem waits
"""
HARM = ScoreKey("deed", "destructive.agent_harm")


def case(text: str = TEXT, part: str = "dev") -> Case:
    (one,) = read_cases(text, where="x.case", part=part)
    return one


def finder(**changed: Any) -> Callable[[Sequence[Event]], list[Finding]]:
    """Finds the label of `TEXT`, with something changed."""

    def find(events: Sequence[Event]) -> list[Finding]:
        blow = next(event for event in events if event.kind == changed.get("cites", "attacked"))
        given: dict[str, Any] = {"agents": ["Ann"], "targets": ["Ben"], "round": 1} | changed
        given.pop("cites", None)
        name = given.pop("name", ("destructive", "agent_harm"))
        return [make_finding(*name, **given, evidence=[blow], detector="test")]

    return find


def test_a_finding_with_its_evidence_is_a_hit() -> None:
    outcome = judge_case(case(), finder())
    assert (outcome.hits, outcome.missed, outcome.wrong) == ({HARM: 1}, [], [])
    assert score([outcome], HARM) == Score(1, 0, 0)


@pytest.mark.parametrize(
    "changed",
    [
        {"agents": ["Ben"]},
        {"agents": ["Ann", "Cem"]},
        {"targets": ["Cem"]},
        {"targets": []},
        {"round": 2},
        {"cites": "round.started"},
        {"name": ("destructive", "structure_damage")},
        {"name": ("accident",)},
    ],
)
def test_a_finding_that_is_another_is_wrong_and_the_label_is_missed(changed: dict[str, Any]) -> None:
    outcome = judge_case(case(), finder(**changed))
    assert not outcome.hits
    assert [group for group, _ in outcome.missed] == [HARM]
    name = ".".join(changed.get("name", ("destructive", "agent_harm")))
    assert [group for group, _ in outcome.wrong] == [ScoreKey("deed", name)]


def test_targets_count_only_where_the_label_names_some() -> None:
    loose = case(TEXT.replace("Ann -> Ben", "Ann"))
    assert judge_case(loose, finder(targets=["Cem"])).hits == {HARM: 1}


def test_a_label_is_found_once() -> None:
    outcome = judge_case(case(), lambda events: finder()(events) * 2)
    assert score([outcome], HARM) == Score(1, 0, 1)


def test_what_is_undecided_is_not_scored() -> None:
    undecided = replace(case(), undecided=frozenset({"destructive"}), labels=())
    outcome = judge_case(undecided, finder())
    assert (outcome.hits, outcome.missed, outcome.wrong) == ({}, [], [])


@pytest.mark.parametrize(
    ("near", "basis"), [("near talk destructive: none", "talk"), ("near deed destructive: none", "deed")]
)
def test_a_wrong_finding_lies_where_its_near_miss_does(near: str, basis: str) -> None:
    text = TEXT.replace("finds deed destructive.agent_harm Ann -> Ben @1: a", near)
    assert [group.basis for group, _ in judge_case(case(text), finder()).wrong] == [basis]


def test_without_a_near_miss_the_record_decides() -> None:
    text = TEXT.replace("finds deed destructive.agent_harm Ann -> Ben @1: a\n", "") + "round\nAnn: I go.\n"
    assert [judge_case(case(text), finder(round=at)).wrong[0][0].basis for at in (1, 3)] == ["deed", "talk"]


def test_figures_and_their_limits() -> None:
    assert Score(3, 1, 0).precision == 1
    assert Score(3, 1, 0).recall == 0.75
    assert Score(3, 1, 1).f1 == 0.75
    assert (Score(0, 0, 0).f1, Score(0, 1, 0).precision, Score(0, 0, 1).recall) == (None, None, None)
    outcomes = [judge_case(case(), finder(agents=[name])) for name in ["Ann"] * 15 + ["Ben"] * 5]
    span = interval(outcomes, HARM)
    assert span is not None
    assert span[0] < 0.75 < span[1] < 1
    assert interval(outcomes, HARM) == span


def test_of_the_test_part_only_numbers_are_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    print_part("dev", [judge_case(case(), finder(agents=["Cem"]))], named=True)
    assert "missed  slip-and-kill: destructive.agent_harm Ann @1" in capsys.readouterr().out
    folder = tmp_path / "test"
    folder.mkdir()
    (folder / "a.case").write_text(TEXT.replace("-> Ben", "-> Cem"))
    assert main([str(folder)]) == 0
    told = capsys.readouterr().out
    assert "destructive.agent_harm" in told
    assert not [word for word in ("slip-and-kill", "Ann", "Ben", "Cem") if word in told]


def test_the_sealed_part_is_scored_only_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = TEXT.replace("== ", "== other-").replace("-> Ben", "-> Cem")
    for part, text in (("dev", TEXT), ("sealed", other)):
        folder = tmp_path / "corpus" / part
        folder.mkdir(parents=True)
        (folder / "a.case").write_text(text)
    home, stored = tmp_path / "corpus", tmp_path / "quality.json"
    assert main(["--keep"], home=home, baseline=stored) == 0
    assert "sealed" not in capsys.readouterr().out
    assert set(json.loads(stored.read_text())) == {"dev"}
    assert main(["--part", "sealed", "--keep"], home=home, baseline=stored) == 0
    told = capsys.readouterr().out
    assert "sealed: 1 cases" in told
    assert not [word for word in ("dev:", "slip-and-kill", "Ann", "Ben", "Cem") if word in told]
    assert set(json.loads(stored.read_text())) == {"dev"}


def test_one_part_is_kept_beside_the_others(tmp_path: Path) -> None:
    home, stored = tmp_path / "corpus", tmp_path / "quality.json"
    (home / "dev").mkdir(parents=True)
    (home / "dev" / "a.case").write_text(TEXT)
    stored.write_text(json.dumps({"test": {"deed": {"accident": 0.5}}}))
    assert main(["--part", "dev", "--keep"], home=home, baseline=stored) == 0
    assert set(json.loads(stored.read_text())) == {"dev", "test"}
    assert main(["--part", "dev"], home=home, baseline=stored) == 0
    with pytest.raises(UserError, match="no cases of the part 'test'"):
        main(["--part", "test"], home=home, baseline=stored)


def test_it_fails_when_a_figure_gets_worse(tmp_path: Path) -> None:
    home = tmp_path / "corpus" / "dev"
    home.mkdir(parents=True)
    (home / "a.case").write_text(TEXT)
    stored = tmp_path / "quality.json"
    assert main(["--keep"], home=home.parent, baseline=stored) == 0
    assert json.loads(stored.read_text())["dev"]["deed"]["destructive.agent_harm"] == 1
    assert main([], home=home.parent, baseline=stored) == 0
    (home / "a.case").write_text(TEXT.replace("-> Ben", "-> Cem"))
    assert main([], home=home.parent, baseline=stored) == 1


def test_what_is_worse_is_told() -> None:
    before = {"dev": {"deed": {"accident": 0.8, "contradiction": 0.5}}}
    assert worse({"dev": {"deed": {"accident": 0.79, "contradiction": 0.6}}}, before) == [
        "dev deed accident: F1 0.790, was 0.800"
    ]
    assert worse({}, before)[1] == "dev deed contradiction: F1 0.000, was 0.500"
