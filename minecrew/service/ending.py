"""Writes the closing events of a run that never began, or whose process ended without writing them."""

from __future__ import annotations

from typing import Literal

from minecrew.behaviors import find
from minecrew.judging.findings import keep_findings
from minecrew.runlog import FaultEvent, Manifest, RunBundle, RunEnded, RunStarted, summarize

Ending = Literal["interrupted", "fault"]
CODES: dict[Ending, int] = {"interrupted": 130, "fault": 3}


def has_ended(bundle: RunBundle) -> bool:
    """Returns whether the run's log has an end. Raises UserError if the log cannot be read."""
    return bundle.events_path.is_file() and bundle.read().ended is not None


def write_end(bundle: RunBundle, outcome: Ending, reason: str) -> None:
    """Writes the end of the log. Raises UserError if another process is writing the log, or if the log cannot
    be read.
    """
    with bundle.resume() if bundle.events_path.is_file() else bundle.log() as log:
        if log.count == 0:
            log.append(_start(bundle, bundle.manifest()))
        if outcome == "fault":
            log.append(FaultEvent(where="run", message=reason))
        log.append(RunEnded(outcome=outcome, reason=reason, exit_code=CODES[outcome]))
        events = bundle.read().events
        bundle.write_result(summarize(events))
        keep_findings(bundle, find(events))


def _start(bundle: RunBundle, manifest: Manifest | None) -> RunStarted:
    task = manifest.task if manifest else {}
    agents = tuple(str(one["name"]) for one in task.get("agents", ()))
    personas = {str(one["name"]): str(one["persona"]) for one in task.get("agents", ()) if one.get("persona")}
    return RunStarted(
        run=bundle.id,
        title=str(task.get("title", bundle.id)),
        goal=dict(task.get("goal", {})),
        agents=agents,
        personas=personas,
        p_error=task.get("faults", {}).get("p_error"),
        guard=task.get("team", {}).get("guard"),
    )
