"""minecrew from Python: a run, many runs, a study; in a notebook's event loop, too."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import minecrew
from minecrew import Study, load_runs, run_task
from minecrew.agents import Mind, MindSetting, OfflineMind, Task, Utterance, make_mind
from minecrew.api import task_run
from minecrew.options import Options
from minecrew.run.live import View
from minecrew.runlog import ItemCrafted, RunBundle, Said, UserError, summarize
from minecrew.skills import Library
from minecrew.study.play_study import PlannedStudy, StudyChoice
from tests.agents.conftest import book_of_rules
from tests.minecrew.conftest import paper_events

from .conftest import PaperEngine

BUNDLES = Path(__file__).parents[1] / "fixtures" / "bundles"


class Cheerful(OfflineMind):
    """Says so, and else is like any other."""

    async def speak(self, view: object) -> Utterance:
        said = await super().speak(view)  # type: ignore[arg-type]
        return said.model_copy(update={"text": f"Hurray! {said.text}"})


@pytest.mark.soak  # tests/minecrew/test_plugins.py plays one so; below, what it is passed
def test_a_run_is_played_where_an_event_loop_runs(tmp_path: Path) -> None:
    """As in a notebook; with a mind of the caller's own. The bundle is that of the command line."""

    async def cell() -> minecrew.LoadedRun:
        return run_task(
            "paper",
            seed=4,
            speed="max",
            limits__attempts=3,
            mind=lambda setting: Cheerful(setting.knowledge),
            out=tmp_path / "runs",
        )

    run = asyncio.run(cell())
    assert run.met is True
    said = run.events(kind="said")
    assert all(isinstance(one, Said) and one.text.startswith("Hurray!") for one in said if one.agent)
    assert [one for one in run.events(kind="item.crafted") if isinstance(one, ItemCrafted)]
    assert (run.setting["seed"], run.setting["limits.attempts"], run.setting["mind"]) == (4, 3, "passed")
    names = {path.name for path in run.path.iterdir()}
    assert names >= {"manifest.json", "events.jsonl", "findings.jsonl", "result.json", "arena.json"}
    assert run.metrics.title in run._repr_html_()
    assert RunBundle.find("last", tmp_path / "runs").path == run.path


def test_a_mind_of_the_caller_s_own_is_passed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minds: list[Mind] = []

    def play(task: Task, options: Options, bundle: RunBundle, view: View) -> int:
        minds.append(make_mind(task.mind.kind, MindSetting("Alice", task, book_of_rules(), Library())))
        with bundle.log() as log:
            for event in paper_events():
                log.append(event)
        bundle.write_result(summarize(bundle.read().events))
        return 0

    monkeypatch.setattr(task_run, "_play_apart", play)
    options: dict[str, Any] = {"seed": 4, "limits__attempts": 3, "out": tmp_path / "runs"}
    run = run_task("paper", mind=lambda setting: Cheerful(setting.knowledge), **options)
    assert [type(one) for one in minds] == [Cheerful]
    assert run.met is True
    assert (run.setting["seed"], run.setting["limits.attempts"], run.setting["mind"]) == (4, 3, "passed")
    assert run.metrics.title in run._repr_html_()
    assert RunBundle.find("last", tmp_path / "runs").path == run.path


def test_mistakes_are_told_before_anything_is_played(tmp_path: Path) -> None:
    for wrong in ({"sed": 3}, {"seed": "x"}, {"discussion": "whisper"}, {"limits__tries": 2}):
        with pytest.raises(UserError):
            run_task("paper", out=tmp_path, **wrong)
    with pytest.raises(UserError, match="no task 'papr'"):
        run_task("papr", out=tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_many_runs_are_data_frames() -> None:
    runs = load_runs(BUNDLES)
    assert len(runs) == len(RunBundle.all(BUNDLES))
    frame = runs.to_pandas()
    assert len(frame) == len(runs)
    assert frame.set_index("run").loc["killing", "destructive"] >= 1
    said = runs.events(kind="said")
    assert set(said["kind"]) == {"said"}
    assert "text" in said.columns
    assert "entity" not in said.columns
    found = runs.findings("destructive")
    assert set(found["class"]) == {"destructive"}
    assert len(runs.findings()) >= len(found) >= 1
    assert len(runs.to_pandas("agents")) > len(runs)
    assert "<table>" in runs._repr_html_()
    [killing] = [run for run in runs if run.id == "killing" or run.path.name == "killing"]
    assert {one.class_ for one in killing.findings("destructive")} == {"destructive"}


def test_a_study_as_an_object(planned: PlannedStudy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are drawn in test_report.py."""
    monkeypatch.setattr("minecrew.report.write_report.write_figure", lambda figure, format: b"<svg></svg>")
    study = Study(planned.path, directory=planned.store.path)
    assert "9 planned, 0 done" in study.describe()
    planned.play(StudyChoice(), Console(quiet=True), engine=lambda lock: PaperEngine())
    assert len(study.runs()) == 9
    frame = study.to_pandas()
    assert set(frame["factor_discussion"]) == {"horizontal", "none"}
    assert study.analyse().contrasts[0].outcome == "execution_seconds"
    assert study.report().is_file()
    assert "9 done" in study._repr_html_()


def test_what_only_reads_logs_needs_no_crew() -> None:
    """`from minecrew import ...` is loaded when it is asked for."""
    program = "import sys, minecrew\nassert not {'minecrew.agents', 'minecrew.api.study'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    with pytest.raises(AttributeError, match="no attribute 'run_tasks'"):
        minecrew.run_tasks  # noqa: B018
