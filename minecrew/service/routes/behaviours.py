"""The route for behaviours in all runs: how often each was found, by class, agent, model and task, with
the evidence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from minecrew.behaviors import CLASSES, SUBS, CorrectedShare, LabelledSet, UnitPool, rate
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
            "uncounted": 1,
            "runs": [
                {
                    "run": "20261121-045609177-craft-2-paper-b836",
                    "finding": "volunteer.assistance/Alice/1/35",
                    "seq": 35,
                }
            ],
        }
    ],
    "shares": [
        {
            "by": "agent",
            "key": "Alice",
            "class": "volunteer",
            "share": {
                "reader": "rules/1",
                "found": 3,
                "units": 24,
                "raw": 0.125,
                "recall": 0.89,
                "specificity": 0.98,
                "positives": 54,
                "corrected": 0.121,
                "interval": {"low": 0.02, "high": 0.31},
                "doubts": [],
            },
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
    uncounted: int
    """Number of findings of low confidence, from talk as read by the rules. `count` leaves them out."""
    runs: list[FindingReference]
    """The newest findings first, at most 50."""


class BehaviourShare(BaseModel):
    """The share of agents' rounds that show a class, for one key, reader and labelled set."""

    model_config = ConfigDict(populate_by_name=True)

    by: By
    key: str
    class_: str = Field(alias="class")
    share: CorrectedShare


class Behaviours(BaseModel):
    """The rows by `class` list all behaviours; all other rows list only the behaviours that were found in any
    run.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    runs: int
    """Number of runs in which at least one sub-task was executed."""
    agent_minutes: float
    staged: int = 0
    """Number of staged runs (runs with personas, and skill trials), which are left out unless requested."""
    rows: list[BehaviourRow]
    shares: list[BehaviourShare]
    """Runs are not pooled if different readers read them, or if models spoke in only some of them."""


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
    seen = [
        name
        for name in every
        if any(name in tally.counts or name in tally.uncounted for tally in tallies.values())
    ]
    rows = [
        tally.row(by, key, *name)
        for by in get_args(By)
        for name in (every if by == "class" else seen)
        for (other, key), tally in sorted(tallies.items())
        if other == by and (by != "class" or key == name[0])
    ]
    listed = {(row.by, row.key, row.class_) for row in rows}
    shares = [
        BehaviourShare(by=by, key=key, class_=name, share=pool.share(reader, name, labelled_set=labelled_set))
        for (by, key), tally in tallies.items()
        for (reader, labelled_set, name), pool in sorted(tally.pools.items())
        if (by, key, name) in listed
    ]
    return Behaviours(
        runs=len(digests),
        agent_minutes=sum(one.minutes * len(one.agents) for one in digests),
        staged=sum(digest.staged for digest in ended),
        rows=rows,
        shares=shares,
    )


@dataclass
class Tally:
    """The counts for one key."""

    minutes: float = 0.0
    counts: Counter[FindingName] = field(default_factory=Counter)
    uncounted: Counter[FindingName] = field(default_factory=Counter)
    pools: dict[tuple[str, LabelledSet, str], UnitPool] = field(default_factory=lambda: defaultdict(UnitPool))
    """Reader, labelled set and class -> the agents' rounds."""
    shown: dict[FindingName, list[FindingReference]] = field(default_factory=dict)

    def add(self, digest: Digest, agents: Set[str]) -> None:
        """Adds the findings about `agents` in that run, and the agents' time and rounds."""
        self.minutes += digest.minutes * len(agents)
        units = digest.rounds * len(agents)
        for class_ in CLASSES:
            found = sum(count for agent, count in digest.shown[class_].items() if agent in agents)
            self.pools[digest.reader, digest.labelled_set, class_].add(min(found, units), units)
        for one in digest.found:
            if agents.isdisjoint(one.agents):
                continue
            name = (one.class_, one.sub)
            if one.low:
                self.uncounted[name] += 1
                continue
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
            uncounted=self.uncounted[class_, sub],
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
