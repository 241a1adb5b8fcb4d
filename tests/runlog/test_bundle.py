"""Run directories: made, found, listed, read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from minecrew.runlog import Manifest, RunBundle, RunEnded, RunStarted, UserError, find_events, summarize
from minecrew.runlog.run_id import LaterEachTime

NOON = datetime(2025, 3, 4, 12, 0, 0, 7000, tzinfo=UTC)


def made(root: Path, title: str = "Craft 2 paper", *, after: float = 0, token: str = "ab12") -> RunBundle:
    bundle = RunBundle.create(
        root, title=title, now=lambda: NOON + timedelta(seconds=after), token=lambda: token
    )
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title=title, goal={"paper": 2}, agents=("Alice",)))
    return bundle


def test_an_id_tells_when_and_what(tmp_path: Path) -> None:
    assert made(tmp_path, "Craft 2 paper!").id == "20250304-120000007-craft-2-paper-ab12"
    assert made(tmp_path, "///", token="cd34").id == "20250304-120000007-run-cd34"


def test_the_last_is_the_newest(tmp_path: Path) -> None:
    later = made(tmp_path, "Aaa", after=0.001)
    made(tmp_path, "Zzz")
    assert RunBundle.find("last", tmp_path) == later
    assert [bundle.id for bundle in RunBundle.all(tmp_path)] == sorted(b.id for b in RunBundle.all(tmp_path))


def test_runs_that_are_made_at_once_sort_in_that_order(tmp_path: Path) -> None:
    ids = [RunBundle.create(tmp_path, title="a run").id for _ in range(100)]
    assert ids == sorted(ids)
    times = iter((NOON, NOON, NOON - timedelta(hours=1), NOON + timedelta(hours=1)))
    clock = LaterEachTime(lambda: next(times))
    told = [clock() - NOON for _ in range(4)]
    assert told == [timedelta(milliseconds=n) for n in range(3)] + [timedelta(hours=1)]


def test_a_run_is_found_by_part_of_its_id_or_by_its_place(tmp_path: Path) -> None:
    paper = made(tmp_path)
    book = made(tmp_path, "Craft 3 books", after=60)
    for name in (paper.id, paper.id[:16], "paper", str(paper.path), str(paper.events_path)):
        assert RunBundle.find(name, tmp_path) == paper
    assert RunBundle.find("books", tmp_path) == book


def test_an_ambiguous_name_is_answered_with_what_it_could_be(tmp_path: Path) -> None:
    first, second = made(tmp_path), made(tmp_path, after=60)
    with pytest.raises(UserError) as caught:
        RunBundle.find("paper", tmp_path)
    assert first.id in str(caught.value)
    assert second.id in str(caught.value)


@pytest.mark.parametrize("name", ["nonsense", "last"])
def test_a_run_that_is_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="minecrew run"):
        RunBundle.find(name, tmp_path / "none")


def test_any_events_file_will_do(tmp_path: Path) -> None:
    copied = tmp_path / "copied.jsonl"
    copied.write_bytes(made(tmp_path).events_path.read_bytes())
    assert find_events(str(copied), tmp_path) == copied


def test_other_directories_are_not_runs(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "file").write_text("")
    assert RunBundle.all(tmp_path) == []


def test_manifest_and_result_come_back(tmp_path: Path) -> None:
    bundle = made(tmp_path)
    assert bundle.manifest() is None
    assert bundle.result() is None
    manifest = Manifest(run=bundle.id, started="2025-03-04T12:00:00Z", task={"goal": {"paper": 2}}, seed=3)
    bundle.write_manifest(manifest)
    assert bundle.manifest() == manifest
    result = summarize(bundle.read().events)
    bundle.write_result(result)
    assert bundle.result() == result
    assert not list(bundle.path.glob("*.partial"))


def test_a_broken_manifest_is_named(tmp_path: Path) -> None:
    bundle = made(tmp_path)
    (bundle.path / "manifest.json").write_text("{")
    with pytest.raises(UserError, match=r"manifest\.json"):
        bundle.manifest()


def test_a_run_without_end_has_a_result_too() -> None:
    begin = RunStarted(run="r", title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",))
    assert summarize([begin]).outcome == "unfinished"
    assert summarize([]).outcome == "unfinished"
    result = summarize([begin, RunEnded(outcome="met", reason="there", exit_code=0, t=9.0, tick=100)])
    assert (result.outcome, result.exit_code, result.seconds, result.game_seconds) == ("met", 0, 9.0, 5.0)
