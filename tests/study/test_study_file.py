"""A study's file: what it declares, and which mistakes are refused in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from minecrew.runlog import UserError
from minecrew.study.cell import cells, excluded
from minecrew.study.planned_run import plan_study
from minecrew.study.study_file import parse_study

from .conftest import TOML


def test_cells_are_all_combinations_that_are_not_excluded() -> None:
    study = parse_study(TOML, "talk.toml")
    assert [cell.title for cell in cells(study)] == [
        "discussion horizontal, persona plain",
        "discussion horizontal, persona eager",
        "discussion none, persona plain",
    ]
    assert [count for _, count in excluded(study)] == [1]
    assert study.outcome_names == ("execution_seconds", "met", "messages")
    assert parse_study('title = "a"\nseeds = { first = 7, count = 2 }', "a").seeds == (7, 8)


BROAD = "".join(
    f"f{one} = {{ {', '.join(f'l{level} = {{}}' for level in range(9))} }}\n" for one in range(30)
)
"""Thirty factors with nine levels each."""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("seeds = 3", "seeds = []", "at least one seed"),
        ("seeds = 3", "seeds = [1, 1]", "twice"),
        ("seeds = 3", "seed = 3", "'seed' is unknown"),
        ('speed = "max"', "speeds = 3", "no option 'speeds'; did you mean speed"),
        ('speed = "max"', "seed = 3", "'seed' cannot be set in a study"),
        ('speed = "max"', "out = 'x'", "cannot be set"),
        ('level = "eager"', 'level = "keen"', "has no level 'keen'"),
        ('factor = "persona"', 'factor = "personality"', "no factor 'personality'"),
        ('title = "Talk"', 'titel = "Talk"', "'titel' is unknown"),
        ("plain = {}", 'plain = { discussion = "none" }', "both set 'discussion'"),
        ('task = "paper"', 'task = "papr"', "no task 'papr'"),
        ('"Alice=eager"', '"Zoe=eager"', "'Zoe' is not in the crew"),
        ('task = "paper"', "p_error = 3", "--p-error 3 is not a valid share"),
        ('discussion = "none", persona = "eager"', 'persona = ["plain", "eager"]', "excludes all"),
        ("[base]", "[base", "not valid TOML"),
        ('speed = "max"', "skills = 5", "--skills"),
        ('speed = "max"', "skills = [5]", "--skills"),
        ('task = "paper"', f'task = "{"a" * 5000}"', "no task"),
        ('speed = "max"', 'norms = "/dev/zero"', "cannot be read"),
        ("[base]", f"[base{'.a' * 3000}]", "nested too deeply"),
        ("[factors.persona]", BROAD + "[factors.persona]", "more than 100,000 combinations"),
        ("seeds = 3", "seeds = 10_000\nrepeats = 1000", "30,000,000 runs"),
    ],
)
def test_mistakes_are_refused_in_one_line(old: str, new: str, complaint: str) -> None:
    assert old in TOML
    with pytest.raises(UserError) as refused:
        plan_study(parse_study(TOML.replace(old, new), "talk.toml"), Path(), {})
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def keys(text: str, code: str = "a") -> set[str]:
    return {run.key for run in plan_study(parse_study(text, "talk.toml"), Path(), {"x.js": code}).runs}


def test_a_run_is_its_configuration_and_the_code_and_not_the_study() -> None:
    before = keys(TOML)
    assert len(before) == 9
    assert keys(TOML.replace('title = "Talk"', 'title = "Other"').replace("primary = true", "")) == before
    more = keys(TOML.replace("seeds = 3", "seeds = 4").replace('"none"]', '"none", "vertical"]'))
    assert before < more
    assert len(more) == 4 * 5
    fewer = TOML.replace("[factors]", "limits.attempts = 2\n[factors]")
    assert keys(fewer).isdisjoint(before)
    assert keys(fewer.replace("limits.attempts", '"limits.attempts"')) == keys(fewer)
    assert keys(TOML.replace('"paper"', '"book"')).isdisjoint(before)
    assert keys(TOML, "b").isdisjoint(before)
    assert len(keys(TOML.replace("seeds = 3", "seeds = 3\nrepeats = 2"))) == 18
    assert before < keys(TOML.replace("seeds = 3", "seeds = 3\nrepeats = 2"))


def test_a_file_of_further_skills_changes_the_runs(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    skill = tmp_path / "mine" / "a.js"
    text = TOML.replace('task = "paper"', 'task = "paper"\nskills = ["mine"]')

    def planned() -> set[str]:
        return {run.key for run in plan_study(parse_study(text, "t"), tmp_path, {}).runs}

    skill.write_text("// one")
    before = planned()
    skill.write_text("// two")
    assert planned().isdisjoint(before)
    skill.write_text("// one")
    assert planned() == before


def test_only_the_skills_of_a_folder_are_read(tmp_path: Path) -> None:
    """A study file can name any folder, such as /."""
    (tmp_path / "mine" / "deep").mkdir(parents=True)
    text = TOML.replace('task = "paper"', 'task = "paper"\nskills = ["mine"]')

    def planned() -> set[str]:
        return {run.key for run in plan_study(parse_study(text, "t"), tmp_path, {}).runs}

    before = planned()
    os.mkfifo(tmp_path / "mine" / "a.txt")
    os.mkfifo(tmp_path / "mine" / "deep" / "a.js")
    (tmp_path / "mine" / ".#b.js").symlink_to("nowhere")
    assert planned() == before
    os.mkfifo(tmp_path / "mine" / "a.js")
    with pytest.raises(
        UserError, match=r"cannot read the skill '.*/mine/a\.js': the file is not a regular file"
    ):
        planned()
