"""What a crew writes during its run is found, listed and handed to the bots like every other skill."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.runlog import UserError
from minecrew.skills import Library

WAVE = "/**\n * Greets a stranger by jumping twice.\n * @keywords hello\n */\nasync function wave (bot) {}\n"


def test_a_kept_program_is_a_skill(tmp_path: Path) -> None:
    library = Library(kept=tmp_path / "skills")
    assert library.search("greets strangers") == []
    kept = library.keep(WAVE, "wave")
    assert kept is not None
    assert kept.summary == "Greets a stranger by jumping twice."
    assert library.search("greets strangers") == library.search("hello") == [kept]
    assert library.sources()["wave"] == (tmp_path / "skills" / "wave.js").read_text() == WAVE
    assert next(skill.name for skill in library.search("craft an item")) == "craft"


def test_a_name_is_taken_once(tmp_path: Path) -> None:
    library = Library(kept=tmp_path)
    before = library.sources()["mineBlock"]
    assert library.keep(WAVE.replace("wave", "mineBlock"), "mineBlock") is None
    assert library.sources()["mineBlock"] == before
    assert list(tmp_path.iterdir()) == []


def test_what_says_nothing_of_itself_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no JSDoc sentence"):
        Library(kept=tmp_path).keep("async function wave (bot) {}", "wave")
    assert list(tmp_path.iterdir()) == []
