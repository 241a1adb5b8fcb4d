"""A bundle that somebody else made may hold links: none that leads out of it is followed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from minecrew.judging.annotations import read_annotations
from minecrew.judging.findings import findings_of
from minecrew.judging.judgements import read_judgements
from minecrew.judging.talk_readings import read_readings
from minecrew.page import page_parts
from minecrew.runlog import RunBundle, UserError, bundle_of, read_events, read_recording
from minecrew.service import Settings, create_app
from minecrew.service.lines import LogPlace, RunProgress, place_behind, read_lines
from minecrew.skills import run_records

KEPT = Path(__file__).parents[1] / "fixtures" / "bundles" / "killing"

READERS: dict[str, tuple[Callable[[RunBundle], Any], ...]] = {
    "manifest.json": (RunBundle.manifest,),
    "result.json": (RunBundle.result,),
    "arena.json": (RunBundle.arena, lambda bundle: page_parts(bundle.read(), ())),
    "findings.jsonl": (lambda bundle: findings_of(bundle.read()),),
    "annotations.jsonl": (read_annotations,),
    "judge.jsonl": (read_judgements,),
    "acts.jsonl": (lambda bundle: read_readings(bundle.read()),),
    "recording.jsonl.gz": (lambda bundle: read_recording(bundle.path),),
    "events.jsonl": (RunBundle.read, RunBundle.resume),
}


@pytest.fixture
def bundle(tmp_path: Path) -> RunBundle:
    return RunBundle(shutil.copytree(KEPT, tmp_path / "runs" / "strange"))


def moved(bundle: RunBundle, name: str, folder: Path) -> None:
    """Puts a link in the place of a file, which is then in `folder`."""
    folder.mkdir(exist_ok=True)
    file = bundle.path / name
    file.touch()
    (bundle.path / name).symlink_to(file.replace(folder / f"other {name}"))


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_a_link_out_of_the_bundle_is_refused(
    bundle: RunBundle, name: str, tmp_path: Path
) -> None:
    moved(bundle, name, tmp_path / "private")
    for read in READERS[name]:
        with pytest.raises(UserError):
            read(bundle)


@pytest.mark.parametrize("name", READERS)
def test_a_link_within_the_bundle_is_read(bundle: RunBundle, name: str) -> None:
    if name in (
        "arena.json",
        "findings.jsonl",
        "manifest.json",
        "result.json",
        "recording.jsonl.gz",
        "events.jsonl",
    ):
        moved(bundle, name, bundle.path / "within")
        assert READERS[name][0](bundle)


def test_who_thinks_is_not_read_from_elsewhere(bundle: RunBundle, tmp_path: Path) -> None:
    bundle.thinking_path.write_text('[{"agent": "Ann", "purpose": "speak"}]')
    assert len(bundle.thinking()) == 1
    moved(bundle, "thinking.json", tmp_path / "private")
    assert bundle.thinking() == ()


def test_followers_get_nothing_of_another_log(bundle: RunBundle, tmp_path: Path) -> None:
    path = bundle.events_path
    assert read_lines(path, LogPlace()).lines
    assert place_behind(path, 3).offset > 0
    moved(bundle, "events.jsonl", tmp_path / "private")
    assert read_lines(path, LogPlace()).lines == ()
    assert place_behind(path, 3).offset == 0
    assert RunProgress(path).read().events == 0
    with pytest.raises(OSError, match="leads out"):
        run_records(bundle)


def test_a_log_that_a_user_names_may_be_a_link(bundle: RunBundle, tmp_path: Path) -> None:
    link = tmp_path / "mine" / "log.jsonl"
    link.parent.mkdir()
    link.symlink_to(bundle.events_path)
    assert read_events(link).events == bundle.read().events


def test_a_run_that_is_a_link_is_read(bundle: RunBundle, tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(bundle.path)
    assert RunBundle(tmp_path / "linked").read().events == bundle.read().events


@pytest.mark.parametrize("name", ["events.jsonl", "manifest.json", "result.json"])
def test_the_service_lists_such_a_run_as_broken(bundle: RunBundle, name: str, tmp_path: Path) -> None:
    moved(bundle, name, tmp_path / "private")
    settings = Settings(runs=bundle.path.parent)
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8765") as client:
        [card] = client.get("/runs").json()["items"]
        assert "leads out" in card["reason"]
        if name == "events.jsonl":
            assert "run.started" not in client.get(f"/runs/{bundle.id}/events").text


def test_a_log_that_was_replaced_by_a_link_to_itself_still_has_its_bundle(bundle: RunBundle) -> None:
    reading = bundle.read()
    bundle.events_path.unlink()
    bundle.events_path.symlink_to(bundle.events_path.name)
    assert bundle_of(reading) == bundle
