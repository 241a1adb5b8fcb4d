"""What the view of a run shows beside its events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel

from behaviors import Annotation, Finding
from minecrew.findings import findings_of
from minecrew.page import page_parts
from minecrew.service.card import RunCard
from minecrew.service.problem import problems
from minecrew.service.routes.runs import RunId
from minecrew.service.state import Shared
from runlog import Reading, read_events

router = APIRouter(prefix="/runs", tags=["runs"])


class RunPage(BaseModel):
    """What `minecrew replay --html` puts into its file, without the events."""

    run: str
    findings: list[Finding]
    """Of a run in progress: in what there is."""
    annotations: list[Annotation]
    arena: dict[str, Any] | None
    """Its surface in colours, and its buildings; None before it is there, and of a foreign world."""
    problems: list[str]
    """What is wrong with the log."""
    card: RunCard


@router.get(
    "/{id}/page",
    summary="What the view of a run shows beside its events",
    responses={200: {"model": RunPage}, **problems(404, 422)},
)
def page_of(id: RunId, shared: Shared) -> Response:
    bundle = shared.find(id)
    card = shared.card(bundle)
    begun = bundle.events_path.is_file()
    reading = read_events(bundle.path) if begun else Reading(bundle.events_path, (), ())
    if card.state == "running":
        reading = replace(reading, problems=())  # a line that is being written looks like a broken one
    parts = {**page_parts(reading, findings_of(reading)), "card": card.model_dump_json()}
    text = "{" + ",\n".join(f'"{name}":{part}' for name, part in parts.items()) + "}"
    return Response(text, media_type="application/json")
