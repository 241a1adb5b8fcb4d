"""The common interface of the engines that play a study's runs: local processes, or a cluster.

An engine receives bundles that contain only their manifests, plays each, and returns them in the order in
which they end. It does not know about studies, and does not decide whether a run is played again.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from minecrew.runlog import RunBundle


@dataclass(frozen=True)
class EndedRun:
    """A bundle that an engine returns."""

    bundle: RunBundle
    problem: str = ""
    """The reason why its process did not end normally; '' if it did."""


class Engine(Protocol):
    """An engine is a context manager. When the context ends, all its processes have ended."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def room(self) -> int:
        """The number of further runs that it accepts now."""

    def give(self, bundle: RunBundle) -> None:
        """Starts playing a bundle, in parallel with the others."""

    def take(self, timeout: float) -> EndedRun | None:
        """Returns the next run that ends within this many real seconds, or None."""

    @property
    def at_once(self) -> int:
        """The number of runs that it can currently play at the same time."""
