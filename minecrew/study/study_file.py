"""The file of a study, which declares the question, the factors and the contrasts.

The file is TOML. Unknown keys are rejected, and the error names them. This module does not know how runs are
played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, model_validator

from minecrew.behaviors import ReaderQuality
from minecrew.options import Seed
from minecrew.runlog import Record, UserError, open_file
from minecrew.study.setting import check_name, flat_names

FactorName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_.]{0,63}$")]
Scalar = bool | int | float | str
MOST_SEEDS = 10_000
LARGEST = 1 << 20
"""Maximum size of a study's file in bytes."""
MOST_COMBINATIONS = 100_000
"""Maximum number of combinations of levels, including those that are excluded."""
LONGEST_RUN = 1e9
"""Maximum expected duration of a run, in seconds."""


class SeedRange(Record):
    """A range of seeds, such as `{ first = 101, count = 20 }`."""

    first: Seed = 1
    count: int = Field(ge=1, le=MOST_SEEDS)


class Exclusion(Record):
    """A rule that excludes all cells that match `where`."""

    where: dict[str, Scalar | tuple[Scalar, ...]] = Field(min_length=1)
    """Factor -> one of its levels, or several."""
    why: str = Field(min_length=1)


class Contrast(Record):
    """A comparison of two levels of one factor, paired by seed."""

    factor: str
    level: Scalar
    against: Scalar
    outcome: str | None = None
    """A column of the table `runs`; None means the primary outcome."""
    where: dict[str, Scalar | tuple[Scalar, ...]] = {}
    """The levels of other factors to which the comparison is restricted."""
    primary: bool = False
    """Whether it was declared before the study was played; other contrasts are exploratory."""

    @property
    def title(self) -> str:
        kept = ", ".join(f"{name} {_told(value)}" for name, value in self.where.items())
        return f"{self.factor} {self.level} against {self.against}{f' ({kept})' if kept else ''}"


class Expectation(Record):
    """The expected cost of a run, which is used until a run has been played."""

    seconds: float | None = Field(None, gt=0, le=LONGEST_RUN)
    """Real seconds of one run on one core."""
    tokens: float | None = Field(None, ge=0)
    usd: float | None = Field(None, ge=0)
    deviation: float | None = Field(None, gt=0)
    """Standard deviation, over seeds, of the difference in the primary outcome between two levels."""


