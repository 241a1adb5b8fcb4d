"""The wheel: one importable name, and everything that a run needs; installed, used and removed again."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEEDED = (
    "minecrew/agents/crew.py",
    "minecrew/agents/llm/prompts/act.md",
    "minecrew/bridge/supervisor.js",
    "minecrew/data/package-lock.json",
    "minecrew/data/tasks/bookshelf.toml",
    "minecrew/mc_server/limits.json",
    "minecrew/mc_server/server.js",
    "minecrew/page/page.html",
    "minecrew/skills/mineBlock.js",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    [wheel] = place.glob("*.whl")
    return wheel


def test_the_wheel_installs_minecrew_and_nothing_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"minecrew"}
    assert len(names) == len(set(names))
    assert [name for name in NEEDED if name not in names] == []


def files(place: Path) -> set[str]:
    return {str(path.relative_to(place)) for path in place.rglob("*") if not path.is_dir()}


def test_what_is_installed_runs_and_is_gone_after_uninstall(wheel: Path, tmp_path: Path) -> None:
    """Its dependencies are those of this environment, and so are the npm packages, as if `setup` had run."""
    place, home = tmp_path / "venv", tmp_path / "home"
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    [site] = place.glob("lib/python*/site-packages")
    (site / "here.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    home.mkdir()
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}

    def call(*command: str | Path, home: Path = home) -> str:
        own = {**environment, "HOME": str(home)}
        done = subprocess.run(
            list(map(str, command)), cwd=home, env=own, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def pip(*command: str | Path) -> str:
        return call(
            sys.executable, "-m", "pip", "--python", python, "--no-cache-dir", *command, home=tmp_path
        )

    before = files(place)
    pip("install", "--no-deps", "--no-index", wheel)
    minecrew = place / "bin" / "minecrew"
    assert call(minecrew, "--version").startswith("minecrew 0.")
    assert "bookshelf" in call(minecrew, "tasks")
    where = call(python, "-c", "from minecrew.bridge.node import npm_directory as f; print(f())").strip()
    assert Path(where).parent == home / ".cache" / "minecrew"
    Path(where).mkdir(parents=True)
    (Path(where) / "node_modules").symlink_to(ROOT / "node_modules")
    assert "npm packages are in" in call(minecrew, "setup")
    pip("uninstall", "--yes", "minecrew")
    assert files(place) == before
    assert {path.split("/")[0] for path in files(home)} <= {".cache"}
    assert [path.name for path in (home / ".cache").iterdir()] == ["minecrew"]
