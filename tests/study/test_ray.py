"""The Ray engine, on a real cluster of two nodes; and what it does without Ray."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from minecrew.study.play_study import PlannedStudy
from minecrew.study.ray_engine import pack, unpack

from .test_kills import check, write

ROOT = Path(__file__).parents[2]


def test_a_bundle_travels_as_one_file(planned: PlannedStudy, tmp_path: Path) -> None:
    bundle = planned.store.prepare(planned.plan.runs[0])
    (bundle.skills_path / "mine.js").write_text("// a skill")
    [path] = unpack(pack(bundle.path), tmp_path / "node")
    assert path == tmp_path / "node" / bundle.id
    files = {one.relative_to(path): one.read_bytes() for one in path.rglob("*") if one.is_file()}
    assert files == {
        one.relative_to(bundle.path): one.read_bytes() for one in bundle.path.rglob("*") if one.is_file()
    }


def play(tmp_path: Path, seeds: int) -> None:
    file, place = write(tmp_path, seeds, "horizontal", "none", "vertical"), tmp_path / "study"
    command = [sys.executable, "-m", "tests.study.ray_cluster", str(file), str(place)]
    told = subprocess.run(command, cwd=ROOT, timeout=3600, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-3000:]
    print(told.stdout)
    check(file, place, 3 * seeds)
    left = subprocess.run(["pgrep", "-f", str(place)], capture_output=True, text=True)
    assert left.stdout == ""  # no process of a run is left


@pytest.mark.extras
def test_a_node_that_dies_loses_and_doubles_nothing(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    play(tmp_path, 20)
