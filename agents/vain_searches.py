"""The searches of the crew that found nothing, according to the outcomes of earlier rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.agents.spot import spot
from minecrew.agents.views import RoundRecord, SubtaskResult
from minecrew.bridge import Outcome
from minecrew.runlog import Position

LOST = frozenset({"NOT_FOUND", "NO_PATH"})
"""The codes of searches that found nothing."""


def vain_searches(rounds: Sequence[RoundRecord]) -> Iterator[str]:
    """Yields one line for each sub-task that was not done and in which a search found nothing, oldest first:
    who, when, and every stretch of the search with its message.
    """
    for record in rounds:
        for result in record.feedback.results:
            if found_nothing(result):
                stretches = "; then ".join(dict.fromkeys(_stretches(result)))
                yield f"{result.agent} in round {record.number}, {stretches}"


def found_nothing(result: SubtaskResult) -> bool:
    """Returns whether the sub-task was not done, and a search in it found nothing."""
    return result.state != "done" and any(_complaint(result, one) for one in result.outcomes)


def _stretches(result: SubtaskResult) -> Iterator[str]:
    """Yields the attempts that found nothing: from where to where, and the message."""
    seen = [outcome.observation for outcome in result.outcomes]
    seen[-1] = seen[-1] or result.seen
    start = result.begun
    for outcome, after in zip(result.outcomes, seen, strict=True):
        end = after.position if after else None
        if complaint := _complaint(result, outcome):
            yield f"{_way(start, end)}{complaint}"
        start = end


def _complaint(result: SubtaskResult, outcome: Outcome) -> str:
    """Returns the message of an attempt that found nothing; '' for any other attempt."""
    if outcome.code in LOST:
        return outcome.message or "nothing was found"
    return f"no {' or '.join(result.subtask.seek)} in sight" if outcome.ok and result.subtask.seek else ""


def _way(start: Position | None, end: Position | None) -> str:
    if end is None:
        return ""
    if start is None or spot(start) == spot(end):
        return f"at {spot(end)}: "
    return f"from {spot(start)} to {spot(end)}: "
