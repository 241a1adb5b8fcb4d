"""Whether the service answers."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from minecrew import __version__

router = APIRouter(tags=["service"])


class Health(BaseModel):
    status: Literal["ok"] = "ok"
    version: str = Field(examples=["0.1.0"])


@router.get("/health", summary="Whether the service answers")
def health() -> Health:
    return Health(version=__version__)
