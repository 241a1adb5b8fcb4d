"""Skills of somebody else's: what is taken, what is refused and why, and that nothing of them is run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from minecrew.runlog import UserError
from minecrew.skills import Library, SkillImport, import_skills

VOYAGERS = Path(__file__).with_name("voyager")
WALK = "async function walkOn(bot) {\n  await bot.waitForTicks(1);\n}\n"


def taken(folder: Path, into: Path, *, force: bool = False) -> dict[str, SkillImport]:
    """{file: what became of it}"""
    library = Library([into] if into.is_dir() else [])
    return {one.file: one for one in import_skills(folder, into, library, force=force)}


def refusal(source: str, tmp_path: Path) -> str:
    """Why a text is not taken; '' if it is."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "walkOn.js").write_text(source, encoding="utf-8")
    [one] = taken(folder, tmp_path / "own").values()
    assert bool(one.path) is not bool(one.refusals)
    return "; ".join(refusal.words for refusal in one.refusals)


def test_a_folder_of_voyagers_layout_is_taken_whole(tmp_path: Path) -> None:
    found = taken(VOYAGERS, tmp_path)
    refused = {file: one.refusals[0] for file, one in found.items() if one.refusals}
    assert list(refused) == ["code/craftPlanksAndSticks.js"]
    assert refused["code/craftPlanksAndSticks.js"].words == (
        "is another version of craftPlanksAndSticks; code/craftPlanksAndSticksV2.js is used instead"
    )
    assert len(list(tmp_path.glob("*.js"))) == 20
    assert found["code/mineAnyLog.js"].remarks == (
        "line 2 also uses mangrove_log, which exists only since Minecraft 1.19",
    )
    library = Library([tmp_path])
    for path in VOYAGERS.glob("code/*.js"):
        if path.stem in found["code/craftPlanksAndSticks.js"].name:
            continue
        skill = library.get(found[f"code/{path.name}"].name)
        assert skill is not None
        assert path.read_text() in skill.source
        described = (VOYAGERS / "description" / f"{path.stem}.txt").read_text()
        assert skill.summary in " ".join(described.split())


def test_the_index_of_the_layout_is_that_of_its_files() -> None:
    index = json.loads((VOYAGERS / "skills.json").read_text())
    files = {path.stem.removesuffix("V2"): path.read_text() for path in sorted(VOYAGERS.glob("code/*.js"))}
    assert {name: entry["code"] + "\n" for name, entry in index.items()} == files


REFUSED = {
    "no JavaScript": ("async function walkOn(bot) {\n  await = 3 +;\n}", "line 2: "),
    "no function": ("const x = 3", "has no async function"),
    "not async": ("function walkOn(bot) {}", "has no async function"),
    "a name that is no name": ("async function wálk(bot) {}", "cannot be the name of a skill"),
    "too deep": (
        "async function walkOn(bot) {" + "[" * 100_000 + "]" * 100_000 + "}",
        "line 1: Not enough stack space",
    ),
    "a step of ours": ("async function holdings(bot) {}", "a step that minecrew's own skills use"),
    "a skill of ours": ("async function mineBlock(bot) {}", "--force lets the imported skill override it"),
    "an unknown helper": (
        WALK.replace("bot.waitForTicks", "helpMe"),
        "line 2 calls helpMe, which is not a skill",
    ),
    "something that is not available": (
        WALK.replace("bot.waitForTicks", "bot.hawkEye.autoAttack"),
        "line 2: bot has no hawkEye for skills; use killMob",
    ),
    "another plugin": (
        WALK.replace("bot.waitForTicks", "bot.collectBlock.collect"),
        "line 2: bot has no collectBlock for skills; use mineBlock or killMob, which pick up what drops",
    ),
    "an event of a plugin": (
        WALK.replace("await bot.waitForTicks(1)", "bot.once('stoppedAttacking', () => {})"),
        "line 2: there is no event stoppedAttacking for skills; use killMob",
    ),
    "a counter of failures": (
        WALK.replace("await bot.waitForTicks(1)", "_killMobFailCount++"),
        "line 2: there is no _killMobFailCount for skills; leave it out: a skill throws an error when it "
        "fails",
    ),
    "a name that every program has": (
        "async function mcData(bot) {}",
        "is already defined in every program",
    ),
    "what runs when it is read": (f"{WALK}console.log(1)", "line 4: this runs when the file is read"),
    "an item of a later version": (
        WALK.replace("bot.waitForTicks(1)", "smeltItem(bot, 'raw_iron', 'coal')"),
        "line 2 needs raw_iron, which exists only since Minecraft 1.17",
    ),
}


