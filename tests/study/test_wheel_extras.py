"""The wheel with its extras, in an environment that has nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USED = """
import ray, inspect_ai, statsmodels, lifelines, matplotlib
from minecrew import load_runs, run_task, Study
from minecrew.inspection.tasks import crew_task
print(len(crew_task("paper", seeds=2).dataset))
"""


@pytest.mark.extras
def test_the_wheel_installs_with_ray_study_and_inspect(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    [wheel] = tmp_path.glob("*.whl")
    place = tmp_path / "venv"
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    wanted = f"{wheel}[ray,study,inspect]"
    install = [python, "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", wanted]
    subprocess.run(install, check=True, timeout=1500)
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    told = subprocess.run(
        [python, "-c", USED], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert told.returncode == 0, told.stderr[-2000:]
    assert told.stdout.split()[-1] == "2"
    find = "from minecrew.bridge.node import npm_directory; print(npm_directory())"
    found = subprocess.run(
        [python, "-c", find], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    packages = Path(found.stdout.strip())  # as if `minecrew setup` had run
    packages.mkdir(parents=True, exist_ok=True)
    (packages / "node_modules").symlink_to(ROOT / "node_modules")
    study = [place / "bin" / "minecrew", "study", ROOT / "docs" / "studies" / "talk.toml", "--dry-run"]
    told = subprocess.run(study, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert "440 planned, 0 done" in told.stdout, told.stderr
