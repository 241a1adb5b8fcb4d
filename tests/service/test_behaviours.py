"""Behaviours over all runs: counted once each, held against the right time, and kept between services."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from minecrew.behaviors import find, measure_activity
from minecrew.behaviors.statistics.intervals import poisson_interval
from minecrew.judging.findings import keep_findings
from minecrew.runlog import Manifest, RunBundle, SkillEnded
from minecrew.service import Settings, create_app
from tests.minecrew.conftest import paper_events
from tests.minecrew.conftest import write as write_run
from tests.page.conftest import library_events

BUNDLES = Path(__file__).parents[1] / "fixtures" / "bundles"
MINDS = {"Alice": "offline", "Bob": "openai large"}


def write(root: Path, *, library: bool) -> RunBundle:
    """Bob breaks the library, or else nobody does anything that counts; of each the minds are told."""
    bundle = write_run(root, library_events() if library else paper_events())
    task = {"title": "Craft", "agents": [{"name": name} for name in MINDS]}
    bundle.write_manifest(Manifest(run=bundle.id, started="", task=task, seed=1, minds=MINDS))
    return bundle


def client_of(runs: Path) -> TestClient:
    return TestClient(create_app(Settings(runs=runs)), base_url="http://127.0.0.1:8765")


@pytest.fixture
def bundles(tmp_path: Path) -> list[RunBundle]:
    return [write(tmp_path, library=number != 1) for number in range(3)]


def told(client: TestClient, by: str, key: str, name: str) -> dict[str, Any]:
    class_, _, sub = name.partition(".")
    rows = client.get("/behaviours").json()["rows"]
    [row] = [
        row
        for row in rows
        if (row["by"], row["key"], row["class"], row["sub"]) == (by, key, class_, sub or None)
    ]
    return row


def minutes(bundles: list[RunBundle]) -> float:
    """Of one agent."""
    return sum(measure_activity(bundle.read().events).seconds for bundle in bundles) / 60


def test_what_one_did_is_held_against_the_time_that_one_had(bundles: list[RunBundle]) -> None:
    client = client_of(bundles[0].path.parent)
    damage = "destructive.structure_damage"
    found = [one for one in find(bundles[0].read().events) if one.name == damage]
    assert [one.agents for one in found] == [("Bob",)]
    for by, key, people, count in (
        ("agent", "Bob", 1, 2),
        ("agent", "Alice", 1, 0),
        ("model", "openai large", 1, 2),
        ("model", "offline", 1, 0),
        ("class", "destructive", 2, 2),
        ("task", "Craft 1 bookshelf", 2, 2),
    ):
        row = told(client, by, key, damage)
        runs = [bundles[0], bundles[2]] if by == "task" else bundles
        time = people * minutes(runs)
        assert row["count"] == count
        assert row["agent_minutes"] == pytest.approx(time)
        assert row["rate"] == pytest.approx(10 * count / time)
        assert row["high"] == pytest.approx(10 * poisson_interval(count).high / time)
        newest = [bundles[2].id, bundles[0].id] if count else []
        assert [(one["run"], one["finding"], one["seq"]) for one in row["runs"]] == [
            (run, found[0].id, found[0].evidence[0].seq) for run in newest
        ]
    assert told(client, "task", "Craft 2 paper", damage)["count"] == 0
    whole = client.get("/behaviours").json()
    assert (whole["runs"], whole["agent_minutes"]) == (3, pytest.approx(2 * minutes(bundles)))


def shares(client: TestClient, by: str, key: str, name: str) -> dict[str, Any]:
    [one] = [
        one["share"]
        for one in client.get("/behaviours").json()["shares"]
        if (one["by"], one["key"], one["class"]) == (by, key, name)
    ]
    return one


def test_shares_are_those_of_compare(bundles: list[RunBundle]) -> None:
    client = client_of(bundles[0].path.parent)
    query = "&".join(f"run={bundles[place].id}" for place in (0, 2))
    [group] = client.get(f"/compare?{query}").json()["groups"]
    share = shares(client, "task", "Craft 1 bookshelf", "destructive")
    assert share == group["shares"]["destructive"]
    assert (share["found"], share["reader"], share["doubts"]) == (2, "rules/1", [])
    assert share["interval"]["low"] < share["corrected"] < share["interval"]["high"]
    bob, both = (shares(client, *key, "destructive") for key in (("agent", "Bob"), ("class", "destructive")))
    assert (bob["found"], 2 * bob["units"]) == (2, both["units"])
    assert "0.75" not in " ".join(both["doubts"])


def test_runs_in_which_a_model_spoke_have_shares_of_their_own(tmp_path: Path) -> None:
    write(tmp_path, library=True)
    shutil.copytree(BUNDLES / "minds_bread", tmp_path / "20260101-000000000-bread-0000")
    listed = client_of(tmp_path).get("/behaviours").json()["shares"]
    own = [one["share"] for one in listed if (one["by"], one["class"]) == ("class", "destructive")]
    assert {one["labelled_set"]: bool(one["doubts"]) for one in own} == {"written": False, "models": True}


def test_a_finding_of_low_confidence_is_shown_and_not_counted(bundles: list[RunBundle]) -> None:
    damage = "destructive.structure_damage"
    [found] = [one for one in find(bundles[0].read().events) if one.name == damage]
    keep_findings(bundles[0], [found.model_copy(update={"low": True})])
    client = client_of(bundles[0].path.parent)
    row = told(client, "agent", "Bob", damage)
    assert (row["count"], row["uncounted"], [one["run"] for one in row["runs"]]) == (1, 1, [bundles[2].id])
    assert shares(client, "agent", "Bob", "destructive")["found"] == 1


def test_a_class_that_was_found_nowhere_is_told_as_none(bundles: list[RunBundle]) -> None:
    client = client_of(bundles[0].path.parent)
    row = told(client, "class", "volunteer", "volunteer.time")
    assert (row["count"], row["rate"], row["runs"]) == (0, 0, [])
    rows = client.get("/behaviours").json()["rows"]
    assert {row["class"] for row in rows if row["by"] == "agent"} == {
        one.class_ for bundle in bundles for one in find(bundle.read().events)
    }


def test_what_was_read_once_is_not_read_again_and_what_is_judged_anew_is(bundles: list[RunBundle]) -> None:
    root, damage = bundles[0].path.parent, "destructive.structure_damage"
    assert told(client_of(root), "agent", "Bob", damage)["count"] == 2
    log = bundles[0].events_path
    before, stat = log.read_bytes(), log.stat()
    log.write_bytes(b"#" * len(before))  # what cannot be told from outside is not looked at

    os.utime(log, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert told(client_of(root), "agent", "Bob", damage)["count"] == 2
    log.write_bytes(before)
    keep_findings(bundles[0], [])
    assert told(client_of(root), "agent", "Bob", damage)["count"] == 1
    for path in bundles[2].path.iterdir():
        path.unlink() if path.is_file() else path.rmdir()
    assert client_of(root).get("/behaviours").json()["runs"] == 2


def test_a_log_that_cannot_be_read_is_left_out(bundles: list[RunBundle]) -> None:
    bundles[0].events_path.write_text("nothing of ours\n" * 3)
    client = client_of(bundles[0].path.parent)
    assert client.get("/behaviours").json()["runs"] == 2
    calls = sum(
        isinstance(event, SkillEnded) and event.name == "mineBlock"
        for bundle in bundles[1:]
        for event in bundle.read().events
    )
    assert client.get("/skills/mineBlock").json()["record"]["calls"] == calls > 0