class StudyFile(Record):
    """The declaration of a study."""

    title: str = Field(min_length=1)
    question: str = ""
    seeds: tuple[Seed, ...]
    """Each cell is played once per seed and repeat; the seeds are the same in all cells."""
    repeats: int = Field(1, ge=1, le=1000)
    base: dict[str, Any] = {}
    """Options of all runs, by name."""
    factors: dict[FactorName, dict[str, dict[str, Any]]] = {}
    """Factor -> level -> the options it sets."""
    exclude: tuple[Exclusion, ...] = ()
    primary: str = "met"
    """The primary outcome: a column of the table `runs`."""
    outcomes: tuple[str, ...] = ()
    """Further outcomes."""
    contrasts: tuple[Contrast, ...] = ()
    expect: Expectation = Expectation()
    minutes: float = Field(60, gt=0)
    """Real minutes after which a run is ended as a fault."""
    readers: dict[str, ReaderQuality] = {}
    """Class of behaviour -> the accuracy of its detector, as you measured it, instead of ours."""
    notes: str = ""
    """Notes for readers: what the study shows, and what it does not."""

    @model_validator(mode="before")
    @classmethod
    def _short_forms(cls, data: Any) -> Any:
        """`seeds = 20` are the seeds 1 to 20; `guard = ["off", "block"]` are levels of one option."""
        if not isinstance(data, Mapping):
            return data
        data = dict(data)
        seeds = data.get("seeds")
        if isinstance(seeds, int) and not isinstance(seeds, bool):
            seeds = {"count": seeds}
        if isinstance(seeds, Mapping):
            span = SeedRange.model_validate(seeds)
            data["seeds"] = tuple(range(span.first, span.first + span.count))
        factors = data.get("factors")
        if isinstance(factors, Mapping):
            data["factors"] = {
                name: {level: flat_names(own) for level, own in levels.items()}
                if isinstance(levels, Mapping)
                else _levels(name, levels)
                for name, levels in factors.items()
            }
        if "base" in data:
            data["base"] = flat_names(data["base"])
        return data

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not self.seeds:
            raise ValueError("a study needs at least one seed")
        if len(set(self.seeds)) < len(self.seeds):
            raise ValueError("a seed appears twice")
        for name, levels in self.factors.items():
            if not levels:
                raise ValueError(f"the factor {name!r} has no levels")
        if prod(map(len, self.factors.values())) > MOST_COMBINATIONS:
            raise ValueError(f"the factors have more than {MOST_COMBINATIONS:,} combinations of levels")
        for where in (*(one.where for one in self.exclude), *(one.where for one in self.contrasts)):
            for name, value in where.items():
                for level in value if isinstance(value, tuple) else (value,):
                    self._check_level(name, level)
        for one in self.contrasts:
            self._check_level(one.factor, one.level)
            self._check_level(one.factor, one.against)
        return self

    def _check_level(self, name: str, level: Scalar) -> None:
        if name not in self.factors:
            raise ValueError(
                f"there is no factor {name!r}; the factors are: {', '.join(self.factors) or 'none'}"
            )
        if label(level) not in self.factors[name]:
            known = ", ".join(self.factors[name])
            raise ValueError(f"the factor {name!r} has no level {label(level)!r}; its levels: {known}")

    @property
    def outcome_names(self) -> tuple[str, ...]:
        """The primary outcome, then all other outcomes that the file names, without duplicates."""
        named = (one.outcome for one in self.contrasts)
        return tuple(dict.fromkeys([self.primary, *self.outcomes, *filter(None, named)]))


def label(value: object) -> str:
    """The name of a level: its value as text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "+".join(map(label, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def read_study(path: Path, *, within: Path | None = None) -> StudyFile:
    """Reads a study's file. Raises UserError if that fails, or if a link leads out of the directory
    `within`.
    """
    try:
        with open_file(path, LARGEST, within=within) as file:
            text = file.read(LARGEST).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{path.name} is not valid TOML: {error}") from None
    except OSError as error:
        raise UserError(f"cannot read the study {str(path)!r}: {error.strerror}; give a .toml file") from None
    return parse_study(text, path.name)


def parse_study(text: str, where: str) -> StudyFile:
    """Reads TOML. `where` names the source in an error. Raises UserError."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{where} is not valid TOML: {error}") from None
    try:
        study = StudyFile.model_validate(data)
    except ValidationError as error:
        first = min(error.errors(), key=lambda one: one["type"] != "extra_forbidden")
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise UserError(f"{where}: the key {key!r} is unknown; remove it or correct its name") from None
        told = first["msg"].removeprefix("Value error, ")
        raise UserError(f"{where}: {f'{key!r} is wrong: ' if key else ''}{told}") from None
    except RecursionError:
        raise UserError(f"{where} is nested too deeply") from None
    for name in study.base:
        check_name(name, f"{where}, [base]")
    for factor, levels in study.factors.items():
        for level, options in levels.items():
            for name in options:
                check_name(name, f"{where}, factor {factor!r}, level {level!r}")
    return study


def _levels(name: str, values: Any) -> dict[str, dict[str, Any]]:
    """The levels of one option. Raises ValueError if the value is not a list."""
    if not isinstance(values, list):
        raise ValueError(f"the factor {name!r} needs a list of levels")
    return {label(value): {name: value} for value in values}


def _told(value: object) -> str:
    return " or ".join(map(label, value)) if isinstance(value, tuple) else label(value)
