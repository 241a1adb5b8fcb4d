"""The result of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minecrew.runlog import Log, RunEnded

RunEnd = Literal["met", "not_met", "impossible", "interrupted", "fault"]
EXIT_CODES: dict[RunEnd, int] = {"met": 0, "not_met": 1, "impossible": 1, "fault": 3, "interrupted": 130}


@dataclass(frozen=True)
class RunResult:
    """The way in which a run ended, with the exit code that the command returns."""

    outcome: RunEnd
    reason: str
    exit_code: int


def ended(outcome: RunEnd, reason: str) -> RunResult:
    """A result with its usual exit code."""
    return RunResult(outcome, reason, EXIT_CODES[outcome])


def end_run(log: Log, result: RunResult) -> None:
    """Logs the last event of a run."""
    log.append(RunEnded(outcome=result.outcome, reason=result.reason, exit_code=result.exit_code))
