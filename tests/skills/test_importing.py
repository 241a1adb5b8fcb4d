"""Skills of somebody else's: what is taken, what is refused and why, and that nothing of them is run.

What was taken works in a real world: some of it here, all of it when soaked.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from minecrew.runlog import UserError
from minecrew.skill_tools.trial import run_trial
from minecrew.skills import Library, SkillImport, Trial, import_skills

from .conftest import Crew

VOYAGERS = Path(__file__).with_name("voyager")
WALK = "async function walkOn(bot) {\n  await bot.waitForTicks(1);\n}\n"


def taken(folder: Path, into: Path, *, force: bool = False) -> dict[str, SkillImport]:
    """{file: what became of it}"""
    library = Library([into] if into.is_dir() else [])
    return {one.file: one for one in import_skills(folder, into, library, force=force)}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the user's."""
    return tmp_path_factory.mktemp("own")


@pytest.fixture(scope="module")
def voyagers(own: Path) -> dict[str, SkillImport]:
    """What became of each file of a folder of Voyager's layout; what is taken lies in `own`."""
    return taken(VOYAGERS, own)


@pytest.fixture(scope="module")
def library(own: Path, voyagers: dict[str, SkillImport]) -> Library:
    return Library([own])


def test_a_folder_of_voyagers_layout_is_taken_whole(
    voyagers: dict[str, SkillImport], own: Path, library: Library
) -> None:
    found = voyagers
    refused = {file: one.refusals[0] for file, one in found.items() if one.refusals}
    assert list(refused) == ["code/craftPlanksAndSticks.js"]
    assert refused["code/craftPlanksAndSticks.js"].words == (
        "is another version of craftPlanksAndSticks; code/craftPlanksAndSticksV2.js is used instead"
    )
    assert len(list(own.glob("*.js"))) == 20
    assert found["code/mineAnyLog.js"].remarks == (
        "line 2 also uses mangrove_log, which exists only since Minecraft 1.19",
    )
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


NO_TEXT = {
    "folder.js": "is not a regular file",
    "large.js": "is larger than 262144 bytes",
    "latin.js": "is not UTF-8 text",
    "link.js": "is a link; only regular files are read",
    "pipe.js": "is not a regular file",
}


def test_what_cannot_be_used_is_refused_with_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for what, (source, _) in REFUSED.items():
        (folder / f"{what}.js").write_text(source.replace("walkOn", what.title().replace(" ", "")))
    out = tmp_path / "ran"
    write = f"require('node:fs').writeFileSync({json.dumps(str(out))}, 'x')"
    (folder / "runs.js").write_text(f"{write};\n(() => {{ {write} }})();\n{WALK}")
    secret = tmp_path / "secret.js"
    secret.write_text(WALK)
    (folder / "link.js").symlink_to(secret)
    os.mkfifo(folder / "pipe.js")
    (folder / "folder.js").mkdir()
    (folder / "large.js").write_text(WALK + " " * 300_000)
    (folder / "latin.js").write_bytes(b"// \xe9\n" + WALK.encode())
    found = taken(folder, tmp_path / "own")
    assert {file: found[file].refusals[0].words for file in NO_TEXT} == NO_TEXT
    told = {what: "; ".join(r.words for r in found[f"{what}.js"].refusals) for what in REFUSED}
    assert {what: words in told[what] for what, (_, words) in REFUSED.items()} == dict.fromkeys(REFUSED, True)
    assert found["runs.js"].refusals
    assert not out.exists(), "nothing is run"
    assert not (tmp_path / "own").exists()


def test_a_helper_beside_another_skill_is_taken_along(voyagers: dict[str, SkillImport]) -> None:
    laid = voyagers["code/craftWoodenPickaxeFromNothing.js"].path
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
    """A link in the library is replaced, and what it points to left alone."""
    folder, own, mine = tmp_path / "folder", tmp_path / "own", tmp_path / "mine.js"
    for directory in (folder, own):
        directory.mkdir()
    run = WALK.replace("walkOn", "runOn")
    (folder / "walkOn.js").write_text(WALK)
    (folder / "runOn.js").write_text(run)
    kept = "/** Mine. */\nasync function walkOn (bot) {}\nmodule.exports = walkOn\n"
    (own / "walkOn.js").write_text(kept)
    mine.write_text("/** Mine. */\nasync function runOn (bot) {}\n")
    (own / "runOn.js").symlink_to(mine)
    found = taken(folder, own)
    assert found["walkOn.js"].refusals[0].words == (
        f"a skill walkOn already exists in {own}; --force replaces it"
    )
    assert (own / "walkOn.js").read_text() == kept
    assert found["runOn.js"].refusals
    assert all(one.new for one in taken(folder, own, force=True).values())
    assert WALK in (own / "walkOn.js").read_text()
    assert mine.read_text().startswith("/** Mine")
    assert not (own / "runOn.js").is_symlink()
    found = taken(folder, own)
    assert found["walkOn.js"].path
    assert not found["walkOn.js"].new


