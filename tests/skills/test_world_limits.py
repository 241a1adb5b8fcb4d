"""What our world cannot do is said by the guide and by the check; tests/js/server_limits.test.js tries it."""

from __future__ import annotations

import pytest

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


CALLS = [("bucket", "activateItem"), ("oak_log", "fish"), ("bread", "consume"), ("bucket", "waitForTicks")]
Warnings = dict[tuple[str, str], list[tuple[int, str]]]


@pytest.fixture(scope="module")
def warnings() -> Warnings:
    """Line and text of each warning of these calls; one process reads all."""
    names = {call: f"fill{i}" for i, call in enumerate(CALLS)}
    texts = {
        name: FILL.replace("ITEM", item).replace("CALL", call).replace("fill", name)
        for (item, call), name in names.items()
    }
    flaws = check_skills(texts, {}, world_limits())
    return {
        call: [(flaw.line, flaw.message) for flaw in flaws[name] if flaw.is_warning]
        for call, name in names.items()
    }


def test_the_guide_has_the_servers_list() -> None:
    guide = (package_root() / "docs" / "skills.md").read_text("utf-8")
    assert guide == limits_text(guide), "run `python -m minecrew.mc_server.guide docs/skills.md`"
    assert "- Buckets do nothing" in guide


def test_a_use_that_has_no_effect_is_a_warning_at_its_line(warnings: Warnings) -> None:
    [(line, message)] = warnings["bucket", "activateItem"]
    assert line == 9
    assert message.startswith("in this world buckets do nothing")
    assert [line for line, _ in warnings["oak_log", "fish"]] == [9]


def test_what_works_gives_no_warning(warnings: Warnings) -> None:
    assert warnings["bread", "consume"] == []
    assert warnings["bucket", "waitForTicks"] == []
    assert check_skill(FILL.replace("ITEM", "bucket").replace("CALL", "activateItem"), "fill", {}) == []


def test_no_skill_that_ships_has_anything_to_mend_or_uses_what_has_no_effect() -> None:
    sources = {name: path.read_text("utf-8") for name, path in skill_files().items()}
    assert len(sources) > 30
    found = check_skills(sources, limits=world_limits())
    assert {name: flaws for name, flaws in found.items() if flaws} == {}
