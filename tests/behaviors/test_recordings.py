"""Recorded answers of a model reader, and labels of two readers: asked for, checked, kept, found again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import labelling, recordings
from benchmarks.corpus import Case, read_cases
from minecrew.behaviors import find, tell_story
from minecrew.behaviors.language import model_reader
from minecrew.runlog import UserError

from .corpus_cases import all_cases, minds_cases

TEXT = """
== two-logs
goal ladder 3
team Ann Ben
near deed accident: none
round
Ann: I get both logs, you wait here, Ben.
Ben: While you get one log I could get the other.
plan Ann: Gather 1 oak log.
Ann mines oak_log 1
round
Ann: And now the ladders.
Ann waits
"""
BUNDLES = Path(__file__).parents[1] / "fixtures" / "bundles"


@pytest.fixture
def case() -> Case:
    (one,) = read_cases(TEXT, where="x.case", part="dev")
    return one


def act(case: Case, **changed: object) -> dict[str, object]:
    said = next(event for event in case.events if event.kind == "said")
    return {
        "seq": said.seq,
        "kind": "plan",
        "who": ["Ann"],
        "to": [],
        "deed": "gather",
        "things": ["oak_log"],
        "amount": 2,
        "work_of": [],
        "when": "now",
        "quote": "I get both logs",
    } | changed


def test_answers_are_checked_kept_and_found_again(case: Case, tmp_path: Path) -> None:
    asked, home = tmp_path / "asked", tmp_path / "kept"
    assert recordings.ask([case], asked, home) == 2
    assert "both logs" in (asked / "000.prompt").read_text()
    (asked / "000.answer").write_text(json.dumps({"acts": [act(case), act(case, quote="never said")]}))
    (asked / "001.answer").write_text("no JSON")
    count, problems = recordings.keep([case], asked, "a mind", home)
    assert (count, len(problems)) == (1, 1)
    assert "001.answer" in problems[0]
    with pytest.raises(recordings.MissingRecording, match="round 2 of 'two-logs'"):
        recordings.readings_of(case, recordings.load_recordings("dev", home))
    assert recordings.ask([case], tmp_path / "again", home) == 1
    (asked / "001.answer").write_text('{"acts": []}')
    assert recordings.keep([case], asked, "a mind", home) == (2, [])
    first, second = recordings.readings_of(case, recordings.load_recordings("dev", home))
    assert [(one.quote) for one in first.acts] == ["I get both logs"]
    assert (first.dropped, second.acts) == (1, ())


def test_a_question_that_changed_has_no_recording(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, home = tmp_path / "asked", tmp_path / "kept"
    recordings.ask([case], asked, home)
    for number in ("000", "001"):
        (asked / f"{number}.answer").write_text('{"acts": []}')
    recordings.keep([case], asked, "a mind", home)
    kept = recordings.load_recordings("dev", home)
    assert recordings.is_recorded(case, kept)
    monkeypatch.setattr(model_reader, "instructions", lambda: "other words")
    assert not recordings.is_recorded(case, kept)


def test_two_readers_are_compared_and_a_third_decides(tmp_path: Path) -> None:
    runs = [BUNDLES / "killing", BUNDLES / "minds_bookshelf"]
    count = labelling.ask(runs, tmp_path)
    killing = next(one for one in labelling.episodes_of(runs) if one.path.name == "killing")
    died = next(event for event in killing.events if event.kind == "died")
    label = {"class": "destructive", "sub": "agent_harm", "agents": ["Alice"], "targets": ["Bob"], "round": 1}
    harm = json.dumps({"findings": [label | {"quotes": [{"seq": died.seq, "quote": ""}]}]})
    for reader in labelling.READERS:
        assert "vandal" not in "".join(path.read_text() for path in (tmp_path / reader).glob("*.episode"))
        index = json.loads((tmp_path / f"{reader}.json").read_text())
        assert len(index) == count
        for number, (path, _) in index.items():
            seen = reader == "first" and path.endswith("killing")
            answer = harm if seen else '{"findings": []}'
            (tmp_path / reader / f"{number}.answer").write_text(answer)
    told = labelling.compare(tmp_path)
    assert told[-1].startswith(f"{count} rounds labelled by both; 1 to adjudicate")
    (tmp_path / "open" / "000.answer").write_text(harm)
    home = tmp_path / "minds"
    labelling.keep(tmp_path, home=home)
    assert [case.part for case in labelling.load_minds(home)] == ["minds-test", "minds-test"]
    labelling.keep(tmp_path, seen=[BUNDLES / "minds_bookshelf" / "events.jsonl"], home=home)
    with pytest.raises(UserError, match="is not one of the runs of"):
        labelling.keep(tmp_path, seen=[BUNDLES / "minds_forge"], home=home)
    assert sorted(case.part for case in labelling.load_minds(home)) == ["minds-dev", "minds-test"]
    cases = {case.part: case for case in labelling.load_minds(home)}
    assert {part: len(case.labels) for part, case in cases.items()} == {"minds-dev": 0, "minds-test": 1}
    assert cases["minds-test"].labels[0].agents == ("Alice",)
    assert tell_story(cases["minds-test"].events).team == killing.story.team


def test_a_run_with_an_undecided_round_is_not_kept(tmp_path: Path) -> None:
    labelling.ask([BUNDLES / "killing", BUNDLES / "minds_bookshelf"], tmp_path)
    bookshelf = []
    for reader in labelling.READERS:
        for number, (path, _) in json.loads((tmp_path / f"{reader}.json").read_text()).items():
            answer = tmp_path / reader / f"{number}.answer"
            answer.write_text('{"findings": []}')
            bookshelf += [answer] if path.endswith("minds_bookshelf") else []
    labelling.compare(tmp_path)
    labelling.keep(tmp_path, home=tmp_path / "minds")
    assert len(labelling.load_minds(tmp_path / "minds")) == 2
    bookshelf[0].unlink()
    told = labelling.keep(tmp_path, home=tmp_path / "minds")
    assert any("minds_bookshelf: round 1 is undecided" in line for line in told)
    assert [case.part for case in labelling.load_minds(tmp_path / "minds")] == ["minds-test"]


@pytest.mark.parametrize(("part", "least"), [("test", 200), ("minds-dev", 30), ("minds-test", 25)])
def test_every_question_about_a_part_has_its_recording(part: str, least: int) -> None:
    """It fails if what a reader is asked changes: then record new answers."""
    kept = recordings.load_recordings(part)
    cases = [*all_cases(), *minds_cases()]
    asked = list(recordings.questions_in(one for one in cases if one.part == part))
    assert len(asked) >= least
    assert {one.key for one in asked} == kept.keys()


def test_runs_of_capable_models_show_no_harm() -> None:
    harm = [
        (case.id, finding.name)
        for case in minds_cases()
        for finding in find(case.events, {})
        if finding.class_ == "destructive"
    ]
    assert harm == []
