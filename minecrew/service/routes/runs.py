"""Routes for runs: listing, reading, starting and stopping."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict

from minecrew.runlog import RUN_NAME
from minecrew.service.card import EXAMPLE, RunCard, RunOutcome, RunState
from minecrew.service.index import RunFilter
from minecrew.service.new_run import KEY, NewRun
from minecrew.service.problem import ProblemError, problems
from minecrew.service.shared import Shared

router = APIRouter(prefix="/runs", tags=["runs"])
RunId = Annotated[str, Path(pattern=RUN_NAME, examples=["20261121-045609177-craft-2-paper-b836"])]

LISTED: dict[str, Any] = {"items": [EXAMPLE], "next": None, "total": 1}


class RunList(BaseModel):
    """A page of the list of runs, which begins with the newest run."""

    model_config = ConfigDict(json_schema_extra={"examples": [LISTED]})

    items: list[RunCard]
    next: str | None
    """The `cursor` of the next page; None on the last page."""
    total: int
    """The number of runs that match the filters, on all pages."""


@router.get("", summary="List the runs", responses=problems(422))
def list_runs(
    shared: Shared,
    state: RunState | None = None,
    outcome: RunOutcome | None = None,
    task: str | None = None,
    agent: str | None = None,
    finding: Annotated[str | None, Query(description="A class, or class and sub-class.")] = None,
    text: Annotated[str | None, Query(description="Text in the title or id.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(pattern=RUN_NAME)] = None,
) -> RunList:
    wanted = RunFilter(state, outcome, task, agent, finding, text)
    found = shared.index.cards(wanted, limit=limit + 1, before=cursor)
    following = found[limit - 1].id if len(found) > limit else None
    return RunList(items=found[:limit], next=following, total=shared.index.count(wanted))


@router.get("/{id}", summary="One run", responses=problems(404, 422))
def get_run(id: RunId, shared: Shared) -> RunCard:
    return shared.card(shared.find(id))


@router.post(
    "",
    summary="Queue a run, which starts when its turn comes",
    status_code=201,
    responses={
        201: {
            "headers": {"Location": {"description": "The address of the run.", "schema": {"type": "string"}}}
        },
        **problems(403, 409, 422, 503),
    },
)
async def start_run(
    asked: NewRun,
    response: Response,
    shared: Shared,
    idempotency_key: Annotated[
        str | None,
        Header(pattern=KEY, description="A name for this request; repeating it returns the same run."),
    ] = None,
) -> RunCard:
    bundle = await shared.start(asked, request=idempotency_key)
    response.headers["Location"] = f"/runs/{bundle.id}"
    return await run_in_threadpool(shared.card, bundle)


@router.post(
    "/{id}/stop",
    summary="End a run",
    status_code=202,
    responses=problems(404, 409, 422),
)
async def stop_run(id: RunId, shared: Shared) -> RunCard:
    """The run ends within seconds, with the outcome `interrupted`. A waiting run ends at once."""
    bundle = await run_in_threadpool(shared.find, id)
    if not await shared.queue.stop(bundle):
        if shared.state_of(bundle) == "ended":
            raise ProblemError(409, f"run {id!r} has already ended")
        raise ProblemError(409, f"run {id!r} was started by another program; stop it there")
    return await run_in_threadpool(shared.card, bundle)
