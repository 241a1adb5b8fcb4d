"""What a skill shows of itself where its author wrote little, as models do: one line and no `@param`."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.skills import Library, Skill, parse_skill


def written(source: str) -> Skill:
    return parse_skill(source, Path("huntWool.js"))


@pytest.mark.parametrize(
    ("parameters", "shown"),
    [
        ("bot", "bot"),
        ("bot, colour = 'white', count = 3", "bot, colour = 'white', count = 3"),
        ("bot, text = 'a, b) {', list = [1, 2]", "bot, text = 'a, b) {', list = [1, 2]"),
        ("bot, { near = 2, far } = {}, ...rest", "bot, { near = 2, far } = {}, ...rest"),
        ("bot, check = (a, b) => a === b", "bot, check = (a, b) => a === b"),
        ("bot, // whom\n  count /* how many */ = 2,\n", "bot, count = 2"),
    ],
)
def test_parameters_without_a_tag_are_read_from_the_code(parameters: str, shown: str) -> None:
    skill = written(f"/** Hunts. */\nasync function huntWool ({parameters}) {{\n  return (1)\n}}")
    assert skill.signature == f"huntWool({shown})"


def test_those_with_a_tag_are_as_it_says() -> None:
    skill = written(
        "/**\n * Hunts.\n * @param {number} [count=1] - how many\n */\n"
        "async function huntWool (bot, colour, count = 1) {}"
    )
    assert skill.signature == "huntWool(bot, colour, count = 1)"
    assert [(param.name, param.text) for param in skill.params] == [("colour", ""), ("count", "how many")]


@pytest.mark.parametrize("tags", ["@keywords wool hunt", "@async", "@throws fail @keywords wool"])
def test_tags_in_the_line_of_the_sentence_are_no_part_of_it(tags: str) -> None:
    skill = written(f"/** Hunts sheep. {tags} */\nasync function huntWool (bot) {{}}")
    assert skill.summary == "Hunts sheep."


def test_what_a_skill_is_for_counts_more_than_its_keywords(tmp_path: Path) -> None:
    """The two are alike but for where the words stand."""
    for name, sentence, keywords in (
        ("first", "Paints a fence.", "zebra stripes hay"),
        ("other", "Feeds a zebra with hay.", "paint fence stripes"),
    ):
        source = f"/** {sentence} @keywords {keywords} */\nasync function {name} (bot) {{}}\n"
        (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")
    found = Library([tmp_path]).search("zebra hay")
    assert [skill.name for skill in found[:2]] == ["other", "first"]
