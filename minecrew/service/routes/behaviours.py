"""Behaviours over all runs: how often each was found, by what one asks, and where the evidence is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from behaviors import SUBS, FindingClass, FindingSub, rate
from minecrew.service.digest import Digest
from minecrew.service.problem import problems
from minecrew.service.state import Shared

router = APIRouter(tags=["runs"])

By = Literal["class", "agent", "model", "task"]
SHOWN = 50
"""Findings that a row names."""
UNKNOWN = "unknown"
EXAMPLE: dict[str, Any] = {
    "runs": 12,
    "agent_minutes": 96.4,
    "rows": [
        {
            "by": "agent",
            "key": "Alice",
            "class": "volunteer",
            "sub": "assistance",
            "count": 3,
            "agent_minutes": 32.1,
            "rate": 0.93,
            "low": 0.19,
            "high": 2.73,
            "runs": [
                {
                    "run": "20261121-045609177-craft-2-paper-b836",
                    "finding": "volunteer.assistance/Alice/1/35",
                    "seq": 35,
                }
            ],
        }
    ],
}


class Sighting(BaseModel):
    """One finding, by name."""

    run: str
    finding: str
    seq: int
    """Of the event that is its first evidence."""


class Row(BaseModel):
    """One behaviour of one key."""

    model_config = ConfigDict(populate_by_name=True)

    by: By
    key: str
    """A class, an agent's name, a mind with its model, or a task's title."""
    class_: FindingClass = Field(alias="class")
    sub: FindingSub | None
    count: int
    agent_minutes: float
    """Of execution, in game time, in which it could be."""
    rate: float | None
    """Per 10 agent-minutes; null where there were none."""
    low: float | None
    """Of the 95 % interval of `rate`, exact (Poisson)."""
    high: float | None
    runs: list[Sighting]
    """The newest first, at most 50."""


class Behaviours(BaseModel):
    """By class all there are; by the rest those that were found in some run, for every key."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    runs: int
    """In which something was executed."""
    agent_minutes: float
    rows: list[Row]


@router.get("/behaviours", summary="Behaviours over all runs", responses=problems(422))
def get_behaviours(shared: Shared) -> Behaviours:
    """Of the runs that have ended. Where nothing was executed, what was found has no time to be held against,
    and is not counted.
    """
    digests = [digest for digest in shared.digests() if digest.minutes > 0 and digest.agents]
    seen = {(one.class_, one.sub) for digest in digests for one in digest.found}
    every = [(name, sub) for name, subs in SUBS.items() for sub in subs]
    rows = [row for name, sub in every for row in _rows("class", name, sub, digests)]
    rows += [
        row
        for by in ("agent", "model", "task")
        for name, sub in every
        if (name, sub) in seen
        for row in _rows(by, name, sub, digests)
    ]
    return Behaviours(
        runs=len(digests), agent_minutes=sum(one.minutes * len(one.agents) for one in digests), rows=rows
    )


def _rows(by: By, class_: FindingClass, sub: FindingSub | None, digests: Iterable[Digest]) -> Iterator[Row]:
    """A row a key, by name."""
    minutes: defaultdict[str, float] = defaultdict(float)
    counts: Counter[str] = Counter()
    shown: defaultdict[str, list[Sighting]] = defaultdict(list)
    for digest in digests:
        found = [one for one in digest.found if (one.class_, one.sub) == (class_, sub)]
        for key, agents in _keys(by, class_, digest).items():
            minutes[key] += digest.minutes * len(agents)
            for one in found:
                if agents.isdisjoint(one.agents):
                    continue
                counts[key] += 1
                if len(shown[key]) < SHOWN:
                    shown[key].append(Sighting(run=digest.run, finding=one.id, seq=one.seq))
    for key in sorted(minutes) or ([class_] if by == "class" else []):
        told = rate(counts[key], minutes[key])
        yield Row(
            by=by,
            key=key,
            class_=class_,
            sub=sub,
            count=told.count,
            agent_minutes=told.minutes,
            rate=told.per_ten,
            low=told.interval.low if told.interval else None,
            high=told.interval.high if told.interval else None,
            runs=shown[key],
        )


def _keys(by: By, class_: FindingClass, digest: Digest) -> dict[str, set[str]]:
    """Key -> the agents of the run that it stands for."""
    match by:
        case "agent":
            return {agent: {agent} for agent in digest.agents}
        case "model":
            keys: dict[str, set[str]] = {}
            for agent in digest.agents:
                keys.setdefault(digest.minds.get(agent, UNKNOWN), set()).add(agent)
            return keys
        case "task":
            return {digest.task: set(digest.agents)}
        case _:
            return {class_: set(digest.agents)}
