"""What the service counts of itself."""

from __future__ import annotations

from fastapi import APIRouter, Response
from prometheus_client import generate_latest

from minecrew.service.problem import problems
from minecrew.service.shared import Shared

router = APIRouter(tags=["service"])

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
ANSWER = "minecrew_queue_waiting 0.0\n"


@router.get(
    "/metrics",
    summary="Counts, for Prometheus",
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