OURS = """/**
 * Walks.
 * @param {number} n - steps
 */
async function goOn (bot, n) {}
module.exports = goOn
"""
MIXED = {
    "walkOn.js": WALK,
    "goOn.js": OURS,
    "goFar.js": "async function goFar(bot, far, how = 1) {}",
    "haste.js": WALK.replace("walkOn", "haste").replace("await ", ""),
}
CALLING = {
    "a.js": "async function first(bot) { await second(bot) }",
    "b.js": "async function second(bot) { await third(bot) }",
    "c.js": "async function third(bot) { await mineBlock(bot, 'copper_ore', 1) }",
    "d.js": "async function fourth(bot) { await fourth(bot); await fifth(bot) }",
    "e.js": "async function fifth(bot) { await fourth(bot) }",
}
DESCRIPTION = "async function walkOn(bot) {\n    // Walks. */ globalThis.x = 1 /*\n    // @give diamond=64\n}"


Mixed = tuple[dict[str, SkillImport], Path]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Mixed:
    """What became of a folder with these, a broken index and one description; and the library."""
    folder, own = tmp_path_factory.mktemp("mixed"), tmp_path_factory.mktemp("own") / "skills"
    (folder / "code").mkdir()
    (folder / "description").mkdir()
    for name, text in (MIXED | CALLING).items():
        (folder / "code" / name).write_text(text)
    (folder / "description" / "walkOn.txt").write_text(DESCRIPTION)
    (folder / "skills.json").write_text('{"walkOn": 3}')
    return taken(folder, own), own


def test_a_broken_index_is_told_and_the_files_are_taken_all_the_same(mixed: Mixed) -> None:
    found, _ = mixed
    assert (
        found["skills.json"].refusals[0].words == "does not have Voyager's form, {name: {code, description}}"
    )
    assert all(found[f"code/{name}"].path for name in MIXED)


def test_a_description_stays_a_comment(mixed: Mixed) -> None:
    skill = Library([mixed[1]]).get("walkOn")
    assert skill is not None
    assert skill.summary == "Walks. * / globalThis.x = 1 /* give diamond=64"
    assert skill.trial is not None
    assert (skill.trial.call, skill.trial.give) == ("walkOn(bot)", {})


def test_a_skill_in_our_form_stays_as_it_is(mixed: Mixed) -> None:
    found, own = mixed
    assert not found["code/goOn.js"].refusals
    assert (own / "goOn.js").read_text() == OURS


def test_what_takes_more_than_a_bot_has_its_parameters_told_and_no_example(mixed: Mixed) -> None:
    found, own = mixed
    assert not found["code/goFar.js"].refusals
    skill = Library([own]).get("goFar")
    assert skill is not None
    assert [(param.name, param.optional) for param in skill.params] == [("far", False), ("how", True)]
    assert skill.trial is None


def test_what_may_be_meant_is_told_and_taken(mixed: Mixed) -> None:
    one = mixed[0]["code/haste.js"]
    assert one.path
    assert one.remarks == ("line 2: bot.waitForTicks() takes game time and is not waited for",)


def test_who_calls_what_is_refused_is_refused(mixed: Mixed) -> None:
    found, _ = mixed
    assert [found[f"code/{name}"].name for name in CALLING if found[f"code/{name}"].path] == [
        "fourth",
        "fifth",
    ]
    assert found["code/a.js"].refusals[0].words == "line 1 calls second, which is refused"


def test_a_folder_with_nothing_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="contains no skills"):
        taken(tmp_path, tmp_path / "own")
    with pytest.raises(UserError, match="does not exist"):
        taken(tmp_path / "nowhere", tmp_path / "own")


