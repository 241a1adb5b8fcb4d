"""The file of an output refinement: the task, the number of turns, and the rivals."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from minecrew.agents import Task
from minecrew.options import Options, read_options
from minecrew.run.choice import choose_task
from minecrew.runlog import Record, UserError, read_file

OWN = frozenset({"title", "turns", "rivals"})
"""The keys of a file that are not run options."""


class Rival(Record):
    """One of the crews that compete; in Pan et al., one of the model's four personas."""

    name: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$")
    role: str = ""
    """The role of all its agents; '': those of the task."""
    persona: str | None = None
    """The persona of all its agents, which have offline minds."""


class RefinementFile(Record):
    title: str
    turns: int = Field(10, ge=1, le=50)
    """Refinements; turn 0, which has no draft, comes before them."""
    rivals: tuple[Rival, ...] = Field(min_length=1, max_length=8)


class Refinement:
    """A file, and the task that it refines."""

    def __init__(self, file: RefinementFile, options: Options, task: Task) -> None:
        self.file, self.options, self.task = file, options, task


def read_refinement(path: Path) -> Refinement:
    """Raises UserError with the name of the wrong key."""
    try:
        data: Mapping[str, Any] = tomllib.loads(read_file(path).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"the refinement {str(path)!r} cannot be read: {error}") from None
    try:
        file = RefinementFile.model_validate({key: data[key] for key in data if key in OWN})
    except ValidationError as error:
        raise _wrong(path, error) from None
    try:
        options = read_options({key: value for key, value in data.items() if key not in OWN})
    except ValidationError as error:
        raise _wrong(path, error) from None
    task = choose_task(options, folder=path.parent)
    for rival in file.rivals:
        crew_of(task, rival)
    return Refinement(file, options, task)


def _wrong(path: Path, error: ValidationError) -> UserError:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return UserError(f"{path.name}: {where!r} is wrong: {first['msg']}")


def crew_of(task: Task, rival: Rival) -> Task:
    """The task with the rival's agents. Raises UserError for an unknown persona."""
    changed = {"role": rival.role} if rival.role else {}
    agents = [
        spec.model_dump() | changed | {"persona": rival.persona or spec.persona} for spec in task.agents
    ]
    try:
        return Task.model_validate(task.model_dump() | {"agents": agents})
    except ValidationError as error:
        raise UserError(f"the rival {rival.name!r}: {error.errors()[0]['msg']}") from None
