"""What is remembered of past rounds. What an agent saw takes up to 50 kB of memory, and a long run has
thousands of sub-tasks; all but the last round therefore keep only those parts that a prompt may still show.
Most sub-tasks are forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from minecrew.agents.vain_searches import found_nothing
from minecrew.agents.views import RoundRecord, SubtaskResult
from minecrew.bridge import Observation

STATIONS = frozenset({"crafting_table", "furnace", "chest", "barrel", "smoker", "blast_furnace"})
"""The blocks whose positions are remembered."""
EACH = 8
"""Maximum number of entries of one kind that a prompt, or the reason for giving up, tells of past rounds: the
first sub-tasks of each agent, and the latest entries of all other kinds.
"""

NOTHING: dict[str, object] = {
    "players": {},
    "mobs": {},
    "drops": {},
    "blocks": {},
    "ground": {},
    "sheep": {},
    "owned": (),
    "buildings": (),
}
"""The fields of an observation that saw nothing."""


def remember(rounds: Sequence[RoundRecord], last: RoundRecord) -> list[RoundRecord]:
    """Returns the rounds so far, of which `last` has just ended."""
    if not rounds:
        return [last]
    *past, current = rounds
    return [*past, _past_round(current), last]


def _past_round(record: RoundRecord) -> RoundRecord:
    feedback = record.feedback
    results = tuple(_past(result) for result in _remembered(feedback.results))
    return record.model_copy(update={"feedback": feedback.model_copy(update={"results": results})})


def _remembered(results: Sequence[SubtaskResult]) -> Iterator[SubtaskResult]:
    """Yields the results that a prompt may still tell: the first ones of each agent, the latest vain
    searches, those that ask for a gift, a search or a certain source, and those in which a container or a
    station was seen for the first or the last time.
    """
    first: dict[object, int] = {}
    last: dict[object, int] = {}
    for place, result in enumerate(results):
        for key in _sighted(result):
            first.setdefault(key, place)
            last[key] = place
    vain = [place for place, result in enumerate(results) if found_nothing(result)]
    told = {*first.values(), *last.values(), *vain[-EACH:]}
    number = Counter[str]()
    for place, result in enumerate(results):
        number[result.agent] += 1
        step = result.subtask
        if place in told or number[result.agent] <= EACH or step.gift or step.seek or step.source:
            yield result


def _sighted(result: SubtaskResult) -> Iterator[object]:
    """Yields the places of the containers, and the kinds and places of the nearest stations, that the agent
    saw. If a station is dug up, the one that was seen before it is told again.
    """
    if result.seen:
        yield from (one.at for one in result.seen.containers)
        for name, sighting in result.seen.blocks.items():
            if name in STATIONS:
                yield name, sighting.nearest


def _past(result: SubtaskResult) -> SubtaskResult:
    searched = found_nothing(result)
    outcomes = tuple(
        one.model_copy(update={"observation": _place(one.observation) if searched else None})
        for one in result.outcomes
    )
    seen = _past_observation(result.seen) if result.seen else None
    return result.model_copy(update={"outcomes": outcomes, "seen": seen})


def _past_observation(seen: Observation) -> Observation:
    """Returns the observation with its containers and stations, but nothing else that was in sight."""
    stations = {name: one for name, one in seen.blocks.items() if name in STATIONS}
    return seen.model_copy(update={**NOTHING, "blocks": stations})


def _place(seen: Observation | None) -> Observation | None:
    """Returns the observation with its position, but nothing that was in sight or held."""
    return seen.model_copy(update={**NOTHING, "containers": (), "inventory": {}}) if seen else None
