"""A bundle that somebody else made is shown, and never begun by the service or the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minecrew.run.ticket import drop_ticket, has_ticket, issue_ticket
from minecrew.runlog import RunBundle
from tests.commandline import minecrew
from tests.service.conftest import Service


@pytest.fixture
def strange(tmp_path: Path) -> RunBundle:
    """It waits for its turn, by its manifest, and names an endpoint."""
    bundle = RunBundle.create(tmp_path / "runs", title="strange")
    kept = Path(__file__).parents[1] / "fixtures" / "bundles" / "bookshelf" / "manifest.json"
    manifest = json.loads(kept.read_text())
    manifest |= {"run": bundle.id, "queued": True}
    (bundle.path / "manifest.json").write_text(json.dumps(manifest))
    return bundle


def test_a_ticket_is_for_one_manifest_at_one_place(strange: RunBundle, tmp_path: Path) -> None:
    assert not has_ticket(strange)
    issue_ticket(strange)
    assert has_ticket(strange)
    elsewhere = strange.path.rename(tmp_path / strange.id)
    assert not has_ticket(RunBundle(elsewhere))
    elsewhere.rename(strange.path)
    assert has_ticket(strange)
    manifest = strange.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace("bookshelf", "paper"))
    assert not has_ticket(strange)
    issue_ticket(strange)
    drop_ticket(strange)
    assert not has_ticket(strange)


def test_the_service_does_not_begin_it(strange: RunBundle) -> None:
    service = Service(strange.path.parent)
    try:
        mind = {"kind": "openai", "model": "none"}  # without a key, its run ends before it has a world
        ours = service.client.post("/runs", json={"task": "paper", "mind": mind}).json()["id"]
        service.wait(lambda: (strange.path.parent / ours / "result.json").exists())
        assert not strange.events_path.exists()
    finally:
        said = service.told + service.end()  # it may say so before it tells its address
    assert f"run {strange.id} was not queued on this machine" in said


def test_the_command_does_not_begin_it(strange: RunBundle) -> None:
    done = minecrew("run", "--queued", str(strange.path))
    assert done.returncode == 2
    assert "was not queued on this machine" in done.stderr
