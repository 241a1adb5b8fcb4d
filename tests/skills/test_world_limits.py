"""What our world cannot do is said by the guide and by the check; tests/js/server_limits.test.js tries it."""

from __future__ import annotations

from minecrew.bridge import package_root
from minecrew.mc_server import world_limits
from minecrew.mc_server.guide import limits_text
from minecrew.skills import check_skill, check_skills, skill_files

FILL = """/**
 * Fills.
 * @keywords bucket water
 * @needs nothing
 * @example fill(bot)
 */
async function fill (bot) {
  await bot.equip(mcData.itemsByName.ITEM.id, 'hand')
  await bot.CALL()
}
module.exports = fill
"""


def warnings(item: str, call: str) -> list[tuple[int, str]]:
    source = FILL.replace("ITEM", item).replace("CALL", call)
    flaws = check_skill(source, "fill", {}, world_limits())
    return [(flaw.line, flaw.message) for flaw in flaws if flaw.is_warning]


def test_the_guide_has_the_servers_list() -> None:
    guide = (package_root() / "docs" / "skills.md").read_text("utf-8")
    assert guide == limits_text(guide), "run `python -m minecrew.mc_server.guide docs/skills.md`"
    assert "- Buckets do nothing" in guide


def test_a_use_that_has_no_effect_is_a_warning_at_its_line() -> None:
    [(line, message)] = warnings("bucket", "activateItem")
    assert line == 9
    assert message.startswith("in this world buckets do nothing")
    assert [line for line, _ in warnings("oak_log", "fish")] == [9]


def test_what_works_gives_no_warning() -> None:
    assert warnings("bread", "consume") == []
    assert warnings("bucket", "waitForTicks") == []
    assert check_skill(FILL.replace("ITEM", "bucket").replace("CALL", "activateItem"), "fill", {}) == []


def test_no_skill_that_ships_uses_what_has_no_effect() -> None:
    sources = {name: path.read_text("utf-8") for name, path in skill_files().items()}
    found = check_skills(sources, limits=world_limits())
    assert {name: flaws for name, flaws in found.items() if flaws} == {}
