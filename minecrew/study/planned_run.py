"""The runs of a study. Each run is identified by the hash of its configuration and of the files that can
affect a run.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from minecrew.agents import Task
from minecrew.options import Options, task_tables
from minecrew.plugins import used_plugins
from minecrew.run.choice import choose_task, require_no_seat, require_ours
from minecrew.run.manifest import make_manifest
from minecrew.runlog import Manifest, UserError, read_file
from minecrew.skills import skill_places
from minecrew.study.cell import Cell, cells
from minecrew.study.fingerprint import hash_of, skills_hash
from minecrew.study.setting import read_setting
from minecrew.study.study_file import StudyFile

KEY = 16
"""Number of hexadecimal digits in a run's key."""
MOST_RUNS = 100_000
"""Maximum number of runs of a study."""
NO_MATTER = ("out", "json_lines", "port", "seat_port", "arguments", "task", "goals", "agents", "personas")
"""Options that do not affect a run, or that its task contains."""


@dataclass(frozen=True)
class PlannedRun:
    """A run of a study. Two runs with the same key are the same run."""

    cell: Cell
    seed: int
    repeat: int
    """The number of the repetition, counted from 1."""
    task: Task
    options: Options
    key: str

    def manifest(self, run_id: str) -> Manifest:
        """The manifest of its bundle."""
        return make_manifest(self.task, self.options, run_id).model_copy(update={"request": self.key})


@dataclass(frozen=True)
class StudyPlan:
    """All runs of a study in the order in which they are played: seed by seed, so that a session that stops
    early leaves as many seeds as possible complete.
    """

    study: StudyFile
    runs: tuple[PlannedRun, ...]
    code: Mapping[str, str]

    @cached_property
    def by_key(self) -> dict[str, PlannedRun]:
        return {run.key: run for run in self.runs}


def plan_study(study: StudyFile, folder: Path, code: Mapping[str, str]) -> StudyPlan:
    """The plan of a study whose file is in `folder`. `code`: the hashes of the files that can affect a run.

    Raises UserError for the first cell that cannot be played.
    """
    chosen = []
    found = cells(study)
    count = len(found) * len(study.seeds) * study.repeats
    if count > MOST_RUNS:
        raise UserError(f"the study has {count:,} runs; reduce them to at most {MOST_RUNS:,}")
    for cell in found:
        try:
            options = _options(cell.options, folder)
            task = choose_task(options, folder=folder)
            require_ours(task)
            require_no_seat(task)
        except UserError as error:
            raise UserError(f"{cell.title}: {error}") from None
        chosen.append((cell, options, task, skills_hash(options.skills)))
    whole = hash_of(code)
    runs = []
    for seed in study.seeds:
        for cell, options, task, skills in chosen:
            world = task.world.model_copy(update={"seed": seed})
            seeded = task.model_copy(update={"world": world})
            for repeat in range(1, study.repeats + 1):
                key = _key(seeded, options, repeat, [whole, skills])
                runs.append(PlannedRun(cell, seed, repeat, seeded, options, key))
    twice = len(runs) - len({run.key for run in runs})
    if twice:
        raise UserError(
            f"{twice} runs of the study are identical to others, because two levels set the same "
            "options; change a level"
        )
    return StudyPlan(study, tuple(runs), code)


def _options(given: Mapping[str, Any], folder: Path) -> Options:
    options = read_setting(given, folder)
    mind, named = options.mind, os.environ.get("OPENAI_MODEL")
    if mind.kind == "openai" and not mind.model and named:
        mind = mind.model_copy(update={"model": named})
    return options.model_copy(update={"mind": mind, "skills": skill_places(options.skills)})


def _key(task: Task, options: Options, repeat: int, content: list[str]) -> str:
    dumped = task.model_dump(mode="json")
    other = options.model_dump(mode="json", exclude=task_tables() | {*NO_MATTER, "skills", "prices"})
    prices = read_file(options.prices).decode() if options.prices else ""
    plugins = [one.model_dump(mode="json") for one in used_plugins(dumped, options.task)]
    return hash_of([dumped, other, prices, plugins, repeat, *content])[:KEY]
