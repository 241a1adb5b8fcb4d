"""What the service tells of itself: its OpenAPI document, and its counts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from minecrew.service import Settings, create_app
from tests.service.conftest import add_run


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    return dict(create_app(Settings(runs=Path("nowhere"))).openapi())


def operations(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def test_every_reference_is_there(told: dict[str, Any]) -> None:
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(told)))
    assert named <= set(told["components"]["schemas"])


def test_every_operation_is_described_and_every_error_is_a_problem(told: dict[str, Any]) -> None:
    for name, operation in operations(told):
        assert operation.get("summary"), name
        assert operation["tags"][0] in {tag["name"] for tag in told["tags"]}, name
        refused = {status: one for status, one in operation["responses"].items() if status >= "4"}
        assert {"401", "403", "429", "500"} <= set(refused), name
        for status, answer in refused.items():
            assert list(answer["content"]) == ["application/problem+json"], f"{name} {status}"


def contents(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What an operation takes and gives as JSON."""
    answers = (one for status, one in operation["responses"].items() if status < "3")
    for one in (operation.get("requestBody", {}), *answers):
        yield from (told for media, told in one.get("content", {}).items() if media == "application/json")


def examples(told: dict[str, Any], content: dict[str, Any]) -> list[Any]:
    """Of a content, or of the model that it is."""
    if "example" in content:
        return [content["example"]]
    schema = content["schema"]
    for one in (schema, *schema.get("anyOf", ())):
        if "$ref" in one:
            return list(told["components"]["schemas"][one["$ref"].rpartition("/")[2]].get("examples", ()))
    return []


def test_whatever_is_taken_and_given_has_an_example_that_is_one(told: dict[str, Any]) -> None:
    checked = 0
    for name, operation in operations(told):
        for content in contents(operation):
            found = examples(told, content)
            assert found, f"{name} has no example"
            schema = {**content["schema"], "components": told["components"]}
            for example in found:
                jsonschema_rs.validate(schema, example)
                checked += 1
    assert checked > 30


def test_the_counts_are_prometheus_and_by_route(tmp_path: Path) -> None:
    add_run(tmp_path)
    add_run(tmp_path, ended=False)
    client = TestClient(create_app(Settings(runs=tmp_path)), base_url="http://127.0.0.1:8765")
    for path in ("/runs/nope", "/runs/other", "/x/1", "/x/2"):
        client.get(path)
    client.get("/runs", headers={"Host": "evil.example"})
    families = {one.name: one for one in text_string_to_metric_families(client.get("/metrics").text)}
    asked = {
        tuple(sample.labels.values()): sample.value
        for sample in families["minecrew_requests"].samples
        if sample.name.endswith("_total")
    }
    assert asked == {("GET", "/runs/{id}", "404"): 2, ("GET", "none", "404"): 2, ("GET", "none", "403"): 1}
    runs = {
        (one.labels["state"], one.labels["outcome"]): one.value for one in families["minecrew_runs"].samples
    }
    assert runs == {("ended", "met"): 1, ("ended", "unfinished"): 1}
    assert families["minecrew_queue_parallel"].samples[0].value >= 1
    assert families["process_resident_memory_bytes"].samples[0].value > 0
