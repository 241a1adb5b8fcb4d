"""Routes for arenas: their contents, and their pictures from above, both computed by child commands."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict

from minecrew.mc_server import ArenaCard
from minecrew.options import Seed
from minecrew.service.problem import problems
from minecrew.service.shared import Shared

router = APIRouter(prefix="/arenas", tags=["worlds"])

EXAMPLE: dict[str, Any] = {
    "items": [
        {
            "name": "meadow",
            "holds": "oaks, a few birches, a pond with sugar cane, cows, sheep, flowers",
            "walk": {"oak_log": 60, "sugar_cane": 12, "cow": 4},
            "digging": 3,
            "dig": {"stone": 64},
        }
    ]
}


class Arenas(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    items: list[ArenaCard]


@router.get("", summary="List the arenas", responses=problems(503))
async def list_arenas(shared: Shared) -> Arenas:
    return Arenas(items=await shared.atlas.arenas())


@router.get(
    "/{name}/map.png",
    summary="Draw an arena from above; north is up, and a white cross marks where the crew arrives",
    response_class=Response,
    responses={
        200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
        **problems(404, 422, 503),
    },
)
async def get_map(
    name: Annotated[str, Path(pattern=r"^[a-z][A-Za-z0-9_]{0,63}$", examples=["meadow"])],
    request: Request,
    shared: Shared,
    seed: Annotated[Seed, Query()] = 1,
) -> Response:
    drawn = await shared.atlas.draw(name, seed)
    tag = f'"{hashlib.sha256(drawn).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(drawn, media_type="image/png", headers=headers)
