"""What the service answers before anything runs: pages by a table, runs from bundles, problems."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import minecrew
from minecrew.runlog import RoundStarted, RunBundle, RunEnded, RunStarted
from minecrew.service import Settings, create_app


@pytest.fixture
def bundle(tmp_path: Path) -> RunBundle:
    bundle = RunBundle.create(tmp_path / "runs", title="Craft 2 paper")
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        log.append(RoundStarted())
        log.append(RunEnded(outcome="met", reason="the team holds 3 paper", exit_code=0))
    return bundle


@pytest.fixture
def client(bundle: RunBundle) -> TestClient:
    return TestClient(create_app(Settings(runs=bundle.path.parent)), base_url="http://127.0.0.1:8765")


def test_a_run_is_listed_and_shown(client: TestClient, bundle: RunBundle) -> None:
    [card] = client.get("/runs").json()["items"]
    assert (card["id"], card["outcome"], card["events"]) == (bundle.id, "met", 3)
    assert client.get(f"/runs/{bundle.id}").json() == card
    assert client.get("/runs", params={"outcome": "fault"}).json()["total"] == 0


def test_a_run_whose_process_lives_is_running(client: TestClient, bundle: RunBundle) -> None:
    second = RunBundle.create(bundle.path.parent, title="Craft 1 stick")
    with second.log() as log:
        log.append(RunStarted(run=second.id, title="Craft 1 stick", goal={"stick": 1}, agents=("Alice",)))
        assert client.get(f"/runs/{second.id}").json()["state"] == "running"
    card = client.get(f"/runs/{second.id}").json()
    assert (card["state"], card["outcome"]) == ("ended", "unfinished")


@pytest.mark.parametrize(
    "path", ["/runs/nope", "/nope", "/ui/nope", "/ui/assets/__init__.py", "/ui/lib/ses.js"]
)
def test_what_is_not_there_is_a_problem(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert {"type", "title", "status", "detail", "instance"} <= set(answer.json())


@pytest.mark.parametrize("name", ["../pyproject.toml", "%2e%2e/pyproject.toml", "/etc/passwd"])
def test_no_name_becomes_a_path(client: TestClient, name: str) -> None:
    assert client.get(f"/ui/assets/{name}").status_code == 404


def test_the_page_and_its_libraries_are_served(client: TestClient) -> None:
    shell = client.get("/")
    assert shell.url.path == "/ui/runs"
    assert "script-src 'self'" in shell.headers["content-security-policy"]
    script = client.get("/ui/lib/htm.js")
    assert script.headers["content-type"].startswith("text/javascript")
    again = client.get("/ui/lib/htm.js", headers={"If-None-Match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_service_begins_without_the_crew_and_without_node() -> None:
    heavy = ("minecrew.agents", "javascript", "openai", "minecrew.run.lifecycle")
    told = f"import sys, minecrew.service.serve; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"


def test_the_command_alone_brings_the_service() -> None:
    root = Path(minecrew.__file__).parent
    taking = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if "minecrew.service" in path.read_text(encoding="utf-8") and path.parts[-2:-1] != ("service",)
    }
    assert {path for path in taking if not path.startswith("service/")} == {"commands/serve.py"}
