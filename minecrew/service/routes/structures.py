"""The route for discussion structures, which are the ways in which a crew can talk before it acts."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from minecrew.service.shared import Shared

router = APIRouter(prefix="/structures", tags=["worlds"])

SUMMARY = "The first agent plans for all, and nobody answers; the discussion ends after its line."
EXAMPLE: dict[str, Any] = {"items": [{"name": "planner", "summary": SUMMARY}]}


class StructureCard(BaseModel):
    """The data for choosing a discussion structure."""

    name: str
    summary: str
    """Who speaks and when the discussion ends, in one line."""


class Structures(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    items: list[StructureCard]


@router.get("", summary="List the discussion structures")
def list_structures(shared: Shared) -> Structures:
    from minecrew.agents import structures

    return Structures(
        items=[StructureCard(name=one.name, summary=one.summary) for one in structures().values()]
    )
