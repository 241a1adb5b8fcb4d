"""Routes for studies: their progress, and their results so far, for all or some cells."""

from __future__ import annotations

import fcntl
import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict

from minecrew.report.analysis import analyse, levels_of
from minecrew.report.figure_tables import report_tables
from minecrew.report.rows import read_rows
from minecrew.runlog import RUN_NAME, UserError, open_file, plain_json, read_file
from minecrew.service.problem import ProblemError, problems
from minecrew.service.shared import Shared
from minecrew.service.time_limit import LIMIT, within
from minecrew.study.study_file import StudyFile, read_study

router = APIRouter(prefix="/studies", tags=["runs"])

EXAMPLE: dict[str, Any] = {
    "name": "talk",
    "title": "Does talk matter?",
    "question": "Do crews reach their goal sooner if they talk?",
    "active": True,
    "planned": 440,
    "done": 120,
    "met": 118,
    "faults": 1,
    "given_up": 0,
    "per_hour": 450.0,
}
FILE, TABLE = Path("study.toml"), Path("tables/runs.parquet")
SHOWN = 200
"""Maximum length of an unexpected error's message, in characters."""
Stamp = tuple[str, int, int] | None
"""Where a file is, its modification time in ns, and its size; None if there is no such file."""
Where = Annotated[str, Query(pattern=r"^[a-z][a-z0-9_.]{0,63}:.{0,200}$", examples=["persona:eager"])]


class ShownProgress(BaseModel):
    """The data of progress.json that a card shows."""

    planned: int = 0
    done: int = 0
    met: int = 0
    faults: int = 0
    given_up: int = 0
    per_hour: float | None = None


class StudyCard(BaseModel):
    """The progress of a study."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    name: str
    """The name of the study's directory."""
    title: str
    question: str
    active: bool
    """Whether the study is being played now."""
    planned: int
    done: int
    met: int
    faults: int
    """Number of attempts that failed in the last session."""
    given_up: int
    per_hour: float | None


class Studies(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"items": [EXAMPLE]}]})

    items: list[StudyCard]


class ShownTable(BaseModel):
    """A table of the report. `runs` contains, for each row, the runs on which the row is based. `counted`:
    whether one of the columns is their number.
    """

    name: str
    title: str
    about: str
    heads: list[str]
    rows: list[list[str]]
    runs: list[list[str]]
    counted: bool


class StudyView(BaseModel):
    """The results of a study. `factors` maps each factor to its levels."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"study": EXAMPLE, "factors": {"persona": ["plain", "eager"]}, "tables": [], "notes": ""}
            ]
        }
    )

    study: StudyCard
    factors: dict[str, list[str]]
    tables: list[ShownTable]
    """None until a run has finished."""
    notes: str


@router.get("", summary="List the studies beside the folder of runs")
def list_studies(shared: Shared) -> Studies:
    root = shared.settings.studies
    found = sorted(path.parent for path in root.glob("*/study.toml")) if root.is_dir() else []
    return Studies(items=[card for path in found if (card := _card(path))])


@router.get("/{name}", summary="The results of a study so far", responses=problems(404, 422))
def get_study(
    name: Annotated[str, InPath(pattern=RUN_NAME, examples=["talk"])],
    shared: Shared,
    where: Annotated[
        list[Where] | None,
        Query(
            max_length=20,
            description="FACTOR:LEVEL; for each named factor, only runs with one of these levels are "
            "included.",
        ),
    ] = None,
) -> StudyView:
    folder = shared.settings.studies / name
    card = _card(folder)
    if card is None:
        raise ProblemError(404, f"study {name!r} was not found; GET /studies lists the studies")
    study = _study(folder)
    shown = _shown(folder, tuple(sorted(where or ())), *(_stamp(folder / file) for file in (FILE, TABLE)))
    if isinstance(shown, str):
        raise UserError(shown)
    factors = {factor: list(levels) for factor, levels in study.factors.items()}
    return StudyView(study=card, factors=factors, tables=shown, notes=study.notes)


def _study(folder: Path) -> StudyFile:
    """Raises UserError if the study cannot be read."""
    found = _read(folder, _stamp(folder / FILE))
    if isinstance(found, str):
        raise UserError(found)
    return found


@lru_cache(maxsize=1000)
def _read(folder: Path, stamp: Stamp) -> StudyFile | str:
    """The study's file, or the reason why it cannot be read: the same file is not read twice."""
    try:
        return within(LIMIT, lambda: read_study(folder / FILE, within=folder), f"the study {folder.name!r}")
    except UserError as error:
        return str(error)


def _stamp(path: Path) -> Stamp:
    """A stamp that changes when the file changes; None if there is no regular file."""
    try:
        found = path.stat()
    except OSError:
        return None
    place = os.path.realpath(path)  # a link may lead elsewhere later
    return (place, found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None


def _card(folder: Path) -> StudyCard | None:
    """Returns the study; None if its file cannot be read, e.g. because it is of another version."""
    try:
        study = _study(folder)
    except UserError:
        return None
    try:
        told = plain_json(read_file(folder / "progress.json", within=folder))
        progress = ShownProgress.model_validate(told)
    except (OSError, ValueError):
        progress = ShownProgress()
    return StudyCard(
        name=folder.name,
        title=study.title,
        question=study.question,
        active=_active(folder),
        **progress.model_dump(),
    )


def _active(folder: Path) -> bool:
    """Returns whether the study is being played, i.e. whether a session holds its lock."""
    try:
        with open_file(folder / ".playing.lock", within=folder) as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


@lru_cache(maxsize=50)
def _shown(folder: Path, where: tuple[str, ...], file: Stamp, table: Stamp) -> list[ShownTable] | str:
    """The tables, or the reason why there are none. `file` and `table`: the stamps of what they are made of,
    so that new ones are read.
    """
    if table is None:
        return []
    try:
        return within(LIMIT, lambda: _tables(folder, where), f"the study {folder.name!r}")
    except UserError as error:
        return str(error)
    except Exception as error:  # whatever lies there: anybody may have made this directory
        why = f"{type(error).__name__}: {' '.join(str(error).split())[:SHOWN]}"
        told = f"the table of runs of the study {folder.name!r} does not fit its {FILE} ({why})"
        return f"{told}; delete its directory {TABLE.parent.name!r}, and play the study again"


def _tables(folder: Path, where: tuple[str, ...]) -> list[ShownTable]:
    study = _study(folder)
    wanted: dict[str, set[str]] = {}
    for one in where:
        factor, _, level = one.partition(":")
        if factor not in study.factors:
            known = ", ".join(study.factors)
            raise UserError(f"the study {study.title!r} has no factor {factor!r}; its factors: {known}")
        wanted.setdefault(factor, set()).add(level)
    rows = [
        row
        for row in read_rows(folder / TABLE, within=folder)
        if all(levels_of(study, row)[factor] in levels for factor, levels in wanted.items())
    ]
    return [
        ShownTable(
            name=table.name,
            title=table.title,
            about=table.about,
            heads=list(table.heads),
            rows=[list(row) for row in table.rows],
            runs=[[str(run["run"]) for run in runs] for runs in table.runs],
            counted=table.counted,
        )
        for table in report_tables(analyse(study, rows))
    ]
