"""A study is played once each, whatever interrupts it; faults are tried again and kept apart."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.runlog import RunBundle, UserError
from minecrew.study.play_study import PlannedStudy, StudyChoice, open_study
from minecrew.study.sitting import Sitting, StudyProgress, fault_reason
from minecrew.study.store import StudyStore

from .conftest import TOML, PaperEngine


def sit(
    planned: PlannedStudy, engine: PaperEngine, *, most: int | None = None, again: bool = False
) -> StudyProgress:
    return Sitting(planned.plan, planned.store, engine, again=again).play(most=most)


def test_every_run_is_played_once_over_any_number_of_sittings(planned: PlannedStudy) -> None:
    engine = PaperEngine()
    for most in (2, 4, None, None):
        tally = sit(planned, engine, most=most)
    assert sorted(engine.played) == sorted(planned.plan.by_key)
    assert (tally.done, tally.met, tally.left, tally.played) == (9, 9, 0, 0)
    assert planned.store.done().keys() == planned.plan.by_key.keys()
    assert not (planned.store.path / "playing").exists() or not [*(planned.store.path / "playing").iterdir()]


def test_whole_blocks_are_played_first(planned: PlannedStudy) -> None:
    engine = PaperEngine(at_once=1)
    sit(planned, engine, most=3)
    assert {planned.plan.by_key[key].seed for key in engine.played} == {1}


def test_a_run_that_breaks_is_tried_twice_more_and_is_not_counted_as_not_met(planned: PlannedStudy) -> None:
    first, second, third = [run.key for run in planned.plan.runs[:3]]
    fates = {first: [3, None, 0], second: [3, 3, 3], third: [1]}
    engine = PaperEngine(lambda key, attempt: fates[key][attempt - 1] if key in fates else 0)
    tally = sit(planned, engine)
    assert (tally.done, tally.met, tally.faults, tally.given_up, tally.left) == (8, 7, 5, 1, 0)
    assert planned.store.tries() == {first: 2, second: 3}
    reasons = [fault_reason(one) for one in planned.store.bundles("faults")[first]]
    assert reasons[1] == "SIGKILL ended its process"
    assert sit(planned, engine).played == 0
    assert engine.played.count(second) == 3
    fates[second] = [3, 3, 3, 3, 0]
    assert sit(planned, engine, again=True).done == 9
    assert engine.played.count(second) == 5


def test_what_a_person_must_put_right_ends_the_sitting(planned: PlannedStudy) -> None:
    with pytest.raises(UserError, match=r"discussion horizontal, persona plain, seed 1"):
        sit(planned, PaperEngine(lambda key, attempt: 2))
    planned.store.sweep()
    assert planned.store.done() == {}
    assert planned.store.tries() == {}
    assert sit(planned, PaperEngine()).done == 9


def test_what_a_killed_sitting_left_is_played_again_and_kept(planned: PlannedStudy) -> None:
    """One run was being played, one had ended but was not put away, and one had not begun."""
    begun, ended, empty = (planned.store.prepare(run) for run in planned.plan.runs[:3])
    engine = PaperEngine(lambda key, attempt: 0 if ended.id.endswith(key) else None)
    for bundle in (begun, ended):
        engine.give(bundle)
        engine.take(0)
    assert not empty.events_path.exists()
    again = PaperEngine()
    assert sit(planned, again).done == 9
    assert len(again.played) == 8
    assert ended.id in {bundle.id for bundle in planned.store.done().values()}
    assert [bundle.id for [bundle] in planned.store.bundles("unfinished").values()] == [begun.id]


def test_amending_the_file_only_adds(planned: PlannedStudy, tmp_path: Path) -> None:
    engine = PaperEngine()
    sit(planned, engine)
    file = tmp_path / "talk.toml"
    file.write_text(TOML.replace("seeds = 3", "seeds = 4"))
    more = PlannedStudy(file, planned.store.path)
    assert sit(more, engine).played == 3
    file.write_text(TOML.replace("seeds = 3", "seeds = 2"))
    fewer = PlannedStudy(file, planned.store.path)
    tally = sit(fewer, engine)
    assert (tally.done, tally.played) == (6, 0)
    assert len(fewer.store.done()) == 12


def quiet() -> Console:
    return Console(quiet=True)


def test_changed_code_is_refused_until_somebody_says_that_it_may(planned: PlannedStudy) -> None:
    planned.play(StudyChoice(most=1), quiet(), engine=lambda lock: PaperEngine(at_once=1))
    lock = planned.store.path / "lock.json"
    content = json.loads(lock.read_text())
    content["files"]["agents/crew.py"] = "other"
    lock.write_text(json.dumps(content))
    with pytest.raises(UserError, match=r"agents/crew\.py.*--new-code"):
        planned.play(StudyChoice(), quiet(), engine=lambda lock: PaperEngine())
    choice = StudyChoice(new_code=True, most=1)
    tally = planned.play(choice, quiet(), engine=lambda lock: PaperEngine(at_once=1))
    assert tally.done == 2


def test_two_cannot_play_the_same_study(planned: PlannedStudy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minecrew.study.store.WAIT", 0.2)
    with planned.store.playing(), pytest.raises(UserError, match="already being played"):
        planned.play(StudyChoice(), quiet(), engine=lambda lock: PaperEngine())


def test_the_directory_says_how_far_it_is(planned: PlannedStudy) -> None:
    planned.play(StudyChoice(most=2), quiet(), engine=lambda lock: PaperEngine())
    told = json.loads((planned.store.path / "progress.json").read_text())
    assert (told["done"], told["planned"], told["left"]) == (2, 9, 7)
    assert (planned.store.path / "study.toml").read_text() == TOML
    [line] = (planned.store.path / "sittings.jsonl").read_text().splitlines()
    assert json.loads(line)["played"] == 2


@pytest.mark.parametrize(
    "text", ["[]", "7", '{"files": []}', '{"files": {"a": 1}}', "[" * 100_000, "\xff", None]
)
def test_a_lock_that_is_none_is_refused_in_one_line(planned: PlannedStudy, text: str | None) -> None:
    planned.store.path.mkdir(parents=True, exist_ok=True)
    lock = planned.store.path / "lock.json"
    if text is None:
        os.mkfifo(lock)
    else:
        lock.write_bytes(text.encode("latin-1"))
    with pytest.raises(UserError, match=r"lock\.json.*restore it") as refused:
        planned.describe()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("speed", ["0", "-5", "1e-308", "1e999", '"fast"'])
def test_a_dry_run_leaves_out_sessions_that_cannot_be_read(planned: PlannedStudy, speed: str) -> None:
    sit(planned, PaperEngine(), most=1)
    before = planned.describe()
    line = (
        '{"started": "", "seconds": 1, "played": 1, "done": 1, "faults": 0, "engine": "local", "at_once": 1'
    )
    told = f'{line}, "per_hour": {speed}}}\n'.encode() + b"\xff\n" + b"[" * 100_000
    with (planned.store.path / "sittings.jsonl").open("ab") as file:
        file.write(told)
    assert planned.describe() == before


def test_a_link_in_place_of_the_played_runs_leads_nowhere(planned: PlannedStudy, tmp_path: Path) -> None:
    """A stranger's study could otherwise remove any directory."""
    own = tmp_path / "own"
    (own / "letters").mkdir(parents=True)
    planned.store.path.mkdir(parents=True, exist_ok=True)
    (planned.store.path / "playing").symlink_to(own)
    with pytest.raises(UserError, match="is a link"):
        sit(planned, PaperEngine())
    assert (own / "letters").is_dir()


def test_a_dry_run_tells_what_it_takes_and_what_it_can_show(planned: PlannedStudy) -> None:
    told = "\n".join(planned.describe())
    assert "discussion (2) x persona (2): 3 cells x 3 seeds" in told
    assert "9 planned, 0 done, 9 left to play" in told
    assert "tokens      0" in told
    assert "standard deviations of the outcome, from 3 seeds" in told
    sit(planned, PaperEngine(), most=4)
    assert "9 planned, 4 done, 5 left to play" in "\n".join(planned.describe())
    assert isinstance(planned.store, StudyStore)
    assert all(isinstance(one, RunBundle) for one in planned.store.done().values())


def test_missing_packages_are_installed_before_the_items_are_looked_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def install() -> None:
        raise UserError("the packages are being installed")

    monkeypatch.setattr("minecrew.study.play_study.ensure_setup", install)
    with pytest.raises(UserError, match="the packages are being installed"):
        open_study(tmp_path / "nothing.toml")
