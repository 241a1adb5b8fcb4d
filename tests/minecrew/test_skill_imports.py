"""`minecrew skills import`, as a person meets it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from .test_cli import minecrew

VOYAGERS = Path(__file__).parents[1] / "skills" / "voyager"


SOME = ("catchOneFish", "craftPlanksAndSticks", "gatherThreeOakLogs", "mineAnyLog")


def voyagers(place: Path) -> str:
    """A few of them. All are imported in tests/skills/test_importing.py."""
    for folder, suffix in (("code", ".js"), ("description", ".txt")):
        (place / folder).mkdir(parents=True)
        for name in (*SOME, "craftPlanksAndSticksV2"):
            shutil.copy(VOYAGERS / folder / f"{name}{suffix}", place / folder)
    index = json.loads((VOYAGERS / "skills.json").read_text())
    (place / "skills.json").write_text(json.dumps({name: index[name] for name in SOME}))
    return str(place)


def test_a_folder_is_imported_and_its_skills_are_found(tmp_path: Path) -> None:
    folder = voyagers(tmp_path / "voyager")
    told = minecrew("skills", "import", folder, cwd=tmp_path, HOME=str(tmp_path))
    assert told.returncode == 0, told.stderr
    assert "4 of 5 imported into" in told.stdout
    assert "1 refused: 1 another version of an imported skill" in told.stdout
    assert "also uses mangrove_log" in told.stdout
    shown = minecrew("skills", "show", "catchOneFish", cwd=tmp_path, HOME=str(tmp_path))
    assert "catching a fish with the fishing rod" in shown.stdout
    again = minecrew("skills", "import", folder, cwd=tmp_path, HOME=str(tmp_path))
    assert "0 of 5 imported into" in again.stdout
    assert "4 already existed" in again.stdout
    assert again.returncode == 0


def test_a_folder_of_which_nothing_can_be_used_ends_with_1(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.js").write_text(
        "async function smeltRawGold(bot) { await smeltItem(bot, 'raw_gold', 'coal', 5) }"
    )
    told = minecrew("skills", "import", str(folder), cwd=tmp_path, HOME=str(tmp_path))
    assert told.returncode == 1
    words = " ".join(told.stdout.replace("│", " ").split())
    assert "needs raw_gold, which exists only since Minecraft 1.17" in words
    assert not (tmp_path / ".minecrew").exists()
    missing = minecrew("skills", "import", "nowhere", cwd=tmp_path, HOME=str(tmp_path))
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)
