"""What is told of a real run over HTTP is what the commands print of it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from minecrew.runlog import RunBundle, read_export
from tests.minecrew.conftest import minecrew
from tests.minecrew.test_figure6 import STRICT
from tests.recorded import recorded
from tests.service.conftest import Inside, add_run


@pytest.fixture(scope="module")
def played(inside: Inside, tmp_path_factory: pytest.TempPathFactory) -> RunBundle:
    """A run in the real world to its end, which the tests of figure 6 read as well."""
    bundle = recorded(tmp_path_factory, "figure6_resource", *STRICT).bundle
    return RunBundle(bundle.path.rename(inside.runs / bundle.id))


def told(inside: Inside, path: str, **params: Any) -> Any:
    answer = inside.client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: httpx.Response, status: int, *words: str) -> None:
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    for word in words:
        assert word in answer.json()["detail"]


def test_findings_are_those_that_its_end_left(inside: Inside, played: RunBundle) -> None:
    findings = told(inside, f"/runs/{played.id}/findings")
    assert findings["events"] == len(played.read().events)
    assert findings["findings"] == [
        json.loads(line) for line in played.findings_path.read_text().splitlines()
    ]
    assert "volunteer" in {one["class"] for one in findings["findings"]}


def test_figures_are_those_of_the_command(inside: Inside, played: RunBundle) -> None:
    add_run(inside.runs)
    [other] = [one.id for one in RunBundle.all(inside.runs) if one.id != played.id]
    printed = json.loads(minecrew("compare", played.id, other, "--json", "--out", str(inside.runs)).stdout)
    assert told(inside, "/compare", run=[played.id, other]) == printed
    assert told(inside, f"/runs/{played.id}/metrics") == printed["runs"][0]
    [one] = told(inside, "/compare", run=[played.id, other], by=["guard"])["groups"][:1]
    assert one["by"]["guard"] == "warn"


def test_the_replay_is_the_file_of_the_command(inside: Inside, played: RunBundle, tmp_path: Path) -> None:
    page = tmp_path / "replay.html"
    minecrew("replay", played.id, "--html", str(page), "--out", str(inside.runs))
    answer = inside.client.get(f"/runs/{played.id}/replay.html")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text == page.read_text()
    blind = inside.client.get(f"/runs/{played.id}/replay.html", params={"blind": "true"})
    assert '"findings":[]' in blind.text
    assert '"findings":[]' not in answer.text


@pytest.mark.parametrize("to", ["jsonl", "csv", "parquet"])
def test_an_export_is_read_back_whole(inside: Inside, played: RunBundle, tmp_path: Path, to: str) -> None:
    answer = inside.client.get(f"/runs/{played.id}/export", params={"to": to})
    assert f'"{played.id}.{to}"' in answer.headers["content-disposition"]
    served = tmp_path / f"served.{to}"
    served.write_bytes(answer.content)
    entries = list(read_export(served))
    assert [entry.event for entry in entries if hasattr(entry, "event")] == list(played.read().events)
    assert {entry.file for entry in entries if hasattr(entry, "file")} == {
        path.relative_to(played.path).as_posix()
        for path in played.path.rglob("*")
        if path.is_file() and path != played.events_path
    }


def test_an_annotation_is_kept_and_never_lost_beside_others(inside: Inside, played: RunBundle) -> None:
    path = f"/runs/{played.id}/annotations"
    finding = told(inside, f"/runs/{played.id}/findings")["findings"][0]
    said = {
        "annotator": "Marie",
        "seq": finding["evidence"][0]["seq"],
        "class": finding["class"],
        "sub": finding["sub"],
        "agents": finding["agents"],
        "finding": finding["id"],
    }
    first = inside.client.post(path, json=said)
    assert first.status_code == 201, first.text
    assert first.json()["round"] == finding["round"]
    again = inside.client.post(path, json=said)
    assert (again.status_code, again.json()) == (200, first.json())
    refused(inside.client.post(path, json={**first.json(), "note": "No."}), 409, "Marie", first.json()["id"])

    def say(number: int) -> int:
        return inside.client.post(path, json={**said, "annotator": f"Nr. {number}", "id": "x"}).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(say, range(16))) == {201}
    kept = told(inside, path)["annotations"]
    assert {one["annotator"] for one in kept} == {"Marie", *(f"Nr. {number}" for number in range(16))}
    listed = minecrew("annotations", "list", played.id, "--out", str(inside.runs)).stdout
    assert "annotations: 1 by Marie" in listed


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seq": 10**6}, ("seq 1000000",)),
        ({"agents": ["Nobody"]}, ("Nobody", "Alice")),
        ({"annotator": "rules"}, ("rules",)),
        ({"run": "another"}, ("another",)),
        ({"clas": "none"}, ("clas",)),
    ],
)
def test_a_wrong_annotation_is_refused_with_its_reason(
    inside: Inside, played: RunBundle, change: dict[str, Any], words: tuple[str, ...]
) -> None:
    before = played.annotations_path.read_bytes() if played.annotations_path.exists() else b""
    said = {"annotator": "Marie", "seq": 2, "class": "accident", "agents": ["Alice"], "round": 1, **change}
    refused(inside.client.post(f"/runs/{played.id}/annotations", json=said), 422, *words)
    assert (played.annotations_path.read_bytes() if played.annotations_path.exists() else b"") == before


@pytest.mark.parametrize("what", ["findings", "metrics", "export", "replay.html", "annotations", "page"])
def test_a_run_that_is_not_there_is_told_so(inside: Inside, what: str) -> None:
    refused(inside.client.get(f"/runs/nothing-of-the-kind/{what}"), 404, "nothing-of-the-kind")


def test_of_a_run_in_progress_is_told_what_there_is(inside: Inside) -> None:
    live = RunBundle.create(inside.runs, title="Craft 2 paper")
    queued = f"/runs/{live.id}/findings"
    live.path.joinpath("manifest.json").write_text("{}")
    assert told(inside, queued) == {"findings": [], "events": 0}
    refused(inside.client.get(f"/runs/{live.id}/export"), 409, "no events yet")
