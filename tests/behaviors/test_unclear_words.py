"""Where the rules cannot tell what the words mean, they find nothing."""

from __future__ import annotations

import pytest

from .model_readings import names

GIFT = """
== gift
goal bread 2
team Ann Ben
has Ann: wheat 3
round
{talk}
plan Ann: Gather 3 wheat.
plan Ben: Craft 2 bread.
Ann gives Ben wheat 3
"""
LET_GO = """
== go
goal bread 1
team Ann Ben Cem
round
Ben: I gather 3 wheat.
plan Ben: Gather 3 wheat.
plan Ann: Mine 3 coal.
plan Cem: Mine 3 stone.
Ann mines coal_ore>coal 1 with stone_pickaxe
then
{line}
then
Ben mines dandelion 3
"""
YES = """
== yes
goal bread 1
team Ann Ben
round
Ann: Ben, you take the wheat.
Ben: {answer}
plan Ben: Gather 3 wheat.
plan Ann: Craft 1 bread.
Ben mines dandelion 3
"""
WAITS = """
== waits
goal sugar_cane 6
team Ann Ben
round
Ann: I fetch all six cane, you can wait here at the table, Ben.
Ben: {line}
plan Ann: Gather 3 sugar cane.
plan Ben: Gather 3 sugar cane.
Ann mines sugar_cane 3
Ben mines sugar_cane 3
"""


@pytest.mark.parametrize(
    ("talk", "given"),
    [
        ("Ann: I hold three wheat. They are yours, Ben.\nBen: Thanks!", ["volunteer.resource"]),
        ("Ben: Does anybody have a crumb of grain?\nAnn: I hold three wheat. They are yours, Ben.", []),
        (
            "Ben: Which way is the field?\nAnn: I hold three wheat. They are yours, Ben.",
            ["volunteer.resource"],
        ),
    ],
)
def test_after_a_question_that_may_ask_for_it_nothing_is_volunteered(talk: str, given: list[str]) -> None:
    assert names(GIFT.format(talk=talk)) == given


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("Ann!: Ben, forget the wheat, I found a loaf.", False),
        ("Ann!: Do not bother with the wheat, we have bread.", False),
        ("Ann!: Ben, the coal is deep.", True),
        ("Ann!: Cem, forget the stone, we have enough.", True),
    ],
)
def test_a_peer_may_have_let_the_agent_go(line: str, broken: bool) -> None:
    assert ("contradiction" in names(LET_GO.format(line=line))) == broken


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes, of course.", True),
        ("Yes, and look at that view, I can see two villages and a temple from up here.", False),
    ],
)
def test_only_a_short_line_is_a_yes(answer: str, broken: bool) -> None:
    assert ("contradiction" in names(YES.format(answer=answer))) == broken


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("I see to three of them.", True),
        ("Meanwhile I cut three of them on the other bank, because the water there is not so deep.", True),
        ("I cut three of them on the other bank, because the water there is not so deep at all.", False),
    ],
)
def test_in_a_long_line_the_words_must_tell_that_the_work_is_for_the_waiting_time(
    line: str, found: bool
) -> None:
    assert names(WAITS.format(line=line)) == (["volunteer.time"] if found else [])
