"""docs/skills.md says what the code does, and its first skill is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minecrew.bridge import CODES
from minecrew.skill_tools.trial_report import run_examples
from minecrew.skills import Library, check_skill
from minecrew.skills.guide import guide_text
from minecrew.terminal import Terminal

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "skills.md"
REMEDY = "write it anew: python -m minecrew.skills.guide docs/skills.md"


@pytest.fixture(scope="module")
def text() -> str:
    return GUIDE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def first(text: str) -> tuple[str, str]:
    """Name and source of the skill that the guide has one write."""
    [source] = re.findall(r"```js\n(.*?)```", text, re.DOTALL)
    [name] = re.findall(r"minecrew skills new (\w+)", text)
    return name, source


def test_the_generated_parts_are_what_the_code_says(text: str) -> None:
    assert guide_text(text) == text, REMEDY
    assert len(re.findall("<!-- generated: ", text)) == 8
    assert "| `rules.distances.handOver` |" in text
    assert "| `await bot.placeBlock(block or place, place)` |" in text
    for code in CODES:
        assert f"| `{code}` |" in text


def test_a_part_that_is_changed_by_hand_is_noticed(text: str) -> None:
    changed = text.replace("`bot.blockAt(place)`", "`bot.blockAt(block)`")
    assert changed != text
    assert guide_text(changed) == text


def test_the_first_skill_has_nothing_to_mend(first: tuple[str, str]) -> None:
    name, source = first
    assert check_skill(source, name) == []


@pytest.mark.soak
def test_the_first_skill_does_what_it_says(first: tuple[str, str], tmp_path: Path) -> None:
    name, source = first
    (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")
    assert run_examples(Library([tmp_path]), [name], Terminal())
