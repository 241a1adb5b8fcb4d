"""The route for the behaviours that were found in a run, with their evidence."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from minecrew.behaviors import Finding
from minecrew.judging.findings import findings_of
from minecrew.runlog import LARGEST_FILE, RunBundle
from minecrew.service.card import read_run
from minecrew.service.memo import Memo
from minecrew.service.problem import problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared

router = APIRouter(prefix="/runs/{id}", tags=["runs"])

EXAMPLE: dict[str, Any] = {
    "findings": [
        {
            "id": "volunteer.assistance/Alice/1/35",
            "class": "volunteer",
            "sub": "assistance",
            "agents": ["Alice"],
            "targets": ["Bob"],
            "taken": {},
            "round": 1,
            "t0": 12.3,
            "t1": 14.9,
            "evidence": [{"seq": 35, "quote": '"kind":"item.dropped","entity":5,"item":"leather"'}],
            "detector": "volunteer_assistance",
            "version": 1,
            "confidence": 1.0,
        }
    ],
    "events": 118,
}


class Findings(BaseModel):
    """The findings, in the order in which they were made."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    findings: tuple[Finding, ...]
    events: int
    """The number of events that were judged. For a run in progress, this is the number so far."""


def _judge(bundle: RunBundle) -> Findings:
    reading = read_run(bundle)
    return Findings(findings=findings_of(reading), events=len(reading.events))


_JUDGED = Memo(_judge, largest=LARGEST_FILE)


@router.get("/findings", summary="Behaviours found in a run", responses=problems(404, 422, 503))
def get_findings(id: RunId, shared: Shared) -> Findings:
    return _JUDGED.get(shared.find(id))
