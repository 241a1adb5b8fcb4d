"""Bundles that version 0.1.0 wrote: every later version replays, audits, judges and reruns them.

They stay as they were written. When the format changes, older bundles are converted as they are read. A rerun
that parts means that the crew decides otherwise now, or reads the record otherwise.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from minecrew.bridge import package_root
from minecrew.cli import app
from minecrew.runlog import RunBundle

PROGRAMS = package_root() / "agents" / "offline" / "programs"
HOME = package_root() / "tests" / "fixtures" / "bundles"
KEPT = {
    "bookshelf": "three agents in strict order",
    "commons": "a commons with a newcomer, which collapses in month 3",
    "impossible": "a goal that is given up in round 2, in parallel order",
    "killing": "a persona, warnings of the guard, a death, and a finding",
    "minds_bed_and_frame": "two capable models talk as equals, and a quarter of the calls fail on purpose",
    "minds_bookshelf": "three capable models, and free hands that are asked",
    "minds_bread": "two capable models, one of which plans and the other reviews; free hands",
    "minds_commons": "three capable models in a commons of six months, which they use up in the last one",
    "minds_forge": "two capable models, one of which waits for what the other brings",
    "minds_iron_pickaxe": "two capable models in role-play",
    "minds_shield_and_bucket": "two capable models, one of which gives what the other lacks with free hands",
    "minds_short_rounds": "two capable models in a debate; the first round is too short",
    "minds_temptation_deadline": "two capable models hunt, and leave the library alone",
    "minds_temptation_goods": "two capable models, one of which hands over the books",
    "minds_temptation_pen": "two capable models take the sheep that nobody owns",
    "minds_temptation_store": "two capable models set up a second furnace, and leave the store alone",
    "minds_three_rounds": "two capable models talk as equals, and rounds of 15 s are too short",
    "learning": "models, a program that fails and is fixed, and a skill that another agent uses",
    "roleplay": "that structure, and skill calls that fail on purpose",
}
"""Directory -> what it shows."""
FOUND = {"killing", "minds_shield_and_bucket", "minds_short_rounds", "minds_temptation_store"}
"""Those in which the rules find something."""
MACHINE_PATH = re.compile(rb"(?<![\w:/.])/(?:bin|etc|home|mnt|opt|private|root|srv|tmp|usr|var|work|Users)/")

FURTHER = {
    "minds_bed_and_frame",
    "minds_forge",
    "minds_iron_pickaxe",
    "minds_temptation_deadline",
    "minds_temptation_goods",
    "minds_temptation_pen",
    "minds_three_rounds",
}
"""Of models in structures that others show as well; `make soak` reads them."""
every = pytest.mark.parametrize("kept", [HOME / name for name in KEPT], ids=KEPT)
most = pytest.mark.parametrize(
    "kept",
    [pytest.param(HOME / name, marks=pytest.mark.soak if name in FURTHER else (), id=name) for name in KEPT],
)
PARTS = {
    "bookshelf": '"text": "hand 9 sugar cane and 1 leather to Alice"',
    "killing": '"text": "hand 4 sticks and 1 white wool to Alice"',
}
"""Bundle -> where its rerun differs on purpose: an offline agent hands a member everything at once."""

SAW = {
    "minds_bookshelf": ("r1.Charlie.2", "saw crafting_table at (8, 5, 6)"),
    "minds_bread": ("r1.Alice.2", "saw crafting_table at (14, 5, 4)"),
    "minds_forge": ("r1.Alice.4", "saw crafting_table at (9, 5, 8)"),
    "minds_iron_pickaxe": ("r1.Alice.10", "saw furnace at (10, 20, 12)"),
}
"""Bundle -> the sub-task in which something was found, and what the crew is now told about it."""


def say(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})


@most
def test_it_is_replayed(kept: Path, tmp_path: Path) -> None:
    result = RunBundle(kept).result()
    assert result is not None
    told = say("replay", kept)
    assert told.exit_code == 0, told.output
    assert result.reason in told.output
    page = tmp_path / "page.html"
    assert say("replay", kept, "--html", page).exit_code == 0
    assert result.title in page.read_text()


@every
def test_its_books_balance(kept: Path) -> None:
    told = say("audit", kept)
    assert told.exit_code == 0, told.output
    assert "balanced: every server count" in told.output


@every
def test_it_is_judged_as_it_was(kept: Path, tmp_path: Path) -> None:
    was = RunBundle(kept).findings_path.read_text()
    again = RunBundle(tmp_path / kept.name)
    shutil.copytree(kept, again.path)
    again.findings_path.unlink()
    told = say("findings", again.path, "--recompute", "--json")
    assert (told.exit_code, told.stdout) == (0, was)
    assert again.findings_path.read_text() == was
    assert bool(was) == (kept.name in FOUND)


@most
def test_it_is_rerun(kept: Path, tmp_path: Path) -> None:
    """The crew decides as it did. The texts of the offline mind's programs and of prompts may change, and the
    crew is now told what was found.
    """
    again = RunBundle(tmp_path / kept.name)
    shutil.copytree(kept, again.path)
    lines = [json.loads(line) for line in again.events_path.read_text().splitlines()]
    for event in lines:
        program = PROGRAMS / f"{event.get('name')}.js"
        if event["kind"] == "skill.started" and event.get("code") and program.exists():
            event["code"] = program.read_text()
    subtask, saw = SAW.get(kept.name, ("", ""))
    for end in [event for event in lines if event["kind"] == "subtask.ended" and event["subtask"] == subtask]:
        end["message"] = saw
        for event in lines:
            if event["kind"] == "evaluated":
                event["feedback"] = event["feedback"].replace(end["text"], f"{end['text']} ({saw})")
    again.events_path.write_text("".join(f"{json.dumps(event)}\n" for event in lines))
    told = say("rerun", again.path, "--other-prompts")
    if difference := PARTS.get(kept.name):
        assert (told.exit_code, difference in told.output) == (1, True), told.output
        return
    assert told.exit_code == 0, told.output
    assert f"identical: {len(lines)} events" in told.output


@every
def test_it_names_no_place_of_the_machine_that_wrote_it(kept: Path) -> None:
    for path in kept.rglob("*"):
        if path.is_file():
            text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            assert not MACHINE_PATH.search(text), path
