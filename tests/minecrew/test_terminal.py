"""A log by somebody who means ill: whatever stands in it reaches the terminal as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minecrew.runlog import RunBundle

from .conftest import paper_events, write
from .test_cli import minecrew

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b2J\u202e[/red][bold]:smile:"
"""Sets the title, clears the screen twice, turns the reading round, closes a tag, opens one."""
WORDS = ("Alice", "Bob", "paper", "sugar_cane", "NOT_FOUND", "cow")


@pytest.fixture
def hostile(tmp_path: Path) -> RunBundle:
    """A run in which every name, item, code and sentence carries it; its directory, too."""
    bundle = write(tmp_path / "runs", paper_events())
    text = bundle.events_path.read_text("utf-8")
    for word in WORDS:
        text = text.replace(word, word + json.dumps(EVIL)[1:-1])
    bundle.events_path.write_text(text, "utf-8")
    return RunBundle(bundle.path.rename(bundle.path.with_name(f"run{EVIL.replace('/', '')}")))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("runs", 0),
        ("replay", 0),
        ("replay --kind item --kind skill --kind inventory", 0),
        ("replay --agent nobody", 2),
        ("audit", 0),
        ("findings", 0),
        ("findings --agent nobody", 2),
        ("compare runs", 0),
        ("compare runs other --by task", 0),
        ("diff last other/one", 1),
    ],
)
def test_nothing_in_a_log_controls_the_terminal(
    hostile: RunBundle, tmp_path: Path, command: str, code: int
) -> None:
    write(tmp_path / "other", paper_events()).path.rename(tmp_path / "other" / "one")
    told = minecrew(*command.split(), cwd=tmp_path)
    assert told.returncode == code, told.stderr
    shown = told.stdout + told.stderr
    assert {char for char in shown if not char.isprintable()} == {"\n"}
    assert "Traceback" not in shown
    assert "[bold]:smile:" in shown, "nothing hostile was to be shown"
