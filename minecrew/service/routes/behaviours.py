"""The route for behaviours in all runs: how often each was found, by a key that the client chooses, with
the evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from minecrew.behaviors import SUBS, rate
from minecrew.service.digest import Digest
from minecrew.service.problem import problems
from minecrew.service.shared import Shared

router = APIRouter(tags=["runs"])

By = Literal["class", "agent", "model", "task"]
FindingName = tuple[str, str | None]
OURS: tuple[FindingName, ...] = tuple((name, sub) for name, subs in SUBS.items() for sub in subs)
SHOWN = 50
"""Maximum number of findings that one row lists."""
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


class FindingReference(BaseModel):
    """A reference to a finding."""

    run: str
    finding: str
    seq: int
    """The seq of the first event of its evidence."""


class BehaviourRow(BaseModel):
    """The counts of one behaviour for one key."""

    model_config = ConfigDict(populate_by_name=True)

    by: By
    key: str
    """A class, an agent's name, a mind with its model, or a task's title."""
    class_: str = Field(alias="class")
    sub: str | None
    count: int
    agent_minutes: float
    """Agent-minutes of execution, in game time, during which the behaviour could happen."""
    rate: float | None
    """Findings per 10 agent-minutes; null if there were no minutes."""
    low: float | None
    """The lower end of the exact (Poisson) 95 % interval of `rate`."""
    high: float | None
    runs: list[FindingReference]
    """The newest findings first, at most 50."""


class Behaviours(BaseModel):
    """With the key `class`, all behaviours are listed. With other keys, each key lists the behaviours that
    were found in any run.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    runs: int
    """Number of runs in which at least one sub-task was executed."""
    agent_minutes: float
    staged: int = 0
    """Number of staged runs (runs with personas, and skill trials), which are left out unless requested."""
    rows: list[BehaviourRow]


@router.get("/behaviours", summary="Behaviours over all runs", responses=problems(422))
def get_behaviours(
    shared: Shared,
    staged: Annotated[
        bool, Query(description="Include staged runs, i.e. runs with personas and trials of skills.")
    ] = False,
) -> Behaviours:
    """Counts runs that have ended. Staged runs are left out unless they are requested. A run that executed
    nothing has no execution time from which a rate can be computed, so its findings are not counted.
    """
    ended = [digest for digest in shared.digests.all() if digest.minutes > 0 and digest.agents]
    digests = [digest for digest in ended if staged or not digest.staged]
    tallies: dict[tuple[By, str], Tally] = {("class", name): Tally() for name in SUBS}
    for digest in digests:
        for key, agents in _keys(digest):
            tallies.setdefault(key, Tally()).add(digest, agents)
    others = sorted(
        {(one.class_, one.sub) for digest in digests for one in digest.found} - set(OURS), key=str
    )
    every = [*OURS, *others]
    seen = [name for name in every if any(name in tally.counts for tally in tallies.values())]
    rows = [
        tally.row(by, key, *name)
        for by in get_args(By)
        for name in (every if by == "class" else seen)
        for (other, key), tally in sorted(tallies.items())
        if other == by and (by != "class" or key == name[0])
    ]
    return Behaviours(
        runs=len(digests),
        agent_minutes=sum(one.minutes * len(one.agents) for one in digests),
        staged=sum(digest.staged for digest in ended),
        rows=rows,
    )


@dataclass
class Tally:
    """Returns the counts for one key."""

    minutes: float = 0.0
    counts: Counter[FindingName] = field(default_factory=Counter)
    shown: dict[FindingName, list[FindingReference]] = field(default_factory=dict)

    def add(self, digest: Digest, agents: Set[str]) -> None:
        """Returns the findings about `agents` in that run, and the agents' time."""
        self.minutes += digest.minutes * len(agents)
        for one in digest.found:
            if agents.isdisjoint(one.agents):
                continue
            name = (one.class_, one.sub)
            self.counts[name] += 1
            shown = self.shown.setdefault(name, [])
            if len(shown) < SHOWN:
                shown.append(FindingReference(run=digest.run, finding=one.id, seq=one.seq))

    def row(self, by: By, key: str, class_: str, sub: str | None) -> BehaviourRow:
        told = rate(self.counts[class_, sub], self.minutes)
        return BehaviourRow(
            by=by,
            key=key,
            class_=class_,
            sub=sub,
            count=told.count,
            agent_minutes=told.minutes,
            rate=told.per_ten,
            low=told.interval.low if told.interval else None,
            high=told.interval.high if told.interval else None,
            runs=self.shown.get((class_, sub), []),
        )


def _keys(digest: Digest) -> Iterator[tuple[tuple[By, str], Set[str]]]:
    """Returns the keys of the run, with the agents that count for each."""
    team = set(digest.agents)
    for name in {*SUBS, *digest.judged, *(one.class_ for one in digest.found)}:
        yield ("class", name), team
    yield ("task", digest.task), team
    minds: dict[str, set[str]] = {}
    for agent in digest.agents:
        yield ("agent", agent), {agent}
        minds.setdefault(digest.minds.get(agent, UNKNOWN), set()).add(agent)
    for mind, agents in minds.items():
        yield ("model", mind), agents
