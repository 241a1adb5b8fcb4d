"""The agreement gate: shows how reliable a reader's counts are, and corrects them.

A reader's recall and specificity are measured on labelled rounds, per agent and round (`benchmarks.quality
--keep` stores them in gate.json), and shares are corrected for them (`prevalence`). There are two labelled
sets, because models behave differently from the agents of the written episodes. Limits: recall and
specificity may differ for runs of another kind. Findings from facts alone and findings from talk are not
distinguished.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, Self

from minecrew.behaviors.language.acts import MODEL_READER, RULES_READER
from minecrew.behaviors.statistics.intervals import Interval
from minecrew.behaviors.statistics.prevalence import ReaderQuality, correct_share
from minecrew.behaviors.statistics.reliability import cohen_kappa
from minecrew.runlog import Record

GATE = Path(__file__).parent / "gate.json"
"""Labelled set -> reader -> class -> measured quality."""
LabelledSet = Literal["written", "models"]
"""Short episodes that were written to be labelled, or runs of capable models."""
WHERE: dict[LabelledSet, str] = {"written": "written episodes", "models": "the test runs of models"}
LEAST_KAPPA = 0.75
LEAST_JUDGED = 0.7
"""The smallest share of the labelled rounds that a reader must have judged."""
LEAST_POSITIVES = 10
"""A class with fewer labelled units is not corrected."""


class UnitPair(NamedTuple):
    """An agent in a round, with its labels and the reader's findings."""

    labelled: bool
    found: bool


class ReaderFit(Record):
    """The quality of a reader's findings of one class, measured on labelled units (agents in rounds)."""

    hits: int
    missed: int
    wrong: int
    none: int
    """Units with neither label nor finding."""
    judged: float = 1.0
    """Share of the labelled rounds that the reader judged."""

    @classmethod
    def of(cls, quality: ReaderQuality) -> Self:
        """The counts that give this recall and specificity, rounded to whole units."""
        hits = round(quality.recall * quality.positives)
        none = round(quality.specificity * quality.negatives)
        return cls(hits=hits, missed=quality.positives - hits, wrong=quality.negatives - none, none=none)

    @property
    def positives(self) -> int:
        return self.hits + self.missed

    @property
    def negatives(self) -> int:
        return self.wrong + self.none

    @property
    def recall(self) -> float | None:
        return self.hits / self.positives if self.positives else None

    @property
    def specificity(self) -> float | None:
        return self.none / self.negatives if self.negatives else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa of labels and findings; None if there are no units, or if all labels and all findings
        have one and the same value.
        """
        yes, no = True, False
        return cohen_kappa(
            {(yes, yes): self.hits, (yes, no): self.missed, (no, yes): self.wrong, (no, no): self.none}
        )

    @property
    def doubts(self) -> tuple[str, ...]:
        """The reasons why rates from this reader are shown with a warning; empty if there are none."""
        told = []
        if self.kappa is None:
            told.append("its agreement with the labels is unknown")
        elif self.kappa < LEAST_KAPPA:
            told.append(f"its agreement with the labels is {self.kappa:.2f}, below {LEAST_KAPPA} (kappa)")
        if self.judged < LEAST_JUDGED:
            told.append(f"it judged {self.judged:.0%} of the labelled rounds, below {LEAST_JUDGED:.0%}")
        return tuple(told)


class CorrectedShare(Record):
    """The share of units (agents in rounds) that show a behaviour: as found, and as corrected."""

    reader: str
    labelled_set: LabelledSet | None
    """The labelled set on which the reader's quality was measured; None if a study declares the quality."""
    found: int
    units: int
    raw: float
    recall: float | None
    specificity: float | None
    positives: int
    """The number of units that are labelled with the class."""
    corrected: float | None
    """None if too few units of the class are labelled, or the reader does no better than chance."""
    interval: Interval | None
    """The 95 % interval of `corrected`."""
    doubts: tuple[str, ...]
    """The reasons why the figure is shown with a warning."""


def measure_units(pairs: Sequence[UnitPair]) -> ReaderFit:
    """Counts the labelled units by label and finding."""
    return ReaderFit(
        hits=sum(one.labelled and one.found for one in pairs),
        missed=sum(one.labelled and not one.found for one in pairs),
        wrong=sum(one.found and not one.labelled for one in pairs),
        none=sum(not one.labelled and not one.found for one in pairs),
    )


@cache
def reader_quality(reader: str, class_: str, *, labelled_set: LabelledSet) -> ReaderFit | None:
    """Returns the measured quality of that reader ('rules/1', 'model:NAME/1'); None if it was not measured.

    The quality of models is measured with recordings of one capable model; other models may read better or
    worse.
    """
    kind = MODEL_READER if reader.startswith(MODEL_READER) else RULES_READER
    try:
        figures = json.loads(GATE.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    given = figures.get(labelled_set, {}).get(kind, {}).get(class_)
    return ReaderFit.model_validate(given) if given is not None else None


def gate_share(
    found: int,
    units: int,
    reader: str,
    quality: ReaderFit | None,
    *,
    labelled_set: LabelledSet | None,
    independent: float | None = None,
) -> CorrectedShare:
    """Returns the share `found` of `units`, corrected with the reader's measured quality.

    `labelled_set`: the one on which `quality` was measured; None if a study declares the quality.
    `independent`: the number of independent units, if units of one run depend on each other; None if all
    units are independent.
    """
    raw = found / units if units else 0.0
    recall = quality.recall if quality else None
    specificity = quality.specificity if quality else None
    doubts = quality.doubts if quality else ("the quality of this reader was not measured",)
    if (
        quality
        and quality.positives
        and not (quality.hits or quality.wrong)
        and reader.startswith(RULES_READER)
    ):
        doubts = ("its findings of this class have low confidence and are not counted",)
    corrected = interval = None
    enough = quality is not None and quality.positives >= LEAST_POSITIVES and units > 0
    if quality and enough and recall is not None and specificity is not None:
        measured = ReaderQuality(
            recall=recall,
            specificity=specificity,
            positives=quality.positives,
            negatives=quality.negatives,
        )
        if share := correct_share(raw, independent or units, measured):
            corrected, interval = share.corrected, share.interval
    if quality is not None and quality.positives < LEAST_POSITIVES:
        where = f" in {WHERE[labelled_set]}" if labelled_set else ""
        doubts = (
            *doubts,
            f"only {quality.positives} units of this class are labelled{where}; {LEAST_POSITIVES} are needed",
        )
    return CorrectedShare(
        reader=reader,
        labelled_set=labelled_set,
        found=found,
        units=units,
        raw=raw,
        recall=recall,
        specificity=specificity,
        positives=quality.positives if quality else 0,
        corrected=corrected,
        interval=interval,
        doubts=doubts,
    )
