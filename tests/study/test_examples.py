"""Every example of the documentation of studies: the file, the tables, the notebook, Inspect."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from minecrew.agents import Knowledge
from minecrew.api.guide import api_guide
from minecrew.runlog import read_recording
from minecrew.study.planned_run import plan_study
from minecrew.study.play_study import PlannedStudy, StudyChoice
from minecrew.study.study_file import read_study
from tests.agents.planner import Planner
from tests.endpoint_server import misbehaving_aside

from .conftest import PaperEngine

DOCS = Path(__file__).parents[2] / "docs"


def block(name: str) -> str:
    found = re.search(rf"```\w+ {re.escape(name)}\n(.*?)```", (DOCS / "studies.md").read_text(), re.S)
    assert found
    return found[1]


@pytest.fixture
def planned(tmp_path: Path) -> PlannedStudy:
    file = tmp_path / "study.toml"
    file.write_text(block("study.toml"))
    return PlannedStudy(file, tmp_path / "studies" / "study")


def test_the_example_is_planned(planned: PlannedStudy) -> None:
    assert len(planned.plan.runs) == 3 * 20
    compile(block("tables"), "tables", "exec")


def test_the_tables_of_the_example_are_read(planned: PlannedStudy, tmp_path: Path) -> None:
    planned.play(StudyChoice(most=6), Console(quiet=True), engine=lambda lock: PaperEngine())
    command = [sys.executable, "-c", block("tables")]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert "horizontal" in told.stdout


def test_the_studies_that_ship_can_be_planned() -> None:
    runs = {
        name: len(plan_study(read_study(DOCS / "studies" / f"{name}.toml"), DOCS / "studies", {}).runs)
        for name in ("talk", "personas")
    }
    assert runs == {"talk": (4 + 3 * 6) * 10 * 2, "personas": 2 * 8 * 20}


def test_the_guide_to_the_api_is_that_of_the_docstrings() -> None:
    assert (DOCS / "api.md").read_text(encoding="utf-8") == api_guide()


def test_the_notebook_is_short() -> None:
    cells = json.loads((DOCS / "first_study.ipynb").read_text())["cells"]
    lines = [line for cell in cells if cell["cell_type"] == "code" for line in cell["source"]]
    assert 0 < len(lines) < 40


@pytest.mark.extras
def test_the_notebook_runs(tmp_path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(DOCS / "first_study.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert any("image/png" in output.get("data", {}) for output in outputs)


def inspect(*words: str, place: Path, environment: dict[str, str] | None = None) -> str:
    command = [str(Path(sys.executable).with_name("inspect")), *words, "--display", "plain"]
    told = subprocess.run(
        command,
        cwd=place,
        env={**os.environ, "INSPECT_LOG_DIR": str(place / "logs"), **(environment or {})},
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert told.returncode == 0, told.stderr[-2000:] + told.stdout[-2000:]
    return told.stdout


def scores(place: Path) -> dict[str, float]:
    """Of the newest log."""
    from inspect_ai.log import read_eval_log

    log = read_eval_log(str(max((place / "logs").glob("*.eval"), key=lambda one: one.stat().st_mtime)))
    assert log.status == "success"
    assert log.results is not None
    return {score.name: score.metrics["mean"].value for score in log.results.scores}


MOCK = """
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from minecrew.inspection.tasks import crew_task

def answer(input, tools, tool_choice, config):
    said = ModelOutput.from_content("mockllm", "nonsense")
    said.usage = ModelUsage(input_tokens=7, output_tokens=1, total_tokens=8)  # counting would load a file
    return said

model = get_model("mockllm/model", custom_outputs=answer)
[log] = eval(crew_task("paper", seeds=1, rounds=1, discussion="solo"), model=model, display="plain")
assert log.status == "success", log.error
assert log.stats.model_usage["mockllm/model"].total_tokens > 8
"""


@pytest.mark.extras
def test_inspect_plays_a_crew_with_its_mock_model_and_shows_runs(tmp_path: Path) -> None:
    """The mock answers nonsense, so the goal is not met; the run is whole all the same."""
    pytest.importorskip("inspect_ai")
    environment = {**os.environ, "INSPECT_LOG_DIR": str(tmp_path / "logs")}
    command = [sys.executable, "-c", MOCK]
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=400)
    assert told.returncode == 0, told.stderr[-2000:]
    found = scores(tmp_path)
    assert (found["met"], found["destructive"]) == (0, 0)
    inspect("eval", "minecrew/played", "--model", "none", "-T", "runs=runs", place=tmp_path)
    assert scores(tmp_path) == found


@pytest.mark.extras
def test_inspect_plays_a_crew_with_a_model_behind_a_local_endpoint(tmp_path: Path) -> None:
    """The model knows how to play, so the goal is met; its questions are in Inspect's log."""
    pytest.importorskip("inspect_ai")
    head, _ = read_recording(DOCS.parent / "tests" / "fixtures" / "bundles" / "bookshelf")
    planner = Planner(Knowledge.model_validate(head.rules))

    def answer(number: int, request: dict[str, Any]) -> str:
        return planner("\n\n".join(f"[{one['role']}]\n{one['content']}" for one in request["messages"]))

    with misbehaving_aside(answer) as server:
        environment = {"LOCAL_BASE_URL": server.url, "LOCAL_API_KEY": "none"}
        words = ("--model", "openai-api/local/planner", "-T", "seeds=1", "-T", "order=strict")
        inspect("eval", "minecrew/paper", *words, place=tmp_path, environment=environment)
    assert server.requests
    assert scores(tmp_path)["met"] == 1
