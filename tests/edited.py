"""A copy of the program with one text in it replaced: what a run does after somebody has edited it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def minecrew_edited(
    place: Path, file: str, old: str, new: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Runs `minecrew` from a copy in `place`, in which `old` in `file` (from the package on) is `new`."""
    package = place / "minecrew"
    shutil.copytree(ROOT / "minecrew", package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (package / file).read_text(encoding="utf-8")
    assert old in text
    (package / file).write_text(text.replace(old, new), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "minecrew", *arguments],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(place), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
