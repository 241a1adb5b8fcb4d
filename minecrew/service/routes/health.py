"""Routes for the health and the metrics of the service."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from prometheus_client import generate_latest
from pydantic import BaseModel, ConfigDict

from minecrew.service.problem import problems
from minecrew.service.shared import Shared
from minecrew.version import __version__

router = APIRouter(tags=["service"])

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
ANSWER = "minecrew_queue_waiting 0.0\n"


class Health(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "ok", "version": "0.1.0"}]})

    status: Literal["ok"] = "ok"
    version: str


@router.get("/health", summary="Check whether the service answers")
async def health() -> Health:
    """Uses no worker thread, because requests that read long logs may occupy all of them."""
    return Health(version=__version__)


@router.get(
    "/metrics",
    summary="The service's metrics for Prometheus",
    response_class=Response,
    responses={
        200: {
            "description": "Prometheus' text format.",
            "content": {"text/plain": {"schema": {"type": "string"}, "example": ANSWER}},
        },
        **problems(401, 403, 429),
    },
)
def metrics(shared: Shared) -> Response:
    return Response(generate_latest(shared.metrics.registry), media_type=MEDIA)