def test_what_cannot_be_used_is_refused_with_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for what, (source, _) in REFUSED.items():
        (folder / f"{what}.js").write_text(source.replace("walkOn", what.title().replace(" ", "")))
    found = taken(folder, tmp_path / "own")
    told = {what: "; ".join(r.words for r in found[f"{what}.js"].refusals) for what in REFUSED}
    assert {what: words in told[what] for what, (_, words) in REFUSED.items()} == dict.fromkeys(REFUSED, True)
    assert not (tmp_path / "own").exists()


def test_who_calls_what_is_refused_is_refused(tmp_path: Path) -> None:
    folder, own = tmp_path / "folder", tmp_path / "own"
    folder.mkdir()
    (folder / "a.js").write_text("async function first(bot) { await second(bot) }")
    (folder / "b.js").write_text("async function second(bot) { await third(bot) }")
    (folder / "c.js").write_text("async function third(bot) { await mineBlock(bot, 'copper_ore', 1) }")
    (folder / "d.js").write_text("async function fourth(bot) { await fourth(bot); await fifth(bot) }")
    (folder / "e.js").write_text("async function fifth(bot) { await fourth(bot) }")
    found = taken(folder, own)
    assert [one.name for one in found.values() if one.path] == ["fourth", "fifth"]
    assert found["a.js"].refusals[0].words == "line 1 calls second, which is refused"


def test_what_may_be_meant_is_told_and_taken(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "walkOn.js").write_text(WALK.replace("await ", ""))
    [one] = taken(folder, tmp_path / "own").values()
    assert one.path
    assert one.remarks == ("line 2: bot.waitForTicks() takes game time and is not waited for",)


def test_a_helper_beside_another_skill_is_taken_along(tmp_path: Path) -> None:
    found = taken(VOYAGERS, tmp_path)
    laid = found["code/craftWoodenPickaxeFromNothing.js"].path
    assert laid is not None
    assert "async function findPlaceBeside(bot) {" in laid.read_text()


def test_a_name_never_becomes_a_path(tmp_path: Path) -> None:
    folder, own = tmp_path / "folder", tmp_path / "own"
    folder.mkdir()
    index = {
        "../../evil": {"code": WALK, "description": ""},
        "/tmp/evil": {"code": "async function f(bot) { '/../' }"},
    }
    (folder / "skills.json").write_text(json.dumps(index))
    taken(folder, own)
    assert sorted(path.name for path in own.iterdir()) == ["f.js", "walkOn.js"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "own"]


def test_nothing_is_written_over_unless_forced(tmp_path: Path) -> None:
    folder, own = tmp_path / "folder", tmp_path / "own"
    for directory in (folder, own):
        directory.mkdir()
    (folder / "walkOn.js").write_text(WALK)
    kept = "/** Mine. */\nasync function walkOn (bot) {}\nmodule.exports = walkOn\n"
    (own / "walkOn.js").write_text(kept)
    [one] = taken(folder, own).values()
    assert one.refusals[0].words == f"a skill walkOn already exists in {own}; --force replaces it"
    assert (own / "walkOn.js").read_text() == kept
    [one] = taken(folder, own, force=True).values()
    assert one.new
    assert WALK in (own / "walkOn.js").read_text()
    [one] = taken(folder, own).values()
    assert one.path
    assert not one.new


