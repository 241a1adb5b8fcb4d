"""The library: finding files, reading JSDoc, searching, and what it refuses."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from minecrew.runlog import UserError
from minecrew.skills import Library, SkillRecord, Trial

VOYAGER = {
    "checkItemInsideChest",
    "craftItem",
    "depositItemIntoChest",
    "exploreUntil",
    "getItemFromChest",
    "givePlacedItemBack",
    "killMob",
    "mineBlock",
    "placeItem",
    "smeltItem",
}
PUNCTUATION = ["", "   ", "?!", '"', "'; DROP", "NEAR(", "a AND OR NOT *", "name:wood", "é^-+~()", "\x00"]
OWN = {"craft", "equipItem", "giveItem", "goTo", "meet", "pickUp", "plantCrop", "shearSheep", "tillSoil"}

WAVE = """'use strict'
/**
 * Waves at
 * somebody.
 * @param {object} bot - the bot
 * @param {string} who - whom to greet
 * @param {number} [times=2] - how often
 * @keywords greet hello
 * @needs nothing
 * @example waveAt(bot, 'Bob')
 */
async function waveAt (bot, who, times = 2) {}
module.exports = waveAt
"""


def drop(directory: Path, name: str, source: str) -> Path:
    path = directory / name
    path.write_text(source, encoding="utf-8")
    return path


def test_the_package_holds_the_primitives_and_hides_their_steps() -> None:
    library = Library()
    names = [skill.name for skill in library.all()]
    assert set(names) >= VOYAGER | OWN
    assert len(names) >= 40
    assert names == sorted(names)
    assert "walk" in library.sources()
    step = library.get("walk")
    assert step is not None
    assert step.internal
    assert "walk" not in names


def test_every_skill_says_what_a_caller_has_to_know() -> None:
    for skill in Library().all():
        assert skill.summary.endswith("."), skill.name
        assert skill.keywords, skill.name
        assert skill.needs, skill.name
        assert skill.example.startswith(f"{skill.name}(bot"), skill.name
        assert all(param.type and param.text for param in skill.params), skill.name


def test_the_documented_parameters_are_the_real_ones() -> None:
    for skill in Library().all():
        head = skill.source[skill.source.index(f"function {skill.name} (") :]
        real = head[head.index("(") + 1 : head.index(") {")].split(", ")
        assert [p.split(" = ")[0] for p in real] == ["bot", *(p.name for p in skill.params)], skill.name


def test_jsdoc_is_read(tmp_path: Path) -> None:
    path = drop(tmp_path, "waveAt.js", WAVE)
    skill = Library([tmp_path]).get("waveAt")
    assert skill is not None
    assert skill.summary == "Waves at somebody."
    assert [(p.name, p.type, p.text, p.optional, p.default) for p in skill.params] == [
        ("who", "string", "whom to greet", False, None),
        ("times", "number", "how often", True, "2"),
    ]
    assert skill.signature == "waveAt(bot, who, times = 2)"
    assert (skill.keywords, skill.needs) == (("greet", "hello"), "nothing")
    assert skill.example == "waveAt(bot, 'Bob')"
    assert (skill.path, skill.source) == (path, WAVE)


def test_a_later_directory_shadows_an_earlier_one(tmp_path: Path) -> None:
    mine = WAVE.replace("waveAt", "mineBlock")
    drop(tmp_path, "mineBlock.js", mine)
    library = Library([tmp_path])
    assert library.sources()["mineBlock"] == mine
    assert [s.summary for s in library.all() if s.name == "mineBlock"] == ["Waves at somebody."]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("gather wood", "gatherWood"),
        ("mineBlock", "mineBlock"),
        ("hunt a cow for leather", "gatherLeather"),
        ("hand the paper over to Bob", "giveItem"),
        ("where is Bob? meet him", "meet"),
        ("craft a bookshelf", "craftBookshelf"),
        ("Placing", "placeItem"),
    ],
)
def test_search_finds_by_words(query: str, first: str) -> None:
    assert Library().search(query)[0].name == first


@pytest.mark.parametrize("query", PUNCTUATION)
def test_search_bears_any_punctuation(query: str) -> None:
    assert isinstance(Library().search(query), list)


def test_search_gives_at_most_k() -> None:
    library = Library()
    assert len(library.search("item block player", k=2)) == 2
    assert library.search("item", k=0) == []


def test_an_example_says_how_it_is_tried(tmp_path: Path) -> None:
    tags = (
        " * @arena mine\n * @before bot.toss(1)\n * @give shears=1, oak_log=3\n * @expect white_wool=2\n"
        " * @with meet(bot, 'Alice')\n * @seed 3\n */"
    )
    drop(tmp_path, "waveAt.js", WAVE.replace(" */", tags))
    skill = Library([tmp_path]).get("waveAt")
    assert skill is not None
    assert skill.trial == Trial(
        call="waveAt(bot, 'Bob')",
        arena="mine",
        before="bot.toss(1)",
        give={"shears": 1, "oak_log": 3},
        expect={"white_wool": 2},
        partner="meet(bot, 'Alice')",
        seed=3,
    )


def test_an_example_alone_is_tried_in_the_meadow(tmp_path: Path) -> None:
    drop(tmp_path, "waveAt.js", WAVE)
    skill = Library([tmp_path]).get("waveAt")
    assert skill is not None
    assert skill.trial == Trial(call="waveAt(bot, 'Bob')", arena="meadow", seed=1)


@pytest.mark.parametrize(
    ("tag", "says"),
    [
        ("@give shears", "line 11: @give 'shears' is not ITEM=N; write @give oak_log=2, stick=1"),
        ("@give stick=1\n * @expect stick=2", "line 11: @give and @expect both list 'stick'"),
        ("@expect oak_log=0", "line 11: @expect 'oak_log=0' is not ITEM=N"),
        ("@arena ../x", "line 11: @arena '../x' is not an arena's name"),
        ("@seed -1", "line 11: @seed '-1' is not a whole number"),
        ("@with 'Bob'", "line 11: @with \"'Bob'\" is not a call"),
        ("@before walking", "line 11: @before 'walking' is not a call"),
        ("@example waveAt(bot)", "line 11: there is a second @example; keep only one"),
    ],
)
def test_a_tag_that_is_wrong_is_refused_with_its_line(tmp_path: Path, tag: str, says: str) -> None:
    path = drop(tmp_path, "waveAt.js", WAVE.replace(" */", f" * {tag}\n */"))
    with pytest.raises(UserError) as refused:
        Library([tmp_path])
    assert str(refused.value).startswith(f"skill {path}, {says}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ("wave(bot)", "@example 'wave(bot)' is not a call of the skill; write @example waveAt(bot)"),
        ("", "@seed without an @example; write @example waveAt(bot)"),
    ],
)
def test_an_example_has_to_call_its_skill(tmp_path: Path, example: str, says: str) -> None:
    line = f" * @example {example}\n" if example else ""
    drop(tmp_path, "waveAt.js", WAVE.replace(" * @example waveAt(bot, 'Bob')\n", f"{line} * @seed 2\n"))
    with pytest.raises(UserError) as refused:
        Library([tmp_path])
    assert f"line 10: {says}" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "source", "says"),
    [
        ("wave.js", WAVE, "has no function 'wave'; give the file the name of its function"),
        ("waveAt.js", "async function waveAt (bot) {}", "has no JSDoc sentence; start it with"),
        ("waveAt.js", "/** @keywords x */\nasync function waveAt (bot) {}", "has no JSDoc sentence"),
    ],
)
def test_a_file_that_is_no_skill_is_refused(tmp_path: Path, name: str, source: str, says: str) -> None:
    path = drop(tmp_path, name, source)
    with pytest.raises(UserError) as refused:
        Library([tmp_path])
    assert str(path) in str(refused.value)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere"):
        Library([tmp_path / "nowhere"])


def test_no_skill_has_the_name_of_a_program_of_the_offline_mind() -> None:
    written = Path(__file__).resolve().parents[2] / "agents" / "offline"
    assert not {path.stem for path in written.rglob("*.js")} & set(Library().sources())


def test_who_stands_for_whom_is_told(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for directory in (first, second):
        directory.mkdir()
        drop(directory, "waveAt.js", WAVE)
    drop(first, "mineBlock.js", WAVE.replace("waveAt", "mineBlock"))
    told = {shadow.name: str(shadow) for shadow in Library([first, second]).shadows}
    assert told == {
        "mineBlock": f"skill mineBlock of {first} overrides minecrew's own",
        "waveAt": f"skill waveAt of {second} overrides that in {first}",
    }
    assert Library().shadows == ()


def test_a_file_that_changes_is_found_by_its_new_words(tmp_path: Path) -> None:
    now = itertools.count()
    library = Library([tmp_path], clock=lambda: next(now))
    assert library.search("zebra") == []
    path = drop(tmp_path, "waveAt.js", WAVE.replace("greet hello", "zebra"))
    assert [skill.name for skill in library.search("zebra")] == ["waveAt"]
    drop(tmp_path, "waveAt.js", WAVE.replace("greet hello", "okapi"))
    assert library.search("zebra") == []
    assert [skill.name for skill in library.search("okapi")] == ["waveAt"]
    assert not library.refresh()
    path.unlink()
    assert library.search("okapi") == []
    assert library.get("waveAt") is None


def test_a_run_s_library_is_what_it_was_at_its_beginning(tmp_path: Path) -> None:
    now = itertools.count()
    library = Library([tmp_path], kept=tmp_path / "run", clock=lambda: next(now))
    drop(tmp_path, "waveAt.js", WAVE)
    assert library.search("greet") == []


def test_the_run_s_own_folder_is_looked_through_last(tmp_path: Path) -> None:
    kept = tmp_path / "run"
    kept.mkdir()
    drop(kept, "waveAt.js", WAVE)
    assert Library(kept=kept).get("waveAt") is not None


@pytest.mark.parametrize("name", ["../waveAt", "/tmp/waveAt", "wave At", "", "waveAt\n", "вaveAt", "a" * 65])
def test_a_name_never_becomes_a_path(tmp_path: Path, name: str) -> None:
    library = Library(kept=tmp_path / "run" / "skills")
    with pytest.raises(UserError, match="cannot be a skill's name"):
        library.keep(WAVE, name)
    assert library.get(name) is None
    assert not list(tmp_path.rglob("*.js"))


def test_what_worked_is_found_before_what_failed(tmp_path: Path) -> None:
    for name in ("waveOne", "waveTwo"):
        drop(tmp_path, f"{name}.js", WAVE.replace("waveAt", name))
    good, bad = SkillRecord(calls=9, successes=9), SkillRecord(calls=9, successes=0, codes={"NO_PATH": 9})
    for first, second in (("waveOne", "waveTwo"), ("waveTwo", "waveOne")):
        library = Library([tmp_path], records={first: good, second: bad})
        assert [skill.name for skill in library.search("greet")] == [first, second]
