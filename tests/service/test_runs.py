"""Runs begun over HTTP: real child processes with real servers and bots, followed, stopped, refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from minecrew.game import VERSION
from minecrew.runlog import RunBundle, RunEnded
from minecrew.service import Settings, create_app
from tests.service.conftest import Service, messages
from tests.stopwatch import Stopwatch

Serve = Callable[..., Service]
MODEL = {"kind": "openai", "model": "none"}


def test_a_run_is_begun_followed_to_its_end_and_not_begun_twice(serve: Serve) -> None:
    service = serve()
    asked = {"task": "paper", "agents": 1, "speed": "max", "seed": 3}
    answer = service.client.post("/runs", json=asked, headers={"Idempotency-Key": "one"})
    assert answer.status_code == 201, answer.text
    card = answer.json()
    assert answer.headers["location"] == f"/runs/{card['id']}"
    again = service.client.post("/runs", json=asked, headers={"Idempotency-Key": "one"})
    assert (again.status_code, again.json()["id"]) == (201, card["id"])
    other = service.client.post("/runs", json=asked | {"seed": 4}, headers={"Idempotency-Key": "one"})
    assert (other.status_code, "new one" in other.json()["detail"]) == (409, True)

    headers = {"Accept": "text/event-stream"}
    with service.client.stream("GET", f"/runs/{card['id']}/events", headers=headers) as stream:
        told = list(messages(stream.iter_lines()))
    ended = json.loads(told[-1]["data"])
    assert (told[-1]["event"], ended["state"], ended["outcome"]) == ("end", "ended", "met")
    assert ended["findings"] is not None, "an ended run is judged"
    seqs = [int(one["id"]) for one in told if one["event"] == "event"]
    assert seqs == list(range(ended["events"]))
    assert service.client.get("/runs").json()["items"] == [ended]


def test_runs_wait_for_their_turn_and_are_stopped(serve: Serve) -> None:
    service = serve("--parallel", "1")
    slow = {"task": "paper", "agents": 1, "speed": 0.5}
    asked = (slow, {"task": "paper", "mind": MODEL}, {"task": "paper"})
    first, second, third = (service.client.post("/runs", json=one).json()["id"] for one in asked)

    def card(run: str) -> dict[str, Any]:
        return dict(service.client.get(f"/runs/{run}").json())

    service.wait(lambda: card(first)["events"] > 5)
    assert [card(run)["state"] for run in (first, second, third)] == ["running", "queued", "queued"]
    stopped = service.client.post(f"/runs/{third}/stop")
    assert (stopped.status_code, stopped.json()["outcome"]) == (202, "interrupted")
    with Stopwatch() as watch:
        assert service.client.post(f"/runs/{first}/stop").status_code == 202
        service.wait(lambda: card(first)["state"] == "ended")
    assert watch.seconds < 6
    assert (card(first)["outcome"], card(first)["reason"]) == ("interrupted", "interrupted by a person")
    assert service.client.post(f"/runs/{first}/stop").status_code == 409
    service.wait(lambda: card(second)["state"] == "ended")
    found = card(second)
    assert (found["outcome"], "OPENAI_API_KEY" in found["reason"]) == ("impossible", True), "only a run knows"
    ended = RunBundle(service.runs / third).read().ended
    assert isinstance(ended, RunEnded)
    assert ended.outcome == "interrupted"


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"task": "papr"}, "there is no task 'papr'; did you mean paper? see `minecrew tasks`"),
        ({}, "there is nothing to craft; give a task (`minecrew tasks` lists them) or --goal ITEM=N"),
        ({"goal": {"ladder": 0}}, "--goal 'ladder=0' is not ITEM=N; for example --goal ladder=3"),
        (
            {"goal": {"papr": 1}},
            f"the goal: there is no item 'papr' in Minecraft {VERSION}; did you mean paper,",
        ),
        ({"task": "paper", "agents": 99}, "--agents 99 is out of range; choose 1 to 16"),
        ({"task": "paper", "guard": "on"}, "--guard 'on' is not a valid guard; give off, warn or block"),
        ({"task": "paper", "speed": 5000}, "--speed 5000 is not a valid speed; give 0.1 to 1000, or max"),
        ({"task": "paper", "mind": {"kind": "x"}}, "--mind 'x' is not a mind; give offline, openai or seat"),
        ({"task": "paper", "out": "/tmp"}, "body.out: "),
        ({"task": "paper", "server": "h:1"}, "body.server: "),
        ({"task": "paper", "human": ["Zed"]}, "--human 'Zed' is not in the crew; choose from Alice, Bob"),
        ({"task": "paper", "arena": "moon"}, "there is no arena 'moon'"),
        ({"task": "paper", "mind": {"kind": "openai"}}, "no model is chosen"),
        ({"task": "../paper"}, "body.task: "),
        ({"task": "paper", "skills": ["/etc"]}, "body.skills: "),
        ({"task": "paper", "seed": "x"}, "body.seed: "),
    ],
)
def test_a_mistake_is_the_line_that_the_command_prints(
    tmp_path: Path, asked: dict[str, Any], line: str
) -> None:
    client = TestClient(create_app(Settings(runs=tmp_path)), base_url="http://127.0.0.1:8765")
    answer = client.post("/runs", json=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert line in answer.json()["detail"]
    assert not list(tmp_path.glob("*")), "nothing was queued"
