"""Routes for people's annotations of a run: reading and adding."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from minecrew.behaviors import Annotation
from minecrew.judging.annotations import add_annotation, read_annotations, says_the_same
from minecrew.service.card import read_run
from minecrew.service.large_logs import turn_of
from minecrew.service.problem import ProblemError, problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared
from minecrew.service.time_limit import LIMIT, within

router = APIRouter(prefix="/runs/{id}", tags=["runs"])

EXAMPLE: dict[str, Any] = {
    "annotator": "Marie",
    "seq": 35,
    "class": "volunteer",
    "sub": "assistance",
    "agents": ["Alice"],
    "targets": ["Bob"],
    "note": "She gave him leather that he had not asked for.",
    "finding": "volunteer.assistance/Alice/1/35",
}
KEPT: dict[str, Any] = {
    **EXAMPLE,
    "id": "row-0a1b2c3d4e5f6071",
    "run": "20261121-045609177-craft-2-paper-b836",
    "tick": 240,
    "round": 1,
    "at": "2026-11-21T05:10:00Z",
}


class NewAnnotation(Annotation):
    """`round` may be left out if `seq` is given; `id`, `run`, `tick` and `at` are always optional."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, json_schema_extra={"examples": [EXAMPLE]}
    )

    id: str = Field("", max_length=80, description="Chosen by the client; default: derived from the content.")
    run: str = Field("", max_length=200, description="The run's id; if given, it must match the address.")


class Annotations(BaseModel):
    """The annotations, in the order of their arrival."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"annotations": [KEPT]}]})

    annotations: list[Annotation]


@router.get("/annotations", summary="People's annotations of a run", responses=problems(404, 422))
def get_annotations(id: RunId, shared: Shared) -> Annotations:
    bundle = shared.find(id)
    return within(LIMIT, lambda: Annotations(annotations=read_annotations(bundle)), f"run {bundle.id!r}")


@router.post(
    "/annotations",
    summary="Annotate a run",
    status_code=201,
    responses={
        200: {
            "description": "The same annotation already existed.",
            "model": Annotation,
            "content": {"application/json": {"example": KEPT}},
        },
        201: {"content": {"application/json": {"example": KEPT}}},
        **problems(404, 409, 422, 503),
    },
)
def annotate(id: RunId, said: NewAnnotation, response: Response, shared: Shared) -> Annotation:
    """Returns the stored annotation. Annotations can never be changed or removed over HTTP, and judging a run
    again does not affect them.
    """
    bundle = shared.find(id)
    record = said.model_dump(mode="json", by_alias=True)
    with turn_of(bundle):
        one, kept = within(
            LIMIT, lambda: add_annotation(bundle, read_run(bundle), record), f"run {bundle.id!r}"
        )
    if kept is not one:
        if not says_the_same(kept, one):
            told = f"{kept.annotator!r} has another annotation with the id {kept.id!r}; give another id"
            raise ProblemError(409, told)
        response.status_code = 200
    return kept
