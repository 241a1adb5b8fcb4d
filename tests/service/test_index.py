"""The list of runs: filters, pages, and an index that is never more than a copy of what the bundles say."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from minecrew.runlog import (
    GoalChecked,
    Manifest,
    ModelCalled,
    RoundStarted,
    RunBundle,
    RunEnded,
    RunStarted,
    summarize,
)
from minecrew.service import Settings, create_app, index
from minecrew.service.index import IndexClosed, RunFilter, RunIndex

INDEX = ".index.sqlite"
CLASSES = ("volunteer.time", "conformity", "destructive.agent_harm", "volunteer.resource")


def add(runs: Path, number: int) -> RunBundle:
    """The first is the oldest; each has another outcome, agent and finding than the one before."""
    bundle = RunBundle.create(runs, title=f"Craft {number} Paper", token=lambda: f"{number:04x}")
    path = bundle.path.rename(
        runs / f"2026112{number // 100}-0000{number % 100:02}000-craft-paper-{number:04x}"
    )
    bundle = RunBundle(path)
    outcome = ("met", "not_met")[number % 2]
    agents = ("Alice", ("Bob", "Charlie", "Dave")[number % 3])
    task = {"title": "Craft paper", "goal": {"paper": 2}, "agents": [{"name": name} for name in agents]}
    minds = dict.fromkeys(agents, "openai large" if number == 7 else "offline")
    arguments = ("run", "paper" if number % 2 else "book", "--seed", "1")
    bundle.write_manifest(
        Manifest(run=bundle.id, started="", task=task, seed=1, minds=minds, arguments=arguments)
    )
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title=f"Craft {number} Paper", goal={"paper": 2}, agents=agents))
        log.append(
            ModelCalled(
                model="large", purpose="speak", tokens_in=30, tokens_out=4, seconds=1, outcome="answered"
            )
        )
        log.append(RunEnded(outcome=outcome, reason="", exit_code=number % 2))  # type: ignore[arg-type]  # of two
    found = {CLASSES[number % 4]: 1}
    bundle.write_result(summarize(bundle.read().events).model_copy(update={"findings": found}))
    return bundle


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    for number in range(1, 13):
        add(tmp_path, number)
    return tmp_path


def client_of(runs: Path) -> TestClient:
    return TestClient(create_app(Settings(runs=runs)), base_url="http://127.0.0.1:8765")


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ({}, 12),
        ({"outcome": "met"}, 6),
        ({"state": "running"}, 0),
        ({"task": "book"}, 6),
        ({"agent": "Alice"}, 12),
        ({"agent": "Bob"}, 4),
        ({"agent": "Bo"}, 0),
        ({"finding": "volunteer"}, 6),
        ({"finding": "volunteer.time"}, 3),
        ({"finding": "vol"}, 0),
        ({"finding": "%"}, 0),
        ({"text": "11 paper"}, 1),
        ({"text": "%"}, 0),
        ({"text": "'; DROP TABLE runs; --"}, 0),
        ({"outcome": "met", "agent": "Bob", "finding": "volunteer"}, 1),
    ],
)
def test_a_filter_takes_what_it_names(runs: Path, asked: dict[str, str], count: int) -> None:
    told = client_of(runs).get("/runs", params=asked).json()
    assert (told["total"], len(told["items"])) == (count, count)


def test_pages_follow_each_other_while_runs_come(runs: Path) -> None:
    client = client_of(runs)
    seen: list[str] = []
    cursor: str | None = None
    for page in range(3):
        asked = {"limit": 5} | ({"cursor": cursor} if cursor else {})
        told = client.get("/runs", params=asked).json()
        seen += [card["id"] for card in told["items"]]
        cursor = told["next"]
        if page == 0:
            add(runs, 99)
            client.app.state.service.index.touch()  # type: ignore[attr-defined]  # FastAPI's
    assert cursor is None
    assert seen == sorted((path.name for path in runs.iterdir() if path.is_dir()), reverse=True)[1:]
    assert client.get("/runs", params={"limit": 1}).json()["items"][0]["title"] == "Craft 99 Paper"


def test_tokens_are_counted_where_there_are_models(runs: Path) -> None:
    cards = client_of(runs).get("/runs").json()["items"]
    assert {card["title"]: card["tokens"] for card in cards if card["tokens"]} == {"Craft 7 Paper": 34}
    assert {card["events"] for card in cards} == {3}


def break_file(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 8192)


def make_older(path: Path) -> None:
    database = sqlite3.connect(path)
    database.executescript("DROP TABLE runs; CREATE TABLE runs (id TEXT, more INT); PRAGMA user_version = 0")
    database.close()


def lose_table(path: Path) -> None:
    database = sqlite3.connect(path)
    database.executescript("DROP TABLE runs")
    database.close()


@pytest.mark.parametrize("spoil", [Path.unlink, break_file, make_older, lose_table])
def test_a_spoilt_index_is_built_again(runs: Path, spoil: Callable[[Path], None]) -> None:
    with client_of(runs) as client:
        before = client.get("/runs").json()
    spoil(runs / INDEX)
    with client_of(runs) as client:
        assert client.get("/runs").json() == before


def test_two_services_that_open_an_older_index_do_not_empty_it(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second sees the old version, and then the first fills the tables before the second goes on."""
    make_index(runs).count(RunFilter())
    make_older(runs / INDEX)
    first, second, see = make_index(runs), make_index(runs), index._version_of

    def decide(database: sqlite3.Connection) -> int:
        assert database.in_transaction
        return see(database)

    def look(database: sqlite3.Connection) -> int:
        seen = see(database)
        monkeypatch.setattr(index, "_version_of", see)
        assert first.count(RunFilter()) == 12
        monkeypatch.setattr(index, "_version_of", decide)
        return seen

    monkeypatch.setattr(index, "_version_of", look)
    assert second.digests() == []
    assert first.count(RunFilter()) == 12


