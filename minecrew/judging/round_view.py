"""The lines of a round that a person needs in order to judge it, without what would bias the person.

What the log says twice is shown once. A sub-task is one line, which contains the reason of a refusal; its
programs are shown only if they failed for another reason; equal lines are counted; and the goal and the
evaluation are left out if the inventories at the end are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from rich.text import Text

from minecrew.behaviors import Story, tell_story
from minecrew.judging.blind import without_bias
from minecrew.judging.round_sample import SampledRound
from minecrew.runlog import (
    Assigned,
    BlockBroken,
    ClockChanged,
    ContainerMoved,
    DiscussionEnded,
    Evaluated,
    GoalChecked,
    Header,
    ItemDropped,
    ItemGranted,
    Reflected,
    Refused,
    RoundEnded,
    RoundStarted,
    SkillEnded,
    SkillKept,
    SubtaskEnded,
    judged_name,
    run_name,
)
from minecrew.terminal.event_line import tell_any, tell_line
from minecrew.terminal.formatting import items, plain

NEEDLESS = (RoundStarted, ClockChanged, SkillKept, Reflected, DiscussionEnded)
"""Events that decide nothing: nobody but the agent itself reads its notes."""
REPEATED = (GoalChecked, Evaluated)
"""Events that repeat what other lines of a recorded round show."""


@dataclass(frozen=True)
class _Line:
    agent: str
    head: str
    rest: tuple[str, ...] = ()
    """The parts after the head; lines of one agent with the same head are joined."""
    own: bool = True
    """Whether the line is of the round to be judged."""
    times: int = 1

    def print(self, console: Console) -> None:
        text = Text(plain(f"{self.agent}  "), style="bold" if self.own else "dim")
        told = plain(self.head + "; ".join(self.rest)) + (f" ({self.times} times)" if self.times > 1 else "")
        console.print(text.append(told, style="not bold" if self.own else "dim"), soft_wrap=True)


def show_round(one: SampledRound, console: Console) -> None:
    """Prints the round, and what was planned, not done and held in the round before."""
    events = _unbiased(one)
    story = tell_story(events)
    console.print(Text(plain(f"crew: {', '.join(story.team)}; goal: {items(story.goal)}"), style="dim"))
    told_elsewhere = _repeated(one, story, events)
    shown = [
        event
        for event in events
        if (event.round == one.round and event.seq not in told_elsewhere)
        or ((event.round or 0) == one.round - 1 and _outlines(event))
    ]
    _print(shown, one, console)


def show_neighbourhood(one: SampledRound, console: Console) -> None:
    """Prints the whole round, and what is shown by default of the rounds before and after."""
    events = _unbiased(one)
    for number in range(one.round - 1, one.round + 2):
        if lines := [event for event in events if event.round == number]:
            console.print(Text(f"round {number}", style="dim"))
            _print(lines, one, console)


def _print(events: Iterable[Header], one: SampledRound, console: Console) -> None:
    for line in _joined(_line(event, one) for event in events):
        line.print(console)


def _unbiased(one: SampledRound) -> list[Header]:
    return list(without_bias(one.reading.events, judged_name(run_name(one.reading))))


def _repeated(one: SampledRound, story: Story, events: Iterable[Header]) -> set[int]:
    """The events of the round that repeat what its other lines show."""
    own = [event for event in events if event.round == one.round]
    ended = {event.subtask: event.message for event in own if isinstance(event, SubtaskEnded)}
    recorded = any(other.number == one.round and other.recorded for other in story.rounds)
    return {
        event.seq
        for event in own
        if (recorded and isinstance(event, REPEATED))
        or (isinstance(event, Refused) and event.subtask in ended)
        or (
            isinstance(event, SkillEnded)
            and event.subtask in ended
            and (event.ok or (bool(event.message) and event.message in ended[event.subtask]))
        )
    }


def _joined(lines: Iterable[_Line | None]) -> Iterator[_Line]:
    """Joins what follows each other: parts after the same head, and equal lines."""
    last: _Line | None = None
    for line in lines:
        if line is None:
            continue
        if last and (last.agent, last.head, last.own) == (line.agent, line.head, line.own):
            if line.rest:
                last = replace(last, rest=last.rest + line.rest)
            else:
                last = replace(last, times=last.times + 1)
            continue
        if last:
            yield last
        last = line
    if last:
        yield last


def _line(event: Header, one: SampledRound) -> _Line | None:
    """None if nothing is shown for the event."""
    own = event.round == one.round
    match event:
        case RoundEnded():
            when = "at the end" if own else f"at the end of round {event.round}"
            _, rule = event.sentence()
            when += f" ({rule.removeprefix(': ')})"
            held = tuple(f"{agent} {items(has)}" for agent, has in event.inventories.items())
            return _Line("", f"held {when}: ", held, own=False)
        case ItemGranted():
            return _Line(event.agent or "", "starts with ", (items({event.item: event.count}),), own=own)
        case SubtaskEnded():
            head, rest = event.model_copy(update={"message": ""}).sentence()
            part = rest.removeprefix(": ") + (f" ({event.message})" if own and event.message else "")
            return _Line(event.agent or "", f"{head}: ", (part,), own=own)
        case _ if isinstance(event, NEEDLESS):
            return None
    line = tell_line(event) or (tell_any(event) if own and _matters(event) else None)
    return _Line(event.agent or "", line.plain, own=own) if line else None


def _outlines(event: Header) -> bool:
    """Whether the event of the round before is shown at once: the plan, what was not done, and the items."""
    if isinstance(event, SubtaskEnded):
        return event.state != "done"
    return isinstance(event, Assigned | ItemGranted | RoundEnded)


def _matters(event: Header) -> bool:
    """Returns whether an action that is not shown by default may matter: handing over items, a building, an
    attempt.
    """
    match event:
        case BlockBroken():
            return event.structure is not None
        case ItemDropped():
            return event.origin in ("agent", "death")
        case _:
            return isinstance(event, ContainerMoved | SkillEnded)
