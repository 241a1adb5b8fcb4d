"""Figures of one run, and of several runs side by side, as `minecrew compare --json` prints them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from minecrew.behaviors import Key, MeasuredRun, group
from minecrew.judging.comparison import RunComparison, measure_run
from minecrew.runlog import RUN_NAME, RunBundle
from minecrew.service.card import read_run
from minecrew.service.memo import Memo
from minecrew.service.problem import problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared

router = APIRouter(tags=["runs"])

MOST = 50
"""The most runs in one comparison."""
RunQuery = Annotated[str, Query(pattern=RUN_NAME)]


def _measure(bundle: RunBundle) -> MeasuredRun:
    return measure_run(read_run(bundle))


_MEASURED = Memo(_measure, most=1000)


@router.get("/runs/{id}/metrics", summary="Settings and figures of a run", responses=problems(404, 422))
def get_metrics(id: RunId, shared: Shared) -> MeasuredRun:
    """A figure that cannot be computed from the log is null, and `unknown` says why."""
    return _MEASURED.get(shared.find(id))


@router.get("/compare", summary="Compare runs, one by one and in groups", responses=problems(404, 422))
def get_comparison(
    run: Annotated[list[RunQuery], Query(min_length=1, max_length=MOST, description="Run ids.")],
    shared: Shared,
    by: Annotated[
        list[Key] | None, Query(max_length=10, description="The setting to group by; default: all of them.")
    ] = None,
) -> RunComparison:
    runs = [_MEASURED.get(shared.find(name)) for name in dict.fromkeys(run)]
    return RunComparison(runs=tuple(runs), groups=group(runs, by) if by else group(runs))
