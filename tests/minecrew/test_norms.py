"""Files of norms: a model gets their text, so a file from somebody else may name only its own folder's."""

from __future__ import annotations

from collections.abc import Callable
from errno import EACCES
from pathlib import Path
from unittest.mock import Mock

import pytest

from minecrew.options import read_options
from minecrew.refinement.refinement_file import read_refinement
from minecrew.run.choice import choose_task
from minecrew.runlog import UserError
from minecrew.study.planned_run import plan_study
from minecrew.study.study_file import read_study

TASK = """
title = "One stick"
goal = { stick = 1 }
agents = [{ name = "Alice" }]
"""
STUDY = """
title = "Norms"
question = "Do norms help?"
seeds = 1
primary = "met"
[base]
task = "paper"
"""
REFINEMENT = """
title = "Norms"
task = "paper"
"""
REFUSED = r"norms = '.*' cannot be read; give none, .* or a file in the folder of the file that names it"


def of_task(folder: Path, norms: str) -> str:
    (folder / "task.toml").write_text(f"{TASK}team = {{ norms = '{norms}' }}\n")
    return choose_task(read_options({"task": str(folder / "task.toml")})).team.norms


def of_study(folder: Path, line: str) -> str:
    (folder / "study.toml").write_text(f"{STUDY}{line}\n")
    plan = plan_study(read_study(folder / "study.toml"), folder, {})
    (norms,) = {run.task.team.norms for run in plan.runs}
    return norms


def of_refinement(folder: Path, line: str) -> str:
    (folder / "refinement.toml").write_text(f"{REFINEMENT}{line}\n[[rivals]]\nname = 'quick'\n")
    return read_refinement(folder / "refinement.toml").task.team.norms


WAYS: dict[str, Callable[[Path, str], str]] = {
    "a task": of_task,
    "a study": lambda folder, norms: of_study(folder, f"norms = '{norms}'"),
    "a study, by the key's path": lambda folder, norms: of_study(folder, f"team.norms = '{norms}'"),
    "a factor of a study": lambda folder, norms: of_study(folder, f"[factors]\nnorms = ['{norms}']"),
    "a refinement": lambda folder, norms: of_refinement(folder, f"norms = '{norms}'"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "theirs"
    folder.mkdir()
    (tmp_path / "private.txt").write_text("the key of the house")
    (folder / "norms.md").write_text("Take nothing from others.")
    (folder / "word.md").write_text("Share!")
    (folder / "path.md").write_text(str(tmp_path / "private.txt"))
    (folder / "link.md").symlink_to(tmp_path / "private.txt")
    return folder


@pytest.mark.parametrize("way", WAYS)
def test_a_file_may_name_only_files_of_its_own_folder(folder: Path, way: str) -> None:
    read = WAYS[way]
    assert read(folder, "norms.md") == "Take nothing from others."
    assert read(folder, "word.md") == "Share!"
    assert read(folder, "path.md") == str(folder.parent / "private.txt"), "the text, and not what it names"
    assert read(folder, "Take nothing.") == "Take nothing."
    for name in ("../private.txt", str(folder.parent / "private.txt"), "link.md"):
        with pytest.raises(UserError, match=REFUSED):
            read(folder, name)


def test_a_user_may_name_any_file(folder: Path) -> None:
    given = {"task": "paper", "norms": str(folder.parent / "private.txt")}
    assert choose_task(read_options(given)).team.norms == "the key of the house"


def test_an_option_replaces_the_norms_of_the_task(folder: Path) -> None:
    with pytest.raises(UserError, match=REFUSED):
        of_task(folder, "missing.md")
    given = {"task": str(folder / "task.toml"), "norms": "none"}
    assert choose_task(read_options(given)).team.norms == "none"


def test_a_task_file_that_cannot_be_read_is_told_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who is root can read every file, so the refusal is simulated."""
    of_task(folder, "none")
    monkeypatch.setattr(Path, "read_text", Mock(side_effect=PermissionError(EACCES, "Permission denied")))
    with pytest.raises(UserError, match=r"^cannot read the task file '.*/task\.toml': Permission denied$"):
        choose_task(read_options({"task": str(folder / "task.toml")}))


def test_a_path_that_is_too_long_is_told_in_one_line() -> None:
    with pytest.raises(UserError, match=r"^(cannot read )?the task file 'a{300}\.toml'"):
        choose_task(read_options({"task": f"{'a' * 300}.toml"}))
