"""What is remembered of past rounds. What an agent saw takes up to 50 kB of memory, and a long run has
thousands of sub-tasks; all but the last round therefore keep only those parts that a prompt may still show.
"""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.agents.views import RoundRecord, SubtaskResult
from minecrew.bridge import Observation

STATIONS = frozenset({"crafting_table", "furnace", "chest", "barrel", "smoker", "blast_furnace"})
"""The blocks whose positions are remembered."""


def remember(rounds: Sequence[RoundRecord], last: RoundRecord) -> list[RoundRecord]:
    """Returns the rounds so far, of which `last` has just ended."""
    return [*rounds[:-1], *map(_past_round, rounds[-1:]), last]


def _past_round(record: RoundRecord) -> RoundRecord:
    feedback = record.feedback
    results = tuple(map(_past, feedback.results))
    return record.model_copy(update={"feedback": feedback.model_copy(update={"results": results})})


def _past(result: SubtaskResult) -> SubtaskResult:
    outcomes = tuple(one.model_copy(update={"observation": None}) for one in result.outcomes)
    return result.model_copy(update={"outcomes": outcomes, "seen": result.seen and _remembered(result.seen)})


def _remembered(seen: Observation) -> Observation:
    blocks = {name: sighting for name, sighting in seen.blocks.items() if name in STATIONS}
    nothing: dict[str, object] = {
        "players": {},
        "mobs": {},
        "drops": {},
        "ground": {},
        "sheep": {},
        "owned": (),
        "buildings": (),
    }
    return seen.model_copy(update={"blocks": blocks, **nothing})
