"""The wheel: one importable name, and everything that a run needs."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = (
    "minecrew/agents/crew.py",
    "minecrew/agents/llm/prompts/act.md",
    "minecrew/bridge/supervisor.js",
    "minecrew/data/package-lock.json",
    "minecrew/data/tasks/bookshelf.toml",
    "minecrew/game/facts.json",
    "minecrew/mc_server/server.js",
    "minecrew/page/page.html",
    "minecrew/skills/mineBlock.js",
)


def test_the_wheel_installs_minecrew_and_nothing_beside_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"minecrew"}
    assert len(names) == len(set(names))
    assert [name for name in NEEDED if name not in names] == []
