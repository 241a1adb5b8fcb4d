"""What is wrong in the text of a skill is told by line; what ships has nothing wrong."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.bridge import Flaw, read_offer
from minecrew.runlog import UserError
from minecrew.skill_tools.skill_file import check_files, write_skill
from minecrew.skills import Library, check_skills, skill_files
from tests import commandline

GOOD = """'use strict'
/**
 * Digs one block of a kind.
 * @param {string} name - of the block
 * @param {number} [count=1] - how many
 * @keywords dig break
 * @needs the block in sight
 * @example digOne(bot, 'stone')
 * @give wooden_pickaxe=1
 * @expect cobblestone=1
 */
async function digOne (bot, name, count = 1) {
  BODY
}
module.exports = digOne
"""
BODY_LINE = 13
GOOD_BODY = "await mineBlock(bot, name, count)"


Told = Callable[[str], list[Flaw]]


def with_body(body: str) -> str:
    return GOOD.replace("BODY", body)


def after_a_line(body: str) -> str:
    return with_body("const first = name\n  " + body)


def returning(text: str) -> str:
    return text.replace("BODY", "return name")


@pytest.fixture(scope="module")
def found() -> dict[str, list[Flaw]]:
    """The flaws of all texts below; they are read by one process, whose start takes most of the time."""
    texts = {name: text.replace("digOne", name) for text, name in named().items()}
    return check_skills({**texts, **MISNAMED, **HOSTILE})


@pytest.fixture(scope="module")
def told(found: dict[str, list[Flaw]]) -> Told:
    """What is said of a text."""
    names = named()

    def say(text: str) -> list[Flaw]:
        name = names[text]
        return [
            flaw.model_copy(update={"message": flaw.message.replace(name, "digOne")}) for flaw in found[name]
        ]

    return say


def named() -> dict[str, str]:
    bodies = [after_a_line(body) for body, _ in NOT_OFFERED] + [
        with_body(loop) for loop in [GOOD_BODY, *ENDLESS, *ENDING]
    ]
    texts = [*bodies, *(returning(text) for text, _, _ in MALFORMED), SEVERAL, UNKNOWN, every_row()]
    return {text: f"digOne{i}" for i, text in enumerate(texts)}


def only(flaws: list[Flaw]) -> tuple[int, str]:
    assert len(flaws) == 1, flaws
    return flaws[0].line, flaws[0].message


def test_a_good_skill_has_nothing_to_mend(told: Told) -> None:
    assert told(with_body(GOOD_BODY)) == []


NOT_OFFERED = [
    ("await mineBlok(bot, name)", "there is no mineBlok for skills; did you mean mineBlock?"),
    ("process.exit()", "there is no process for skills; docs/skills.md"),
    ("fetch('http://example.org')", "there is no fetch for skills"),
    ("bot.chatt('x')", "bot has no chatt for skills; did you mean chat?"),
    ("bot.quit()", "bot has no quit for skills"),
    ("bot['quit']()", "bot has no quit for skills"),
    ("bot?.quit?.()", "bot has no quit for skills"),
    ("bot.inventory.itmes()", "has no itmes for skills; did you mean items?"),
    ("const { inventory: { itmes } } = bot", "has no itmes for skills; did you mean items?"),
    (
        "const b = bot.blockAt(bot.entity.position)\nreturn b.nmae",
        "block has no nmae for skills; did you mean name?",
    ),
    ("return bot.findBlock({ matching: b => b.nmae === name })", "block has no nmae"),
    (
        "return bot.inventory.items().filter(i => i.cuont)",
        "item has no cuont for skills; did you mean count?",
    ),
    ("for (const { cuont } of bot.inventory.items()) return cuont", "item has no cuont"),
    ("return bot.entity.position.offset(0, 1, 0).distnaceTo", "did you mean distanceTo"),
    (
        "return (await bot.openChest(name)).depositt",
        "container has no depositt for skills; did you mean deposit?",
    ),
    (
        "return Object.values(bot.players).map(p => p.pnig)",
        "player has no pnig for skills; did you mean ping?",
    ),
    ("return mcData.itemByName", "mcData has no itemByName for skills; did you mean itemsByName?"),
    ("return rules.distances.handOvr", "rules.distances has no handOvr for skills; did you mean handOver?"),
    ("rules.distances.handOver = 9", "rules.distances cannot be changed"),
    ("return mcData.itemsByName.oak_logg.id", "has no oak_logg; did you mean oak_log?"),
    ("return new GoalNaer(1, 2, 3, 4)", "did you mean GoalNear"),
    ("return bot.chat.constructor('return 1')()", "constructor gives access to things that are not offered"),
    ("return b\\u006ft.quit()", "bot has no quit"),
    ("return b\u043et.chat(name)", "there is no b\u043et for skills; did you mean bot?"),
    ("return '\u202e'", "the text contains an invisible character (U+202E)"),
    ("bot.health = 20", "bot cannot be changed"),
    ("Math = 3", "Math cannot be changed"),
    ("count2 = 3", "there is no count2 for skills; did you mean count?"),
    ("return require('fs')", "require is not available to skills"),
    ("return require('vec3').Vec3", "remove it: you can use Vec3 directly"),
    ("return import('fs')", "import() is not available to skills"),
    ("// import('fs')", "import( is not available to skills, not even in a comment"),
    ("return eval('1')", "eval creates code that cannot be checked"),
    ("return new Function('return 1')", "Function creates code"),
    ("bot.dig(bot.blockAtCursor())", "bot.dig() takes game time and is not waited for"),
    ("mineBlock(bot, name)", "mineBlock() takes game time and is not waited for"),
    ("throw fail('NOT_FUOND', name)", "fail() does not know the code NOT_FUOND; did you mean NOT_FOUND?"),
    ("fail('NOT_FOUND', name)", "fail() only creates the error; write throw"),
    ("bot.on('caht', () => {})", "there is no event caht for skills; did you mean chat?"),
]


@pytest.mark.parametrize(("body", "words"), NOT_OFFERED)
def test_what_is_not_offered_is_told_with_its_line(told: Told, body: str, words: str) -> None:
    line, message = only(told(after_a_line(body)))
    assert words in message
    assert line == BODY_LINE + 1 + body.count("\n")


ENDLESS = [
    "while (true) {}",
    "for (;;) bot.chat(name)",
    "while (!bot.entity.onGround) bot.setControlState('jump', true)",
    "do { count } while (bot.health < 20)",
    "while (true) await null",
    "while (true) await Promise.resolve()",
    "while (true) { (async () => { await bot.waitForTicks(1) }) }",
    "while (true) { if (bot.health < 5) break }",
]


@pytest.mark.parametrize("loop", ENDLESS)
def test_a_loop_that_lets_no_time_pass_is_told(told: Told, loop: str) -> None:
    line, message = only(told(with_body(loop)))
    assert line == BODY_LINE
    assert "contains no await" in message


ENDING = [
    "while (true) await bot.waitForTicks(1)",
    "for (let i = 0; i < count; i++) bot.chat(name)",
    "while (count > 0) count--",
    "while (true) { if (count++ > 5) break }",
    "const queue = [1]\nwhile (queue.length) queue.shift()",
    "for (const item of bot.inventory.items()) bot.chat(item.name)",
    "let at = bot.entity.position\nwhile (bot.blockAt(at)) at = at.offset(0, 1, 0)",
    "while (true) { try { JSON.parse(name) } catch { break } }",
]


@pytest.mark.parametrize("loop", ENDING)
def test_a_loop_that_ends_or_waits_is_none(told: Told, loop: str) -> None:
    assert told(with_body(loop)) == []


MALFORMED = [
    (
        GOOD.replace("async function", "function"),
        12,
        "digOne is not async; write async function digOne (bot)",
    ),
    (GOOD.replace("async function", "async function *"), 12, "digOne is a generator"),
    (GOOD.replace("module.exports = digOne\n", ""), 14, "digOne is not exported"),
    (GOOD.replace("= digOne", "= { digOne }"), 15, "something other than digOne is exported"),
    (GOOD + "module.exports = digOne\n", 16, "a file must export only one function"),
    (GOOD + "bot.chat('x')\n", 16, "runs when the file is read"),
    (GOOD.replace("'use strict'", "import fs from 'fs'"), 1, "import and export are not available to skills"),
    (GOOD.replace("BODY", "return ]"), 13, "Unexpected token"),
    (GOOD.replace("BODY", "with (bot) {}"), 13, "'with' in strict mode"),
    (GOOD.replace(" * Digs one block of a kind.\n", ""), 2, "the JSDoc has no sentence"),
    (GOOD.replace(" * @needs the block in sight\n", ""), 2, "there is no @needs"),
    (GOOD.replace("@needs the block in sight", "@needs"), 7, "there is no @needs"),
    (
        GOOD.replace("the block in sight", "it within ${rules.distances.blcks} blocks"),
        7,
        "there is no distance blcks; did you mean blocks?",
    ),
    (GOOD.replace("@keywords", "@keyword"), 6, "there is no tag @keyword; did you mean keywords?"),
    (GOOD.replace("{number} [count=1]", "{number} [count=2]"), 5, "the default of count is 1"),
    (GOOD.replace("[count=1]", "count"), 5, "has a different default from the function; write [count=1]"),
    (GOOD.replace("[count=1] - how many", "[count=1]"), 5, "@param count is incomplete"),
    (GOOD.replace(" * @param {string} name - of the block\n", ""), 2, "parameter name has no @param"),
    (GOOD.replace("digOne(bot, 'stone')", "mineBlock(bot)"), 8, "is not a call of the skill"),
    (GOOD.replace("digOne(bot, 'stone')", "digOne(bot, stne)"), 8, "there is no stne for skills"),
    (
        GOOD.replace("cobblestone=1", "coblestone=1"),
        10,
        "no item is called coblestone; did you mean cobblestone",
    ),
    (GOOD.replace("cobblestone=1", "wooden_pickaxe=1"), 9, "both list 'wooden_pickaxe'"),
    (GOOD.replace("Digs one", "TODO"), 3, "the sentence is still TODO"),
]


@pytest.mark.parametrize(("text", "line", "words"), MALFORMED)
def test_form_and_jsdoc_are_told_with_their_line(told: Told, text: str, line: int, words: str) -> None:
    flaws = told(returning(text))
    assert [flaw.line for flaw in flaws if words in flaw.message] == [line], flaws


SEVERAL = GOOD.replace("@needs the block in sight", "@needs").replace(
    "BODY", "while (true) {}\n  bot.digg()\n  bot.chatt()"
)


def test_several_are_all_told_in_the_order_of_the_text(told: Told) -> None:
    assert [flaw.line for flaw in told(SEVERAL)] == [7, 13, 14, 15]


MISNAMED = {
    "digTwo": with_body(GOOD_BODY),
    "Vec3": with_body(GOOD_BODY).replace("digOne", "Vec3"),
}


def test_a_wrong_name_is_told(found: dict[str, list[Flaw]]) -> None:
    line, message = only([flaw for flaw in found["digTwo"] if flaw.rule == "form"])
    assert (line, message) == (
        12,
        "there is no function digTwo; rename digOne, or its file: both must have the same name",
    )
    assert "is already defined" in found["Vec3"][0].message


BREAKING = [
    "async function deep (bot) { return " + "(" * 50_000 + ")" * 50_000 + " }",
    "async function deep (bot) { return bot" + ".a" * 50_000 + " }",
    "a;" * 200_000,
    "x" * 300_000,
    "\ud800",
    "",
]


def test_what_is_made_to_break_the_check_is_told_as_any_other() -> None:
    found = check_skills({f"deep{i}": source for i, source in enumerate(BREAKING)})
    assert [flaws[0].line for flaws in found.values()] == [1] * len(BREAKING)


FORM = "async function evil (bot) {}\nmodule.exports = evil\n"
HOSTILE = {
    "evil0": f"for (;;) {{}}\n{FORM}",
    "evil1": f"}})(); for (;;) {{}}; (function () {{\n{FORM}",
    "evil2": f"'\nfor (;;) {{}}\n{FORM}",
}
"""Each would go on without end where it was evaluated: as it is, out of a wrapper, behind a quote."""


def test_a_hostile_file_is_only_parsed(found: dict[str, list[Flaw]]) -> None:
    said = [flaw.message for name in HOSTILE for flaw in found[name]]
    assert any("contains no await" in message for message in said)
    assert not any("too long" in message for message in said)


UNKNOWN = with_body("await mineAll(bot)")


def test_other_skills_given_may_be_called(told: Told) -> None:
    assert only(told(UNKNOWN))[1].startswith("there is no mineAll")
    known = {"mineAll": "async function mineAll (bot) {}", "step": "function step () {}"}
    waits, hastes = with_body("step()\n  await mineAll(bot)"), with_body("step()\n  mineAll(bot)")
    found = check_skills({"digOne": waits, "haste": hastes.replace("digOne", "haste")}, known)
    assert found["digOne"] == []
    assert only(found["haste"])[1].startswith("mineAll() takes game time")


def every_row() -> str:
    rows = [f"bot.{name}" for name in read_offer()["bot"]]
    assert len(rows) > 50
    return with_body("return [" + ", ".join(rows) + "]")


def test_every_row_of_the_facade_is_known_to_the_check(told: Told) -> None:
    assert told(every_row()) == []


def minecrew(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return commandline.minecrew("skills", *words, cwd=cwd, environment={**os.environ, "HOME": str(cwd)})


def test_new_writes_what_check_then_says_to_fill_in(tmp_path: Path) -> None:
    made = minecrew("new", "fetchCane", cwd=tmp_path)
    assert (made.returncode, made.stdout.splitlines()[0]) == (0, ".minecrew/skills/fetchCane.js")
    skills = tmp_path / ".minecrew" / "skills"
    with pytest.raises(UserError, match="already exists"):
        write_skill("fetchCane", skills, Console())
    checked = minecrew("check", "fetchCane", cwd=tmp_path)
    assert checked.returncode == 1
    *lines, last = checked.stdout.splitlines()
    assert [line.split(":")[1] for line in lines] == ["3", "4", "5", "6", "8", "9"]
    assert last == "1 skill checked, 6 problems"
    assert Library([skills]).get("fetchCane") is not None  # it is in nobody's way meanwhile


@pytest.mark.parametrize("name", ["mineBlock", "../evil", "Vec 3", "x" * 60, ""])
def test_names_that_cannot_be_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError, match="name"):
        write_skill(name, tmp_path, Console())
    assert list(tmp_path.iterdir()) == []


def test_a_skill_that_is_not_there_is_no_pass() -> None:
    with pytest.raises(UserError, match="did you mean mineBlock"):
        check_files("mineBlok", (), Console())


def test_a_directory_that_is_missing_is_named() -> None:
    with pytest.raises(UserError, match="does not exist"):
        skill_files(["nowhere"])
