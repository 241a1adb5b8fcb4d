"""Shares of agents' rounds that show a behaviour: counted per run, pooled over runs, and corrected.

The unit is one agent in one round. Commands, pages and reports all take their shares from here. Units of one
run depend on each other, so the interval of a pool is wider if its runs differ more (Cochran, Sampling
Techniques, 1977, section 3.12).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minecrew.behaviors.classes import CLASSES
from minecrew.behaviors.finding import Finding
from minecrew.behaviors.statistics.gate import (
    CorrectedShare,
    LabelledSet,
    ReaderFit,
    gate_share,
    reader_quality,
)
from minecrew.runlog import Event, ModelCalled


@dataclass
class UnitPool:
    """The units of several runs (or of several seeds), which are independent of each other."""

    runs: int = 0
    found: int = 0
    """Units that show the behaviour."""
    units: int = 0
    _found_squared: int = 0
    _found_by_units: int = 0
    _units_squared: int = 0

    def add(self, found: int, units: int) -> None:
        """Adds a run. A run without units adds nothing."""
        if not units:
            return
        self.runs += 1
        self.found += found
        self.units += units
        self._found_squared += found * found
        self._found_by_units += found * units
        self._units_squared += units * units

    @property
    def independent(self) -> float:
        """The number of independent units that would have an interval of the same width; at most `units`.

        All units count as independent if there is only one run, or if all or none of them show the behaviour,
        because it is then unknown how much the runs differ.
        """
        if self.runs < 2 or not 0 < self.found < self.units:
            return float(self.units)
        share = self.found / self.units
        squares = self._found_squared - 2 * share * self._found_by_units + share**2 * self._units_squared
        variance = self.runs / (self.runs - 1) * squares / self.units**2
        if variance <= 0:
            return float(self.units)
        return min(float(self.units), share * (1 - share) / variance)

    def share(self, reader: str, class_: str, *, labelled_set: LabelledSet) -> CorrectedShare:
        """The share as found, and as corrected for that reader's quality on the labelled set."""
        quality = reader_quality(reader, class_, labelled_set=labelled_set)
        return self.share_with(quality, reader, labelled_set=labelled_set)

    def share_with(
        self, quality: ReaderFit | None, reader: str, *, labelled_set: LabelledSet | None = None
    ) -> CorrectedShare:
        """The share as found, and as corrected for this quality."""
        return gate_share(
            self.found,
            self.units,
            reader,
            quality,
            labelled_set=labelled_set,
            independent=self.independent,
        )


def labelled_set_for(model_calls: int) -> LabelledSet:
    """The labelled set that resembles the run more: the runs of models if a model spoke in it."""
    return "models" if model_calls else "written"


def count_calls(events: Iterable[Event]) -> int:
    return sum(isinstance(event, ModelCalled) for event in events)


def rounds_showing(findings: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """Maps each class to the agents that showed it, each with the number of rounds in which it did. Findings
    of low confidence and of other packages' classes are left out.
    """
    seen: dict[str, set[tuple[str, int]]] = {name: set() for name in CLASSES}
    for finding in findings:
        if finding.class_ in seen and not finding.low:
            seen[finding.class_] |= {(agent, finding.round) for agent in finding.agents}
    shown: dict[str, dict[str, int]] = {name: {} for name in CLASSES}
    for name, units in seen.items():
        for agent, _ in sorted(units):
            shown[name][agent] = shown[name].get(agent, 0) + 1
    return shown


def corrected_shares(
    findings: Iterable[Finding], units: int, reader: str, *, labelled_set: LabelledSet
) -> dict[str, CorrectedShare]:
    """The shares of one run, for each built-in class. `units`: its agents times its rounds."""
    shares = {}
    for name, agents in rounds_showing(findings).items():
        pool = UnitPool()
        pool.add(min(sum(agents.values()), units), units)
        shares[name] = pool.share(reader, name, labelled_set=labelled_set)
    return shares
