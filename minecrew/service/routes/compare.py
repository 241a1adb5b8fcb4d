"""Routes for the figures of one run and for comparisons, in the form of `minecrew compare --json`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from minecrew.behaviors import MeasuredRun
from minecrew.judging.comparison import RunComparison, compare_runs, measure_run
from minecrew.runlog import RUN_NAME, RunBundle
from minecrew.service.card import read_run
from minecrew.service.memo import Memo
from minecrew.service.problem import problems
from minecrew.service.routes.runs import RunId
from minecrew.service.shared import Shared

router = APIRouter(tags=["runs"])

MOST = 50
"""Maximum number of runs in one comparison."""
RunQuery = Annotated[str, Query(pattern=RUN_NAME)]
SettingQuery = Annotated[str, Query(pattern=r"^[a-z][A-Za-z0-9_.]{0,63}$")]


def _measure(bundle: RunBundle) -> MeasuredRun:
    return measure_run(read_run(bundle))


_MEASURED = Memo(_measure, most=1000)


@router.get("/runs/{id}/metrics", summary="Settings and figures of a run", responses=problems(404, 422, 503))
def get_metrics(id: RunId, shared: Shared) -> MeasuredRun:
    """A figure that cannot be computed from the log is null, and `unknown` says why."""
    return _MEASURED.get(shared.find(id))


@router.get("/compare", summary="Compare runs, individually and in groups", responses=problems(404, 422, 503))
def get_comparison(
    run: Annotated[list[RunQuery], Query(min_length=1, max_length=MOST, description="Run ids.")],
    shared: Shared,
    by: Annotated[
        list[SettingQuery] | None,
        Query(
            max_length=10,
            description="The settings by which runs are grouped first; default: the basic ones.",
        ),
    ] = None,
    over: Annotated[
        list[SettingQuery] | None,
        Query(max_length=10, description="Settings that may differ within a group, besides the seed."),
    ] = None,
) -> RunComparison:
    """Runs that differ in a setting are in different groups, unless `over` names that setting."""
    runs = [_MEASURED.get(shared.find(name)) for name in dict.fromkeys(run)]
    return compare_runs(runs, by or (), over=over or ())
