"""The OpenAPI document: adds descriptions and the problems that apply to all routes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from minecrew.service.access import COOKIE, OPEN
from minecrew.service.problem import ProblemDetails, problems

ANYWHERE = (401, 403, 429, 500)
"""Problems that any route can return, including internal errors."""
WITH_BODY = (400, 413)
"""Further problems of requests with a body: it is not text, or it is too long."""
EXAMPLES = Path(__file__).with_name("examples.json")
"""Model -> an example from a run of the task paper, if it is too long for the code."""
TAGS = (
    ("runs", "Start, list, follow, control and stop runs, and read their findings."),
    ("skills", "Read, write, check and try skills."),
    ("worlds", "Tasks, arenas and discussion structures."),
    ("service", "The service itself."),
)


def document(app: FastAPI, *models: type[BaseModel]) -> None:
    """Completes the OpenAPI document that `app` generates. `models`: schemas that no route uses."""
    made = app.openapi

    def complete() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(made(), (ProblemDetails, *models))
        return made()

    app.openapi = complete  # type: ignore[method-assign]  # as FastAPI says to extend it


def _complete(told: dict[str, Any], models: tuple[type[BaseModel], ...]) -> None:
    _, schemas = models_json_schema(
        [(model, "serialization") for model in models], ref_template="#/components/schemas/{model}"
    )
    parts = told.setdefault("components", {})
    parts["schemas"] = {**schemas["$defs"], **parts.get("schemas", {})}
    for name, example in json.loads(EXAMPLES.read_text(encoding="utf-8")).items():
        parts["schemas"][name]["examples"] = [example]
    for schema in parts["schemas"].values():
        if found := schema.get("examples"):
            schema["examples"] = [_whole(one, schema, parts["schemas"]) for one in found]
    parts["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    }
    told["security"] = [{}, {"bearer": []}, {"cookie": []}]
    told["tags"] = [{"name": name, "description": about} for name, about in TAGS]
    for path, operations in told["paths"].items():
        for operation in operations.values():
            known = operation["responses"]
            statuses = (*ANYWHERE, *(WITH_BODY if "requestBody" in operation else ()))
            for status, answer in problems(*statuses).items():
                known.setdefault(str(status), answer)
            if "422" in known:  # what FastAPI tells of its own refusals is not what we answer
                known["422"] = problems(422)[422]
            if path in OPEN:
                operation["security"] = [{}]


def _whole(example: Any, schema: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """Puts null values back into an example: FastAPI drops them, but without required fields it is not
    valid.
    """
    schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if isinstance(example, list):
        return [_whole(one, schema.get("items", {}), schemas) for one in example]
    if not isinstance(example, dict):
        return example
    known = schema.get("properties", {})
    given = {name: _whole(value, known.get(name, {}), schemas) for name, value in example.items()}
    return {**given, **{name: None for name in schema.get("required", ()) if name not in given}}
