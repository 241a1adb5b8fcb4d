"""The decisions of a crew in a run, and the first decision in which another run of the same task differs.

A decision is an utterance, an assignment, a sub-task, a program or a refusal, but not an outcome. Each
agent's decisions in a round are compared in order. Without strict order, the order of the agents is random;
this only affects which difference is reported.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rich.console import Console
from rich.text import Text

from minecrew.runlog import (
    Assigned,
    Event,
    Recruited,
    Refused,
    Said,
    SkillStarted,
    SubtaskStarted,
    TaskSpecified,
)
from minecrew.terminal.formatting import plain

DECIDED: dict[type[Event], tuple[str, tuple[str, ...]]] = {
    Recruited: ("recruit", ("expert", "description")),
    TaskSpecified: ("specify", ("text",)),
    Said: ("speak", ("text",)),
    Assigned: ("assign", ("text",)),
    SubtaskStarted: ("decompose", ("subtask", "text")),
    SkillStarted: ("act", ("subtask", "attempt", "name", "args", "code", "deadline")),
    Refused: ("refuse", ("subtask", "reason", "missing")),
}
"""Event -> its stage, and the fields that were decided."""


CREW = "the crew"
"""The name that is shown for a decision that concerns all agents."""


@dataclass(frozen=True)
class Decision:
    seq: int
    """The seq of the event."""
    tick: int
    round: int
    agent: str
    turn: int
    """The number of the agent's decision in the round, counted from 1."""
    stage: str
    told: dict[str, Any]

    def __str__(self) -> str:
        return plain(json.dumps({"stage": self.stage, **self.told}))


@dataclass(frozen=True)
class Parting:
    """The first place at which the decisions of two runs differ. `then` is the first run's decision there,
    `now` the second's; None if the run makes none.
    """

    then: Decision | None
    now: Decision | None

    @property
    def one(self) -> Decision:
        found = self.then or self.now
        assert found is not None
        return found


def decisions(events: Iterable[Event]) -> Iterator[Decision]:
    """The decisions in `events`, in their order."""
    turns: dict[tuple[int, str], int] = {}
    for event in events:
        if type(event) not in DECIDED or (isinstance(event, Said) and event.visitor):
            continue
        place = (event.round or 0, event.agent or CREW)
        turns[place] = turns.get(place, 0) + 1
        stage, fields = DECIDED[type(event)]
        told = event.model_dump(mode="json", include=set(fields), exclude_none=True)
        yield Decision(event.seq, event.tick or 0, *place, turns[place], stage, told)


def first_parting(then: Iterable[Event], now: Iterable[Event], *, whole: bool = True) -> Parting | None:
    """`whole`: whether the first run is complete; otherwise, further decisions of the second run do not count
    as a difference.
    """
    streams: dict[tuple[int, str], tuple[list[Decision], list[Decision]]] = {}
    for side, events in enumerate((then, now)):
        for one in decisions(events):
            streams.setdefault((one.round, one.agent), ([], []))[side].append(one)
    partings = [found for both in streams.values() if (found := _parting(*both, whole=whole))]
    return min(partings, key=lambda found: (found.one.round, found.one.tick, found.one.seq), default=None)


def show_parting(found: Parting, console: Console) -> None:
    """Prints the first place at which the runs differ, with both decisions."""
    one = found.one
    where = f"round {one.round}, {one.agent}, decision {one.turn} ({one.stage})"
    numbers = [
        f"event {side.seq} {when}" for side, when in ((found.then, "then"), (found.now, "now")) if side
    ]
    line = f"first different decision: {where}; {', '.join(numbers)}"
    console.print(Text(line, style="red"), soft_wrap=True)
    for sign, side in (("-", found.then), ("+", found.now)):
        console.print(Text(f"{sign} {side or '(nothing more)'}"), soft_wrap=True)


def _parting(then: list[Decision], now: list[Decision], *, whole: bool) -> Parting | None:
    for left, right in zip_longest(then, now):
        if left is None and not whole:
            return None
        if left is None or right is None or (left.stage, left.told) != (right.stage, right.told):
            return Parting(left, right)
    return None