@dataclass(frozen=True)
class Run:
    """What a skill is given, and has to gain at least."""

    give: dict[str, int] = field(default_factory=dict)
    expect: dict[str, int] = field(default_factory=dict)
    arena: str = "meadow"
    seed: int = 1
    code: str | None = None
    """What it ends as, where this server does not offer what it needs."""


ARMOUR = {"iron_helmet": 1, "iron_chestplate": 1, "iron_leggings": 1, "iron_boots": 1, "shield": 1}
RUNS = {
    "buildPillarOfThree": Run(give={"cobblestone": 3}),
    "catchOneFish": Run(give={"fishing_rod": 1}, code="NO_EFFECT"),
    "cookTwoMutton": Run(give={"furnace": 1, "mutton": 2, "oak_planks": 2}, expect={"cooked_mutton": 2}),
    "craftPlanksAndSticks": Run(give={"oak_log": 2}, expect={"oak_planks": 6, "stick": 4}),
    "craftStoneAxe": Run(give={"crafting_table": 1, "cobblestone": 3, "stick": 2}, expect={"stone_axe": 1}),
    "craftWoodenPickaxeFromNothing": Run(expect={"wooden_pickaxe": 1}),
    "craftWorkbench": Run(give={"oak_log": 1}, expect={"crafting_table": 1}),
    "cutThreeSugarCane": Run(expect={"sugar_cane": 3}),
    "eatBreadWhenHungry": Run(give={"bread": 2}),
    "gatherThreeOakLogs": Run(expect={"oak_log": 3}),
    "killOneCow": Run(give={"wooden_sword": 1}, expect={"beef": 1}),
    "killTwoSheep": Run(give={"iron_sword": 1}, expect={"mutton": 2}),
    "mineAnyLog": Run(expect={"oak_log": 1}),
    "mineSixCobblestone": Run(give={"wooden_pickaxe": 1}, expect={"cobblestone": 6}, arena="mine"),
    "placeWorkbenchBeside": Run(give={"crafting_table": 1}),
    "shearOneSheep": Run(give={"shears": 1}, expect={"white_wool": 1}),
    "smeltTwoIronOre": Run(give={"furnace": 1, "iron_ore": 2, "coal": 1}, expect={"iron_ingot": 2}),
    "sowWheatByTheWater": Run(give={"wooden_hoe": 1, "wheat_seeds": 1}),
    "storeAndFetchCobblestone": Run(give={"chest": 1, "cobblestone": 5}),
    "wearIronArmor": Run(give=ARMOUR),
}
SAMPLE = {
    "craftPlanksAndSticks": {"oak_planks": 6, "stick": 4},
    "placeWorkbenchBeside": {"crafting_table": -1},
    "storeAndFetchCobblestone": {"chest": -1, "cobblestone": -3},
    "killOneCow": {},
}
"""What changes hands at least."""


def test_each_skill_of_the_folder_has_a_run(library: Library) -> None:
    shipped = Library()
    assert sorted(RUNS) == [skill.name for skill in library.all() if not shipped.get(skill.name)]


@pytest.mark.asyncio(loop_scope="module")
async def test_some_run_in_one_world(crew: Crew, library: Library) -> None:
    await crew.join("Alice")
    await crew.bots["Alice"].learn(library.sources())
    for name, change in SAMPLE.items():
        for item, count in RUNS[name].give.items():
            await crew.grant("Alice", item, count)
        outcome = await crew.does("Alice", name)
        gains = {**change, **RUNS[name].expect}
        assert {i: n for i, n in gains.items() if outcome.gained.get(i, 0) < n} == {}, outcome.gained


@pytest.mark.soak
@pytest.mark.parametrize("name", RUNS)
async def test_all_run_each_in_a_world_of_its_own(library: Library, name: str) -> None:
    run, skill = RUNS[name], library.get(name)
    assert skill is not None
    trial = Trial(call=f"{name}(bot)", give=run.give, expect=run.expect, arena=run.arena, seed=run.seed)
    tried = await run_trial(skill, trial, library)
    if run.code is not None:
        assert (tried.outcome.code, tried.outcome.seconds < 60) == (run.code, True), tried.problem
    else:
        assert tried.problem == ""
