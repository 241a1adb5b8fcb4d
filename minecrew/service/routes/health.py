"""Whether the service answers."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from minecrew import __version__

router = APIRouter(tags=["service"])


class Health(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "ok", "version": "0.1.0"}]})

    status: Literal["ok"] = "ok"
    version: str


@router.get("/health", summary="Whether the service answers")
def health() -> Health:
    return Health(version=__version__)
