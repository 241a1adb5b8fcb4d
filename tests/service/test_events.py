"""A run's events over HTTP: ranges, raw lines, and the stream, resumed anywhere without loss or repeat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from minecrew.runlog import RunBundle, RunEnded, RunStarted, Said
from minecrew.service import Settings, create_app
from tests.service.conftest import Service, add_run, messages
from tests.stopwatch import Stopwatch

SAID = 1200


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> RunBundle:
    return add_run(tmp_path_factory.mktemp("runs"), said=SAID)


@pytest.fixture(scope="module")
def client(bundle: RunBundle) -> Iterator[TestClient]:
    with TestClient(
        create_app(Settings(runs=bundle.path.parent)), base_url="http://127.0.0.1:8765"
    ) as client:
        yield client


def follow(client: httpx.Client, run: str, last: int | None = None) -> list[dict[str, str]]:
    headers = {"Accept": "text/event-stream"} | ({} if last is None else {"Last-Event-ID": str(last)})
    with client.stream("GET", f"/runs/{run}/events", headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        return list(messages(answer.iter_lines()))


def test_a_range_goes_on_where_it_says(client: TestClient, bundle: RunBundle) -> None:
    events: list[dict[str, Any]] = []
    following, ended = 0, False
    while not ended:
        told = client.get(f"/runs/{bundle.id}/events", params={"from": following, "limit": 500}).json()
        events += told["events"]
        following, ended = told["next"], told["ended"]
    assert [event["seq"] for event in events] == list(range(SAID + 3))
    assert events == [json.loads(line) for line in bundle.events_path.read_text().splitlines()]


def test_raw_lines_are_the_file(client: TestClient, bundle: RunBundle) -> None:
    headers = {"Accept": "application/x-ndjson"}
    whole = client.get(f"/runs/{bundle.id}/events", headers=headers)
    assert whole.content == bundle.events_path.read_bytes()
    few = client.get(f"/runs/{bundle.id}/events", headers=headers, params={"from": 7, "limit": 2})
    assert few.content == b"".join(bundle.events_path.read_bytes().splitlines(keepends=True)[7:9])


@pytest.mark.parametrize("last", [None, -1, 0, 700, SAID + 1, SAID + 2, SAID + 9])
def test_a_stream_resumes_behind_the_last_that_came(
    client: TestClient, bundle: RunBundle, last: int | None
) -> None:
    told = follow(client, bundle.id, last)
    assert [one["event"] for one in told[:1] + told[-1:]] == ["state", "end"]
    first = 0 if last is None else last + 1
    assert [int(one["id"]) for one in told[1:-1]] == list(range(first, SAID + 3))
    assert json.loads(told[-1]["data"])["outcome"] == "met"


def test_a_broken_log_is_told_and_its_whole_events_are_sent(client: TestClient, bundle: RunBundle) -> None:
    broken = add_run(bundle.path.parent, said=3)
    lines = broken.events_path.read_bytes().splitlines(keepends=True)
    lines[2:3] = [b"{half\n", b'{"seq":2,"t":NaN}\n', lines[0]]
    broken.events_path.write_bytes(b"".join(lines) + b'{"seq":9')
    told = client.get(f"/runs/{broken.id}/events").json()
    assert [event["seq"] for event in told["events"]] == [0, 1, 3, 4, 5]
    assert len(told["problems"]) == 5
    assert [one.get("id") for one in follow(client, broken.id)] == [None, "0", "1", "3", "4", "5", None]
    assert [one.get("id") for one in follow(client, broken.id, 1)] == [None, "3", "4", "5", None]


@pytest.mark.parametrize(
    ("params", "headers", "status"),
    [
        ({"from": -1}, {}, 422),
        ({"limit": 0}, {}, 422),
        ({"from": 1 << 60}, {}, 422),
        ({}, {"Last-Event-ID": "x"}, 422),
        ({}, {"Accept": "image/png"}, 406),
    ],
)
def test_a_wrong_question_is_refused(
    client: TestClient, bundle: RunBundle, params: dict[str, int], headers: dict[str, str], status: int
) -> None:
    answer = client.get(f"/runs/{bundle.id}/events", params=params, headers=headers)
    assert (answer.status_code, answer.json()["status"]) == (status, status)


def test_a_live_run_is_followed_to_its_end(serve: Any, tmp_path: Path) -> None:
    live = RunBundle.create(tmp_path / "runs", title="Craft 2 paper")
    with live.log() as log:
        log.append(RunStarted(run=live.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        service: Service = serve()
        headers = {"Accept": "text/event-stream"}
        with service.client.stream("GET", f"/runs/{live.id}/events", headers=headers) as answer:
            told = messages(answer.iter_lines())
            assert json.loads(next(told)["data"])["state"] == "running"
            assert next(told)["id"] == "0"
            with Stopwatch() as watch:
                for number in range(1, 4):
                    log.append(Said(agent="Alice", channel="discussion", text=f"I say {number}."))
                    assert next(told)["id"] == str(number)
                log.append(RunEnded(outcome="met", reason="done", exit_code=0))
                log.close()
                rest = list(told)
    assert watch.seconds < 30, "events come as they are written, not with a heartbeat"
    assert [one["event"] for one in rest] == ["event", "state", "end"]
    assert json.loads(rest[1]["data"])["state"] == "ended"
