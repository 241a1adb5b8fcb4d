"""What plays the runs of a study: local processes, or a cluster. One interface for all.

An engine is given bundles that hold their manifest alone, plays each, and gives them back in the order in
which they end. It neither knows what a study is, nor decides whether a run is played again.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from minecrew.runlog import RunBundle


@dataclass(frozen=True)
class EndedRun:
    """A bundle that an engine gives back."""

    bundle: RunBundle
    problem: str = ""
    """Why its process did not end as a run's does; '' if it did."""


class Engine(Protocol):
    """A context: on leaving it, no process of it is left."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def room(self) -> int:
        """How many more runs it can play now."""

    def give(self, bundle: RunBundle) -> None:
        """Plays a bundle beside the others."""

    def take(self, timeout: float) -> EndedRun | None:
        """The next run that has ended, within so many real seconds; None: none has."""

    @property
    def at_once(self) -> int:
        """How many runs it plays at the same time, at present."""
