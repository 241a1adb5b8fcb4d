"""Routes for a run's events: a range as JSON, the unchanged lines, or a stream that follows the run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel

from minecrew.runlog import RunBundle, UserError, read_events
from minecrew.service.large_logs import turn_of
from minecrew.service.lines import LogPlace, place_behind, read_lines
from minecrew.service.problem import ProblemError, problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared, SharedState

router = APIRouter(prefix="/runs/{id}", tags=["runs"])

JSON, LINES, STREAM = "application/json", "application/x-ndjson", "text/event-stream"
LARGEST_SEQ = 1 << 53
LARGEST_ANSWER = 1 << 24
"""The number of bytes after which a range always ends."""
EXAMPLE: dict[str, Any] = {
    "seq": 2,
    "t": 1.204,
    "tick": 20,
    "round": 1,
    "agent": "Alice",
    "source": "crew",
    "cause": [],
    "kind": "said",
    "channel": "discussion",
    "to": ["Bob"],
    "text": "I gather cane.",
}

WRITTEN = json.dumps(EXAMPLE, separators=(",", ":"))


class EventRange(BaseModel):
    """Some events of a run, in the form of docs/events.schema.json."""

    events: list[dict[str, Any]]
    next: int
    """The `from` of the next range."""
    ended: bool
    """Whether no more events will follow."""
    problems: list[str]
    """Problems of the log, with line numbers. They are unknown while the run is in progress."""


ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The format is chosen by `Accept`. The stream has `event` "
        "messages, whose id is the number of the event. A `state` message contains the "
        "run's card; it comes first, and again when the state changes. After the "
        "message `end`, the client closes the connection. The stream resumes after "
        "`Last-Event-ID`. A `thinking` message lists the agents that are being "
        "asked, with the number of characters they have written so far: "
        '`[{"agent": "Alice", "purpose": "speak", "characters": 420}]`. '
        "The log does not contain it; it is sent when it changes, at most ten times per second.",
        "content": {
            JSON: {
                "schema": {"$ref": "#/components/schemas/EventRange"},
                "example": {"events": [EXAMPLE], "next": 3, "ended": False, "problems": []},
            },
            LINES: {"schema": {"type": "string"}, "example": f"{WRITTEN}\n"},
            STREAM: {"schema": {"type": "string"}, "example": f"id: 2\nevent: event\ndata: {WRITTEN}\n\n"},
        },
    },
    **problems(404, 406, 422, 503),
}


@router.get(
    "/events", summary="The events of a run: a range, the raw lines, or a live stream", responses=ANSWERS
)
async def get_events(
    id: RunId,
    request: Request,
    shared: Shared,
    first: Annotated[
        int, Query(alias="from", ge=0, le=LARGEST_SEQ, description="The number of the first event.")
    ] = 0,
    limit: Annotated[int | None, Query(ge=1, le=1_000_000, description="Default for JSON: 1000.")] = None,
    last_event_id: Annotated[
        int | None,
        Header(ge=-1, le=LARGEST_SEQ, description="For the stream: the number of the last event received."),
    ] = None,
) -> Response:
    bundle = await run_in_threadpool(shared.find, id)
    kind = _accepted(request.headers.get("accept", "*/*"))
    after = first - 1
    if kind == STREAM:
        after = after if last_event_id is None else last_event_id
        place = await run_in_threadpool(place_behind, bundle.events_path, after)
        shared.tails.check_room()  # just before it is taken: others may come meanwhile
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        return StreamingResponse(shared.tails.follow(bundle, place), media_type=STREAM, headers=headers)
    place = await run_in_threadpool(place_behind, bundle.events_path, after)
    if kind == LINES:
        return StreamingResponse(_raw(bundle, place, limit), media_type=LINES)
    body = await run_in_threadpool(_range, bundle, place, limit or 1000, shared)
    return Response(body, media_type=JSON)


def _accepted(accept: str) -> str:
    """Returns the first supported media type in the header; `*/*` means JSON."""
    for part in accept.split(","):
        name = part.partition(";")[0].strip().lower()
        if name in (JSON, LINES, STREAM):
            return name
        if name in ("*/*", "application/*", ""):
            return JSON
    raise ProblemError(406, f"events cannot be sent as {accept[:80]!r}; ask for {JSON}, {LINES} or {STREAM}")


def _raw(bundle: RunBundle, place: LogPlace, limit: int | None) -> Iterator[bytes]:
    left = limit
    while left != 0:
        read = read_lines(bundle.events_path, place)
        if read.end == place:
            return
        if lines := read.lines[:left]:
            yield b"".join(line.text + b"\n" for line in lines)
        left = None if left is None else left - len(lines)
        place = read.end


def _problems(bundle: RunBundle) -> list[str]:
    try:
        with turn_of(bundle):
            return [str(problem) for problem in read_events(bundle.path).problems]
    except UserError as error:  # its events are sent all the same
        return [str(error)]


def _range(bundle: RunBundle, place: LogPlace, limit: int, shared: SharedState) -> bytes:
    ended = shared.state_of(bundle) == "ended"  # before it is read: what comes after that is not missed
    lines: list[bytes] = []
    following = place.seq + 1
    held, whole = 0, False
    while len(lines) < limit and held < LARGEST_ANSWER and not whole:
        read = read_lines(bundle.events_path, place)
        taken = read.lines[: limit - len(lines)]
        lines += (line.text for line in taken)
        held += sum(len(line.text) for line in taken)
        if taken:
            following = taken[-1].seq + 1
        whole = read.end == place
        place = read.end
    told = _problems(bundle) if ended and whole else []
    rest = EventRange(events=[], next=following, ended=ended and whole, problems=told)
    return b'{"events":[' + b",".join(lines) + b"]," + rest.model_dump_json(exclude={"events"})[1:].encode()
