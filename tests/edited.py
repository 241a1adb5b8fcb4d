"""A copy of the program with one text in it replaced: what a run does after somebody has edited it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("agents", "behaviors", "bridge", "mc_server", "minecrew", "runlog", "skills", "tasks")


def minecrew_edited(
    place: Path, file: str, old: str, new: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Runs `minecrew` from a copy in `place`, in which `old` in `file` is `new`."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, place / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "package.json", place)
    text = (place / file).read_text(encoding="utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "minecrew", *arguments],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(place), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
