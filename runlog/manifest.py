"""The files beside the events that describe how to run the task again (`Manifest`) and how the run ended
(`Result`).

`Result` is computed from the events alone, so a run that
was killed also has one, with the outcome "unfinished".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from minecrew.runlog.crew_events import (
    GoalChecked,
    ModelCalled,
    RoundEnded,
    RunEnded,
    RunStarted,
    SubtaskEnded,
)
from minecrew.runlog.fork_events import ForkOrigin
from minecrew.runlog.header import FORMAT, TICKS, Header, Items, Record
from minecrew.runlog.plain import Plain
from minecrew.runlog.plugins import PluginRecord
from minecrew.runlog.server_events import Inventory


class Capacity(Record):
    """How much of one item can be taken from an arena so that the rest can still grow back to the initial
    amount.
    """

    stock: int
    """The number of units at the start."""
    keep: int
    """The number of units that must be left: sugar cane grows again from its lowest block."""


class ServerFound(Record):
    """The server of the run, and its detected abilities."""

    where: str
    """HOST:PORT."""
    version: str
    """The version of Minecraft whose protocol the bots used."""
    says: str = ""
    """The server's description of itself."""
    abilities: tuple[str, ...]
    missing: tuple[str, ...]
    """Abilities that the run lacked on this server."""


class Manifest(Record):
    """Everything that is needed to run a task again in the same way."""

    format: int = FORMAT
    run: str
    started: str
    """Wall-clock time in UTC, ISO 8601."""
    task: dict[str, Plain]
    """The task as it was run, after the options were applied."""
    seed: int
    minds: dict[str, str] = {}
    """Agent -> its kind of mind, and its model if it has one."""
    secretary: str = "offline"
    """The secretary's kind of mind, and its model if it has one."""
    arguments: tuple[str, ...] = ()
    """The command line, without the program's name."""
    options: dict[str, Plain] = {}
    """The other run options by name, if they were given and are neither in the task nor in another field."""
    human: tuple[str, ...] = ()
    """Agents whose lines a person typed."""
    skills: tuple[str, ...] = ()
    """Directories of further skills, including the user's own library."""
    shadowed: tuple[str, ...] = ()
    """Skills that overrode others with the same name, one sentence each."""
    records: dict[str, dict[str, Plain]] = {}
    """Skill -> its record in earlier runs; the records rank the results of models' searches."""
    max_tokens: int | None = None
    max_usd: float | None = None
    """The budget of the models in tokens and in US dollars; None means no limit."""
    prices: dict[str, dict[str, float]] = {}
    """Model -> US dollars per million tokens, `input` and `output`."""
    plugins: tuple[PluginRecord, ...] = ()
    """The plug-ins from other packages that the run used, including every detector that read its log."""
    versions: dict[str, str] = {}
    """minecrew, python, node and every pinned package that implements a protocol."""
    server: ServerFound | None = None
    """None if the run ended before the server was found."""
    queued: bool = False
    """Whether a service queued the run and starts it when its turn comes."""
    request: str | None = None
    """The client's name for its request; a repeated request gives the same run."""
    forks: tuple[ForkOrigin, ...] = ()
    """Where the run comes from if it continues a copy of another run; the last is that run, and those before
    it are that run's own origins.
    """


class Result(Record):
    """The result of a run."""

    run: str
    title: str
    outcome: Literal["met", "not_met", "impossible", "interrupted", "fault", "unfinished"]
    reason: str
    exit_code: int | None
    """None if the log has no end."""
    goal: Items
    personas: dict[str, str] = {}
    """Agent -> its persona, if it has one."""
    have: Items
    """The goal's items that the team held at the last check."""
    inventories: dict[str, Items]
    """Agent -> its items, by the server's last count."""
    rounds: int
    subtasks_done: int
    subtasks_failed: int
    seconds: float
    """Seconds of run time."""
    game_seconds: float | None
    """Game time at the last event."""
    findings: dict[str, int] | None = None
    """Number of behaviours found, by class and sub-class ('volunteer.time'); None if the run was not judged.
    """


class Summary:
    """Computes the result of one run from its events, one by one."""

    def __init__(self) -> None:
        self.events = 0
        self.tokens: int | None = None
        """Input plus output of all models; None if no model was asked."""
        self._start: RunStarted | None = None
        self._end: RunEnded | None = None
        self._last: Header | None = None
        self._have: Items = {}
        self._inventories: dict[str, Items] = {}
        self._rounds = self._done = self._failed = 0

    def add(self, event: Header) -> None:
        self.events += 1
        self._last = event
        self._rounds = max(self._rounds, event.round or 0)
        match event:
            case RunStarted():
                self._start = event
                self._inventories = {agent: {} for agent in event.agents}
            case Inventory() if event.agent is not None:
                self._inventories[event.agent] = event.items
            case RoundEnded():
                self._inventories |= event.inventories
            case GoalChecked():
                self._have = event.have
            case SubtaskEnded():
                self._done += event.state == "done"
                self._failed += event.state == "failed"
            case ModelCalled():
                self.tokens = (self.tokens or 0) + (event.tokens_in or 0) + (event.tokens_out or 0)
            case RunEnded():
                self._end = event

    def result(self) -> Result:
        """The result so far; without any event, an unfinished result without a name."""
        start, end, last = self._start, self._end, self._last
        return Result(
            run=start.run if start else "",
            title=start.title if start else "",
            outcome=end.outcome if end else "unfinished",
            reason=end.reason if end else "the log has no end: the run was killed or is still in progress",
            exit_code=end.exit_code if end else None,
            goal=start.goal if start else {},
            personas=start.personas if start else {},
            have=self._have,
            inventories=dict(self._inventories),
            rounds=self._rounds,
            subtasks_done=self._done,
            subtasks_failed=self._failed,
            seconds=last.t if last else 0.0,
            game_seconds=last.tick / TICKS if last and last.tick is not None else None,
        )


def summarize(events: Iterable[Header]) -> Result:
    """The result of one run, computed from its events. An empty log gives an unfinished result without a
    name.
    """
    summary = Summary()
    for event in events:
        summary.add(event)
    return summary.result()
