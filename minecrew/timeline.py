"""The replay on the terminal: a run told again, from its log alone.

Needs no Node, no server and no model. A run that was killed is shown up to its last event, and said to have
no end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from minecrew.story import Story, kind_of
from runlog import Header, Reading, UserError


@dataclass(frozen=True)
class Filter:
    """What to show; empty shows everything that is told by default."""

    round: int | None = None
    agents: Collection[str] = ()
    kinds: Collection[str] = ()
    """Also kinds that are not told by default; 'skill' stands for 'skill.started' and 'skill.ended'."""

    def takes(self, event: Header) -> bool:
        kind = kind_of(event)
        return (
            (self.round is None or event.round == self.round)
            and (not self.agents or event.agent in self.agents)
            and (not self.kinds or any(kind == one or kind.startswith(f"{one}.") for one in self.kinds))
        )


def replay(
    reading: Reading,
    console: Console,
    *,
    only: Filter = Filter(),
    speed: float | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Tells `reading`. With `speed`, in recorded time, so many times as fast; without it, all at once."""
    check(reading, only)
    story = Story()
    before = 0.0
    for event in reading.events:
        told = story.tell(event, all_kinds=bool(only.kinds))
        if not only.takes(event):
            continue
        if speed is not None:
            sleep(max(0.0, event.t - before) / speed)
            before = event.t
        for shown in told:
            console.print(shown)
    for problem in reading.problems:
        console.print(Text(f"{reading.path.name}: {problem}", style="yellow"))
    if reading.ended is None:
        end = f"This run has no end: it was killed, or is still going; {_last(reading)}."
        console.print(Text(end, style="yellow"), soft_wrap=True)


def _last(reading: Reading) -> str:
    if not reading.events:
        return "it is empty"
    last = reading.events[-1]
    return f"its last event is {last.seq} ({kind_of(last)}) at {last.t:.1f} s"


def check(reading: Reading, only: Filter) -> None:
    """A filter that can show nothing is a mistake; it is answered with what there is."""
    if not reading.events:
        return
    agents = sorted({event.agent for event in reading.events if event.agent})
    for agent in only.agents:
        if agent not in agents:
            raise UserError(f"no agent {agent!r} in this run; there are {', '.join(agents) or 'none'}")
    kinds = sorted({kind_of(event) for event in reading.events})
    for kind in only.kinds:
        if not any(one == kind or one.startswith(f"{kind}.") for one in kinds):
            raise UserError(f"no event of kind {kind!r} in this run; there are {', '.join(kinds)}")
    rounds = sorted({event.round for event in reading.events if event.round is not None})
    if only.round is not None and only.round not in rounds:
        there = f"it has {rounds[0]} to {rounds[-1]}" if rounds else "it has none"
        raise UserError(f"no round {only.round} in this run; {there}")