def test_a_link_in_the_library_is_replaced_and_what_it_points_to_left_alone(tmp_path: Path) -> None:
    folder, own, mine = tmp_path / "folder", tmp_path / "own", tmp_path / "mine.js"
    for directory in (folder, own):
        directory.mkdir()
    (folder / "walkOn.js").write_text(WALK)
    mine.write_text("/** Mine. */\nasync function walkOn (bot) {}\n")
    (own / "walkOn.js").symlink_to(mine)
    assert taken(folder, own)["walkOn.js"].refusals
    assert taken(folder, own, force=True)["walkOn.js"].new
    assert mine.read_text().startswith("/** Mine")
    assert not (own / "walkOn.js").is_symlink()


def test_only_ordinary_files_of_text_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    secret = tmp_path / "secret.js"
    secret.write_text(WALK)
    (folder / "link.js").symlink_to(secret)
    os.mkfifo(folder / "pipe.js")
    (folder / "folder.js").mkdir()
    (folder / "large.js").write_text(WALK + " " * 300_000)
    (folder / "latin.js").write_bytes(b"// \xe9\n" + WALK.encode())
    found = {file: one.refusals[0].words for file, one in taken(folder, tmp_path / "own").items()}
    assert found == {
        "folder.js": "is not a regular file",
        "large.js": "is larger than 262144 bytes",
        "latin.js": "is not UTF-8 text",
        "link.js": "is a link; only regular files are read",
        "pipe.js": "is not a regular file",
    }


def test_a_description_stays_a_comment(tmp_path: Path) -> None:
    folder, own = tmp_path / "folder", tmp_path / "own"
    (folder / "code").mkdir(parents=True)
    (folder / "description").mkdir()
    (folder / "code" / "walkOn.js").write_text(WALK)
    text = "async function walkOn(bot) {\n    // Walks. */ globalThis.x = 1 /*\n    // @give diamond=64\n}"
    (folder / "description" / "walkOn.txt").write_text(text)
    taken(folder, own)
    skill = Library([own]).get("walkOn")
    assert skill is not None
    assert skill.summary == "Walks. * / globalThis.x = 1 /* give diamond=64"
    assert skill.trial is not None
    assert (skill.trial.call, skill.trial.give) == ("walkOn(bot)", {})


def test_nothing_is_run(tmp_path: Path) -> None:
    out = tmp_path / "ran"
    write = f"require('node:fs').writeFileSync({json.dumps(str(out))}, 'x')"
    refusal(f"{write};\n(() => {{ {write} }})();\n{WALK}", tmp_path)
    assert not out.exists()


def test_a_skill_in_our_form_stays_as_it_is(tmp_path: Path) -> None:
    jsdoc = "/**\n * Walks.\n * @param {number} n - steps\n */\n"
    text = f"{jsdoc}async function walkOn (bot, n) {{}}\nmodule.exports = walkOn\n"
    assert refusal(text, tmp_path) == ""
    assert (tmp_path / "own" / "walkOn.js").read_text() == text


def test_what_takes_more_than_a_bot_has_its_parameters_told_and_no_example(tmp_path: Path) -> None:
    assert refusal("async function walkOn(bot, far, how = 1) {}", tmp_path) == ""
    skill = Library([tmp_path / "own"]).get("walkOn")
    assert skill is not None
    assert [(param.name, param.optional) for param in skill.params] == [("far", False), ("how", True)]
    assert skill.trial is None


def test_a_broken_index_is_told_and_the_files_are_taken_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "code").mkdir(parents=True)
    (folder / "code" / "walkOn.js").write_text(WALK)
    (folder / "skills.json").write_text('{"walkOn": 3}')
    found = taken(folder, tmp_path / "own")
    assert (
        found["skills.json"].refusals[0].words == "does not have Voyager's form, {name: {code, description}}"
    )
    assert found["code/walkOn.js"].path


def test_a_folder_with_nothing_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="contains no skills"):
        taken(tmp_path, tmp_path / "own")
    with pytest.raises(UserError, match="does not exist"):
        taken(tmp_path / "nowhere", tmp_path / "own")
