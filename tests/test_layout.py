"""The layout of the JavaScript that git tracks: no line is too long to be read beside another."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 120
"""Characters in a line of JavaScript."""
VENDORED = ("tests/skills/voyager/", "tests/fixtures/")
"""Skills of another project and of models, kept as they were written."""


def tracked_javascript() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.js"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.splitlines() if not path.startswith(VENDORED)]


def test_lines_of_javascript_have_at_most_120_characters() -> None:
    paths = [ROOT / path for path in tracked_javascript() if (ROOT / path).exists()]
    assert len(paths) > 200
    assert [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} characters"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ] == []