def test_a_locked_index_is_not_removed(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "LOCKED", 0.01)
    first = make_index(runs)
    assert first.count(RunFilter()) == 12
    add(runs, 13)
    other = sqlite3.connect(runs / INDEX)
    other.execute("BEGIN EXCLUSIVE")
    second = make_index(runs)
    assert second.count(RunFilter()) == 13
    other.rollback()
    assert other.execute("SELECT count(*) FROM runs").fetchall() == [(12,)]
    assert second.count(RunFilter()) == 13  # from the file again
    assert other.execute("SELECT count(*) FROM runs").fetchall() == [(13,)]
    other.close()


def test_a_thread_of_an_ended_service_does_not_open_its_index_again(runs: Path) -> None:
    ended = make_index(runs)
    ended.close()
    with pytest.raises(IndexClosed):
        ended.count(RunFilter())
    assert not (runs / INDEX).exists()


def make_index(runs: Path) -> RunIndex:
    return RunIndex(runs, lambda _: "ended")


def test_an_index_that_breaks_under_the_service_is_built_again(runs: Path) -> None:
    client = client_of(runs)
    before = client.get("/runs").json()
    database = sqlite3.connect(runs / INDEX)
    database.executescript("DROP TABLE runs")
    database.close()
    assert client.get("/runs").json() == before


def test_what_the_bundles_say_wins(runs: Path) -> None:
    with client_of(runs) as client:
        newest, second, third = client.get("/runs", params={"limit": 3}).json()["items"]
    shutil.rmtree(runs / newest["id"])
    with RunBundle(runs / second["id"]).resume() as log:
        log.append(GoalChecked(goal={"paper": 2}, have={"paper": 1}, met=False))
    result = RunBundle(runs / third["id"]).result()
    assert result
    RunBundle(runs / third["id"]).write_result(result.model_copy(update={"findings": {}}))
    (runs / "notes").mkdir()
    (runs / "2026-broken").mkdir()
    (runs / "2026-broken" / "events.jsonl").write_text("no log\n")
    strange = add(runs, 50)
    manifest = strange.manifest()
    assert manifest
    strange.write_manifest(manifest.model_copy(update={"task": {"world": 3, "agents": 7}}))
    with client_of(runs) as client:
        told = client.get("/runs").json()
        assert client.get(f"/runs/{newest['id']}").status_code == 404
    cards = {card["id"]: card for card in told["items"]}
    assert newest["id"] not in cards
    assert "notes" not in cards
    assert cards[second["id"]]["events"] == 4
    assert cards[third["id"]]["findings"] == {}
    assert "is not a minecrew event log" in cards["2026-broken"]["reason"]
    assert "is broken (" in cards[strange.id]["reason"]


def test_a_run_in_progress_is_followed(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    bundle = RunBundle.create(tmp_path, title="Craft 2 paper")
    with bundle.log() as log:
        for event in (
            RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)),
            RoundStarted(round=1),
            GoalChecked(goal={"paper": 2}, have={"paper": 1}, met=False),
        ):
            log.append(event)
            card = client.get(f"/runs/{bundle.id}").json()
            assert (card["state"], card["events"]) == ("running", log.count)
        stopped = client.post(f"/runs/{bundle.id}/stop")
        assert (stopped.status_code, "started by another program" in stopped.json()["detail"]) == (409, True)
    assert (card["have"], card["rounds"]) == ({"paper": 1}, 1)
    assert client.get(f"/runs/{bundle.id}").json()["outcome"] == "unfinished"
