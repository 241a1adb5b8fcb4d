"""Where the commands look for skills, and the user's own library: remove, promote."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.runlog import (
    Inventory,
    Manifest,
    RoundStarted,
    RunBundle,
    RunEnded,
    RunStarted,
    SkillEnded,
    SkillStarted,
    SubtaskStarted,
)
from minecrew.skill_tools import promotion
from tests import commandline

PLANKS = """/**
 * Saws what it holds.
 * @param {number} count - how often
 */
async function sawLog (bot, count) {
  return await craftItem(bot, 'oak_planks', count)
}
"""
WAVE = "/**\n * Waves.\n * @keywords zebra\n */\nasync function waveAt (bot) {}\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    own = tmp_path / ".minecrew" / "skills"
    own.mkdir(parents=True)
    return own


def skills(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return minecrew(home, "skills", *arguments)


def minecrew(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    top = home.parent.parent
    environment = {**os.environ, "COLUMNS": "200", "HOME": str(top)}
    return commandline.minecrew(*arguments, cwd=top, environment=environment)


def a_run(top: Path, source: str, *, gained: dict[str, int], name: str = "sawLog") -> RunBundle:
    """Of Alice, who held a log and wrote a program that worked."""
    bundle = RunBundle.create(top / "runs", title="Craft 4 planks")
    task = {"world": {"arena": "flat", "seed": 7}}
    bundle.write_manifest(Manifest(run=bundle.id, started="2026-01-01T00:00:00Z", task=task, seed=7))
    with bundle.log() as log:
        log.append(RunStarted(run="r", title="Craft 4 planks", goal={"oak_planks": 4}, agents=("Alice",)))
        log.append(RoundStarted())
        log.append(Inventory(agent="Alice", source="server", items={"oak_log": 1, "oak_planks": 2}))
        own = {"agent": "Alice", "subtask": "r1.Alice.1"}
        log.append(SubtaskStarted(**own, text="Get 4 planks for Bob"))
        log.append(
            SkillStarted(**own, source="bot", name=name, args=(1,), code=source, attempt=1, deadline=60)
        )
        log.append(SkillEnded(agent="Alice", source="bot", name=name, ok=True, gained=gained, seconds=1))
        log.append(RunEnded(outcome="met", reason="they have them", exit_code=0))
    bundle.skills_path.mkdir(exist_ok=True)
    (bundle.skills_path / f"{name}.js").write_text(source, encoding="utf-8")
    return bundle


def test_skills_are_looked_for_in_four_places_and_shadowing_is_told(home: Path, tmp_path: Path) -> None:
    bundle = a_run(tmp_path, PLANKS, gained={"oak_planks": 4})
    named = tmp_path / "named"
    named.mkdir()
    (home / "mineBlock.js").write_text(WAVE.replace("waveAt", "mineBlock"), encoding="utf-8")
    for place in (home, named):
        (place / "waveAt.js").write_text(WAVE, encoding="utf-8")
    listed = skills(home, "list", "--skills", str(named), "--run", "last")
    assert listed.returncode == 0
    for name in ("craftItem(", "waveAt(", "sawLog("):
        assert name in listed.stdout
    assert listed.stderr.splitlines() == [
        f"minecrew: warning: skill mineBlock of {home} overrides minecrew's own",
        f"minecrew: warning: skill waveAt of {named} overrides that in {home}",
    ]
    assert (
        f"file: {bundle.skills_path / 'sawLog.js'}" in skills(home, "show", "sawLog", "--run", "last").stdout
    )
    assert "waveAt(bot)" in skills(home, "search", "a", "zebra").stdout


def test_list_tells_the_record_of_a_skill(home: Path, tmp_path: Path) -> None:
    bundle = RunBundle.create(tmp_path / "runs", title="r")
    with bundle.log() as log:
        for code in (None, None, "NO_PATH"):
            log.append(SkillStarted(agent="Alice", source="bot", name="mineBlock", attempt=1, deadline=60))
            log.append(
                SkillEnded(
                    agent="Alice", source="bot", name="mineBlock", ok=code is None, code=code, seconds=2
                )
            )
    record = "3 calls, 67% succeeded, 2.0 s on average, 1 NO_PATH"
    lines = skills(home, "list").stdout.splitlines()
    [at] = [number for number, line in enumerate(lines) if "mineBlock(" in line]
    assert record in lines[at + 1]
    assert [line for line in lines if "calls, " in line] == [lines[at + 1]]
    assert f"in your runs: {record}" in skills(home, "show", "mineBlock").stdout


def test_a_skill_of_one_s_own_is_removed_and_no_other(home: Path, tmp_path: Path) -> None:
    (home / "waveAt.js").write_text("no skill at all", encoding="utf-8")
    (home.parent / "secret.js").write_text("kept", encoding="utf-8")
    for name in ("../secret", "mineBlock", "nothing"):
        refused = skills(home, "remove", name)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
        assert f"there is no skill {name!r} in" in refused.stderr
    assert (home.parent / "secret.js").exists()
    assert skills(home, "remove", "waveAt").returncode == 0
    assert not list(home.iterdir())


def test_what_an_agent_wrote_is_promoted_with_the_call_that_worked(home: Path, tmp_path: Path) -> None:
    a_run(tmp_path, PLANKS, gained={"oak_planks": 4, "oak_log": -1})
    promoted = skills(home, "promote", "last", "sawLog")
    assert promoted.returncode == 0, promoted.stdout + promoted.stderr
    source = (home / "sawLog.js").read_text(encoding="utf-8")
    tags = (
        "keywords get planks bob saws holds",
        "needs 1 oak_log",
        "example sawLog(bot, 1)",
        "arena flat",
        "give oak_log=1",
        "expect oak_planks=4",
        "seed 7",
    )
    assert (
        source
        == PLANKS.replace(" */", "".join(f" * @{tag}\n" for tag in tags) + " */")
        + "module.exports = sawLog\n"
    )
    again = skills(home, "promote", "last", "sawLog")
    assert (again.returncode, "a skill 'sawLog' already exists" in again.stderr) == (2, True)


def test_what_fails_its_trial_is_not_promoted(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails a trial in a world is in test_trials.py."""
    a_run(tmp_path, PLANKS, gained={"oak_planks": 4})
    tried: list[object] = []
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(promotion, "run_examples", lambda *given, **_: tried.append(given))
    assert not promotion.promote_skill("last", "sawLog", Console(quiet=True))
    assert len(tried) == 1
    assert not list(home.iterdir())


