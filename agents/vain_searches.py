"""The searches of the crew that found nothing, according to the outcomes of earlier rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.agents.views import RoundRecord, SubtaskResult
from minecrew.bridge import Outcome

LOST = frozenset({"NOT_FOUND", "NO_PATH"})
"""The codes of searches that found nothing."""


def vain_searches(rounds: Sequence[RoundRecord]) -> Iterator[str]:
    """Yields one line for each sub-task whose search found nothing, oldest first: who, when, where it ended,
    and its message.
    """
    for record in rounds:
        for result in record.feedback.results:
            last = vain_search(result)
            if last is None:
                continue
            at = ", ".join(f"{part:g}" for part in result.seen.position) if result.seen else ""
            where = f", ended at ({at})" if at else ""
            yield f"{result.agent} in round {record.number}{where}: {last.message}"


def vain_search(result: SubtaskResult) -> Outcome | None:
    """Returns the outcome that says that nothing was found; None if the sub-task is no such search."""
    last = next((one for one in reversed(result.outcomes) if not one.ok), None)
    return last if last and last.code in LOST and result.state != "done" else None
