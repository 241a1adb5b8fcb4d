"""The event of a run that continues a copy of another run, and the description of what was changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from minecrew.runlog.header import Header, Record
from minecrew.runlog.row import Row

__all__ = ["CHANGES", "ChangeForm", "ChangeKind", "ForkChange", "ForkOrigin", "Forked"]

ChangeKind = Literal["say", "silence", "mind", "guard", "forget"]


@dataclass(frozen=True)
class ChangeForm:
    """How a kind of change is described, and how it is given on the command line."""

    words: str
    usage: str
    """The values after the option: AGENT is the agent; any other capital word is the value."""


CHANGES: Mapping[ChangeKind, ChangeForm] = {
    "say": ChangeForm("says another line", "AGENT LINE"),
    "silence": ChangeForm("is silent from now on", "AGENT"),
    "mind": ChangeForm("has another mind", "AGENT=MIND"),
    "guard": ChangeForm("the guard changes to", "MODE"),
    "forget": ChangeForm("forgets what was before", "AGENT"),
}


class ForkChange(Record):
    """The one thing that a continuation changes."""

    kind: ChangeKind
    agent: str | None = None
    """Whom it concerns; None for the guard."""
    value: str = ""
    """The line, the mind or the guard's mode; '' for the other kinds."""

    @property
    def title(self) -> str:
        """The change as it is given on the command line, without the dashes."""
        whose = f"{self.agent}={self.value}" if self.kind == "mind" else self.agent or self.value
        return f"{self.kind} {whose}" + (f" “{self.value}”" if self.kind == "say" else "")


class ForkOrigin(Record):
    """The origin of a run that continues a copy of another run."""

    run: str
    """The id of the other run."""
    at: int
    """The number of the first event that may differ from the other run's."""
    seed: int
    """The seed of everything that happens by chance after that."""
    change: ForkChange | None = None
    """None: the run is a control, in which nothing is changed but the seed."""

    @property
    def title(self) -> str:
        """Describes the origin without the seed: continuations with the same title repeat one experiment."""
        return f"{self.run} at {self.at}: {self.change.title if self.change else 'no change'}"


class Forked(Header):
    """Here the copy of another run ends: from now on, models are asked, and random choices use another seed.

    It is logged at the first decision of an agent from event `at` on. `agent`: the agent that the change
    concerns.
    """

    kind: Literal["forked"] = "forked"
    row: ClassVar = Row(
        "{change?=goes on without a change|{change:words}}[ ({value})]|: the copy of run {run} ends "
        "before event {at}; seed {seed}",
        tone="title",
        words={"change": {kind: form.words for kind, form in CHANGES.items()}},
    )
    run: str
    at: int
    seed: int
    change: ChangeKind | None = None
    value: str | None = None