@pytest.mark.soak
def test_what_does_not_pass_is_not_promoted(home: Path, tmp_path: Path) -> None:
    a_run(tmp_path, PLANKS, gained={"oak_planks": 9})
    refused = skills(home, "promote", "last", "sawLog")
    assert refused.returncode == 1
    assert "the bot did not gain 5 oak_planks" in refused.stdout
    assert not list(home.iterdir())


def test_what_has_flaws_is_not_even_tried(home: Path, tmp_path: Path) -> None:
    bundle = a_run(tmp_path, PLANKS.replace("craftItem(", "bot.chop("), gained={"oak_planks": 4})
    refused = skills(home, "promote", "last", "sawLog")
    assert (refused.returncode, refused.stderr) == (1, "")
    first, flaw = refused.stdout.splitlines()
    assert str(bundle.skills_path / "sawLog.js") in first
    assert "chop" in flaw
    assert not list(home.iterdir())


@pytest.mark.parametrize("name", ["../../events", "nothing", "/etc/passwd"])
def test_only_what_a_run_holds_is_promoted(home: Path, tmp_path: Path, name: str) -> None:
    a_run(tmp_path, PLANKS, gained={"oak_planks": 4})
    refused = skills(home, "promote", "last", name)
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert "it has sawLog" in refused.stderr


def test_a_run_knows_the_user_s_skills_and_tells_what_they_stand_for(home: Path, tmp_path: Path) -> None:
    (home / "tillSoil.js").write_text(WAVE.replace("waveAt", "tillSoil"), encoding="utf-8")
    played = minecrew(home, "run", "--goal", "oak_planks=1", "--agents", "1", "--speed", "max")
    assert played.returncode == 0, played.stderr
    told = f"skill tillSoil of {home} overrides minecrew's own"
    assert f"warning: {told}" in played.stdout
    [bundle] = RunBundle.all(tmp_path / "runs")
    manifest = bundle.manifest()
    assert manifest is not None
    assert (manifest.skills, manifest.shadowed) == ((str(home),), (told,))
