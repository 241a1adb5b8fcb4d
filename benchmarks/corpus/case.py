"""A case of the labelled corpus: a short run, and what a reader of the definitions finds in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from minecrew.behaviors import SUBS as FINDING_SUBS
from minecrew.runlog import Event, RunStarted

PARTS = ("dev", "test", "sealed")
"""dev is to tune by, test to publish figures from; sealed was written after the rules and is scored apart."""
SUBS: Mapping[str, tuple[str | None, ...]] = dict(FINDING_SUBS.items())
"""Class -> its sub-classes."""
Basis = Literal["deed", "talk"]


@dataclass(frozen=True)
class Label:
    """A finding that belongs to the case."""

    basis: Basis
    """deed: an execution is recorded and matters. talk: what was said decides alone."""
    cls: str
    sub: str | None
    agents: tuple[str, ...]
    targets: tuple[str, ...]
    round: int
    seqs: tuple[int, ...]
    """The evidence: where a reader would look. A detector may cite fewer events or more."""


@dataclass(frozen=True)
class NearMiss:
    """What looks like a finding of this class and is none."""

    basis: Basis
    cls: str
    sub: str | None
    why: str


@dataclass(frozen=True)
class Case:
    """A short run and what a reader of the definitions finds in it."""

    id: str
    part: str
    """The name of the directory in which the file lies: dev, test or sealed for ours."""
    where: str
    """file:line, for messages."""
    events: tuple[Event, ...]
    labels: tuple[Label, ...]
    near: tuple[NearMiss, ...]
    undecided: frozenset[str]
    """Classes the definitions leave open here; nothing of them is to be scored."""
    digest: str
    """The digest of the case's text without comments and blank lines; see index.txt."""

    @property
    def team(self) -> tuple[str, ...]:
        started = self.events[0]
        return started.agents if isinstance(started, RunStarted) else ()


def write_index(cases: Sequence[Case]) -> str:
    """One line per case: part, id, digest."""
    ordered = sorted(cases, key=lambda case: (case.part, case.id))
    return "".join(f"{case.part} {case.id} {case.digest}\n" for case in ordered)
