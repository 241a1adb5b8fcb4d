"""Routes for downloading a run: the page that replays it offline, or its events and files for other tools."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse

from minecrew.judging.blind import TITLE
from minecrew.judging.findings import findings_of
from minecrew.page import page_data, render_page, title_of
from minecrew.runlog import Format, Reading, RunBundle, entries_of, judged_name, write_export
from minecrew.service.card import read_run
from minecrew.service.large_logs import turn_of
from minecrew.service.problem import ProblemError, problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared
from minecrew.service.time_limit import LIMIT, within

router = APIRouter(prefix="/runs/{id}", tags=["runs"])

HTML = "text/html; charset=utf-8"
TYPES: dict[Format, str] = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}
CHUNK = 1 << 18


@router.get(
    "/replay.html",
    summary="The replay, as one page that opens offline",
    response_class=Response,
    responses={
        200: {"content": {"text/html": {"schema": {"type": "string"}}}},
        **problems(404, 409, 422, 503),
    },
)
def get_replay(
    id: RunId,
    shared: Shared,
    blind: Annotated[
        bool,
        Query(
            description="Leave out what would bias a judge: findings, annotations, title, personas, prompts."
        ),
    ] = False,
    prompts: Annotated[bool, Query(description="Include the prompts and answers of models.")] = True,
) -> Response:
    bundle = shared.find(id)
    name = judged_name(bundle.id) if blind else bundle.id

    def page() -> str:
        reading = _begun(bundle)
        data = page_data(reading, findings_of(reading), blind=blind, prompts=prompts)
        return render_page(data, title=TITLE if blind else title_of(reading))

    with turn_of(bundle):
        text = within(LIMIT, page, f"run {bundle.id!r}")
    return Response(text, media_type=HTML, headers={"Content-Disposition": f'inline; filename="{name}.html"'})


@router.get(
    "/export",
    summary="Download all events and files of a run as one file",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {
                media.partition(";")[0]: {"schema": {"type": "string", "format": "binary"}}
                for media in TYPES.values()
            }
        },
        **problems(404, 409, 422, 503),
    },
)
def export_run(id: RunId, shared: Shared, to: Format = "jsonl") -> StreamingResponse:
    """`minecrew import` recreates the run from it."""
    bundle = shared.find(id)
    with turn_of(bundle), tempfile.TemporaryDirectory(prefix="minecrew-") as directory:
        path = Path(directory) / "export"
        write_export(entries_of(_begun(bundle)), path, to)
        file = path.open("rb")  # it is read to its end although its name is gone
    headers = {"Content-Disposition": f'attachment; filename="{bundle.id}.{to}"'}
    return StreamingResponse(_pieces(file), media_type=TYPES[to], headers=headers)


def _begun(bundle: RunBundle) -> Reading:
    reading = read_run(bundle)
    if not reading.events:
        raise ProblemError(409, f"run {bundle.id!r} has no events yet; ask again when it has begun")
    return reading


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(CHUNK):
            yield piece
