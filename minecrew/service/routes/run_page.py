"""The route for the data of a run's view, except its events."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel

from minecrew.behaviors import Annotation, Finding
from minecrew.judging.findings import findings_of
from minecrew.page import annotations_part, as_object, forks_part, page_parts
from minecrew.runlog import LARGEST_FILE, ForkTree, RunBundle
from minecrew.service.card import RunCard, read_run
from minecrew.service.memo import Memo
from minecrew.service.problem import problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared

router = APIRouter(prefix="/runs", tags=["runs"])


class RunPage(BaseModel):
    """The data in the file of `minecrew replay --html` without events and calls, and the run's card."""

    run: str
    findings: list[Finding]
    """The findings; for a run in progress, the findings so far."""
    annotations: list[Annotation]
    arena: dict[str, Any] | None
    """The colours of the world's surface, and its buildings; None if they are unknown, e.g. on another
    server.
    """
    problems: list[str]
    """The problems found in the log."""
    forks: ForkTree | None
    """The runs that continue copies of this run or of its origins; None if there are none."""
    card: RunCard


@router.get(
    "/{id}/page",
    summary="The data for the view of a run, except its events",
    responses={200: {"model": RunPage}, **problems(404, 422, 503)},
)
def page_of(id: RunId, shared: Shared) -> Response:
    bundle = shared.find(id)
    card = shared.card(bundle)
    parts = {**_PARTS.get(bundle), "annotations": annotations_part(bundle), "forks": forks_part(bundle)}
    parts["card"] = card.model_dump_json()
    if card.state == "running":
        parts["problems"] = "[]"  # a line that is being written looks like a broken one
    return Response(as_object(parts), media_type="application/json")


def _parts(bundle: RunBundle) -> dict[str, str]:
    reading = read_run(bundle)
    return page_parts(reading, findings_of(reading))


_PARTS = Memo(_parts, largest=LARGEST_FILE)
