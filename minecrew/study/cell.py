"""The cells of a study: every combination of its factors' levels that is not excluded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from minecrew.runlog import UserError
from minecrew.study.study_file import Exclusion, Scalar, StudyFile, label


@dataclass(frozen=True)
class Cell:
    """One combination of levels."""

    levels: Mapping[str, str]
    """Factor -> level."""
    options: Mapping[str, Any]
    """Option name -> value, from the study's base and the levels."""

    @property
    def title(self) -> str:
        return ", ".join(f"{factor} {level}" for factor, level in self.levels.items()) or "all runs"


def cells(study: StudyFile) -> tuple[Cell, ...]:
    """Returns the cells to play. Raises UserError if two levels set the same option, or no cell is left."""
    found = []
    for combination in product(*(levels.items() for levels in study.factors.values())):
        levels = {factor: level for factor, (level, _) in zip(study.factors, combination, strict=True)}
        if any(matches(levels, one.where) for one in study.exclude):
            continue
        options = dict(study.base)
        setter: dict[str, str] = {}
        for factor, (_, own) in zip(study.factors, combination, strict=True):
            for name, value in own.items():
                if name in setter:
                    raise UserError(f"the factors {setter[name]!r} and {factor!r} both set {name!r}")
                setter[name] = factor
                options[name] = value
        found.append(Cell(levels, options))
    if not found:
        raise UserError(f"the study {study.title!r} excludes all of its cells")
    return tuple(found)


def excluded(study: StudyFile) -> Iterator[tuple[Exclusion, int]]:
    """Each exclusion, and the number of cells that it matches."""
    combinations = [
        dict(zip(study.factors, names, strict=True)) for names in product(*study.factors.values())
    ]
    for one in study.exclude:
        yield one, sum(matches(levels, one.where) for levels in combinations)


def matches(levels: Mapping[str, str], where: Mapping[str, Scalar | tuple[Scalar, ...]]) -> bool:
    """Whether a cell has one of the given levels for each factor in `where`."""
    return all(
        levels.get(factor, "") in map(label, wanted if isinstance(wanted, tuple) else (wanted,))
        for factor, wanted in where.items()
    )
