"""Activity: the share of execution in which two or more agents worked at the same time, and the idle time
of each agent.

The execution of a round lasts from its first `subtask.started` to its `round.ended` (to the last event, if
the run was killed). An agent acts while it runs a skill that does more than wait. All times are in game time,
or in run time if the log has no ticks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from minecrew.runlog import TICKS, Header, RoundEnded, RunStarted, SkillEnded, SkillStarted, SubtaskStarted

WAITING = frozenset({"receive"})
"""The programs that wait for somebody else."""


@dataclass(frozen=True)
class Activity:
    """The use of time in all rounds together."""

    seconds: float
    """Length of execution."""
    together: float
    """Share of execution, 0 to 1, in which two or more agents acted."""
    idle: dict[str, float]
    """Agent -> share of execution in which it did not act."""


@dataclass
class _Window:
    """One round's execution; times in seconds."""

    begin: float
    end: float
    acting: dict[str, list[tuple[float, float]]] = field(default_factory=dict)


def measure_activity(events: Iterable[Header], *, waiting: frozenset[str] = WAITING) -> Activity:
    """Computes the activity from a log. If nothing was executed, everything is zero."""
    log = list(events)
    agents = next((event.agents for event in log if isinstance(event, RunStarted)), ())
    windows = _windows(log, waiting)
    seconds = sum(window.end - window.begin for window in windows)
    if seconds <= 0:
        return Activity(0.0, 0.0, dict.fromkeys(agents, 0.0))
    acting = dict.fromkeys(agents, 0.0)
    for window in windows:
        for agent, spans in window.acting.items():
            acting[agent] = acting.get(agent, 0.0) + sum(end - begin for begin, end in spans)
    shared = sum(_shared(window) for window in windows)
    idle = {agent: max(0.0, 1 - spent / seconds) for agent, spent in acting.items()}  # sums are rounded
    return Activity(seconds, shared / seconds, idle)


def _windows(log: Sequence[Header], waiting: frozenset[str]) -> list[_Window]:
    windows: list[_Window] = []
    window: _Window | None = None
    began: dict[str, float] = {}
    now = 0.0
    in_ticks = all(event.tick is not None for event in log if isinstance(event, (SkillStarted, SkillEnded)))
    for event in log:
        if not in_ticks:
            now = event.t
        elif event.tick is not None:
            now = max(now, event.tick / TICKS)
        match event:
            case SubtaskStarted() if window is None:
                window = _Window(now, now)
                windows.append(window)
            case SkillStarted(agent=str(agent)) if event.name not in waiting and window is not None:
                began.setdefault(agent, now)
            case SkillEnded(agent=str(agent)) if window is not None:
                _close(window, began, agent, now)
            case RoundEnded() if window is not None:
                _finish(window, began, now)
                window = None
    if window is not None:
        _finish(window, began, now)
    return windows


def _close(window: _Window, began: dict[str, float], agent: str, now: float) -> None:
    begin = began.pop(agent, None)
    if begin is not None:
        window.acting.setdefault(agent, []).append((begin, now))


def _finish(window: _Window, began: dict[str, float], now: float) -> None:
    """Agents that still act do so until the round ends."""
    for agent in list(began):
        _close(window, began, agent, now)
    window.end = now


def _shared(window: _Window) -> float:
    """Seconds in which two or more agents acted."""
    steps = sorted(
        step for spans in window.acting.values() for begin, end in spans for step in ((begin, 1), (end, -1))
    )
    shared = 0.0
    busy = 0
    since = window.begin
    for moment, change in steps:
        if busy >= 2:
            shared += moment - since
        since = moment
        busy += change
    return shared
