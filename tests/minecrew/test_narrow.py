"""Listings on a narrow terminal: what a person copies from them is whole, and nothing is cut off."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.agents import structures, task_names
from minecrew.bridge import package_root
from minecrew.judging.comparison import compare, show_comparison
from minecrew.replay.audit import audit
from minecrew.replay.runs import list_runs
from minecrew.replay.timeline import EventFilter, replay
from minecrew.run.choice import list_structures, list_tasks
from minecrew.runlog import RunBundle
from minecrew.runlog.run_id import new_run_id
from minecrew.skill_tools.cards import list_skills
from minecrew.skills import Library

KEPT = package_root() / "tests" / "fixtures" / "bundles"
ALL = EventFilter()


@pytest.fixture(params=[80, 60])
def shown(request: pytest.FixtureRequest) -> Callable[..., str]:
    """What a listing prints at that width; nothing of it may be cut off."""

    def show(listing: Callable[..., object], *arguments: object, **named: object) -> str:
        console = Console(width=request.param, file=(file := io.StringIO()), markup=False)
        listing(*arguments, console, **named)
        assert "…" not in file.getvalue()
        return file.getvalue()

    return show


@pytest.fixture
def runs(tmp_path: Path) -> list[RunBundle]:
    for second, name in enumerate(sorted(path.name for path in KEPT.iterdir())):
        title = f"Craft 100 enchanting table and {name}"
        id = new_run_id(title, now=datetime(2026, 1, 2, 3, 4, second, tzinfo=UTC), token="abcd")
        shutil.copytree(KEPT / name, tmp_path / id)
    return RunBundle.all(tmp_path)


def test_tasks_and_structures_have_their_whole_names(shown: Callable[..., str]) -> None:
    tasks, talks = shown(list_tasks).split(), shown(list_structures).split()
    assert set(task_names()) <= set(tasks)
    assert set(structures()) <= set(talks)


def test_skills_have_their_whole_names(shown: Callable[..., str], tmp_path: Path) -> None:
    own = "handTheirShareToEveryOne"
    (tmp_path / f"{own}.js").write_text(
        "/**\n * Hands out.\n */\n"
        f"async function {own} (bot, item = 'oak_log') {{}}\nmodule.exports = {own}\n"
    )
    library = Library((tmp_path,))
    told = shown(lambda console: list_skills(library, console))
    assert [skill.name for skill in library.all() if f"{skill.name}(bot" not in told] == []
    assert own in told


def test_runs_are_listed_by_a_name_that_finds_them(
    shown: Callable[..., str], runs: list[RunBundle], tmp_path: Path
) -> None:
    told = shown(lambda console: list_runs(tmp_path, console))
    first = [line.split()[1] for line in told.splitlines() if "20260102" in line]
    assert [RunBundle.find(name, tmp_path) for name in first] == runs


@pytest.mark.parametrize("shown", [pytest.param(80, marks=pytest.mark.soak), 60], indirect=True)
def test_reports_on_runs_cut_nothing_off(shown: Callable[..., str], runs: list[RunBundle]) -> None:
    for run in runs:
        shown(audit, run.read())
        shown(replay, run.read(), only=ALL, speed=None)
    for some in (runs, runs[:1]):
        shown(show_comparison, compare([run.events_path for run in some], (), Console(stderr=True)))
