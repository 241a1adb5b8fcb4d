"""What a part is about, and when an agent has finished it."""

from __future__ import annotations

import pytest

from benchmarks.corpus import read_cases
from minecrew.behaviors import tell_story
from minecrew.behaviors.efforts import efforts
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import named_items
from minecrew.behaviors.parts import only_prepares, part_of
from minecrew.runlog import RoundEnded, SkillEnded

from .model_readings import case

CASE = """
== part
goal bread 1
team Ann Ben
near deed accident: none
has Ben: wooden_pickaxe 1, oak_planks 8, stick 4, iron_ingot 1, cobblestone 8
round
plan Ben: {part}
plan Ann: Wait.
{did}
"""
LOGS, COAL = "Ben mines oak_log 4", "Ben mines coal_ore>coal 3 with wooden_pickaxe"
WHEAT, SHIELD = "Ben mines wheat 3", "Ben crafts shield 1 using oak_planks 6, iron_ingot 1"
FRAME = "Ben tries craftItem item_frame: MISSING no leather"
HUNT = "Ben tries gatherLeather 1: TIMEOUT the cow ran away"
ORE = "Ben mines iron_ore>raw_iron 2 with wooden_pickaxe"
SMELT = "Ben smelts raw_iron>iron_ingot 2 with oak_planks"
PICK = "Ben crafts stone_pickaxe 1 using cobblestone 3, stick 2"


@pytest.mark.parametrize(
    ("part", "did", "through"),
    [
        ("Mine 4 logs and bring them to the crafting table.", LOGS, True),
        ("Mine 3 coal ore.", COAL, True),
        ("Mine 2 iron ore.", ORE, True),
        ("Mine 2 iron ore.", COAL, False),
        ("Mine 3 iron ore.", f"{ORE}\n{SMELT}", False),
        ("Craft sticks and give 1 to Ann.", "Ben crafts stick 4", True),
        ("Craft the shield once all is there.", "Ben mines wheat 1", False),
        ("Gather 3 wheat; Ann crafts bread.", WHEAT, True),
        ("Gather 3 wheat so that Ann can craft the bread.", WHEAT, True),
        ("Mine 4 logs and craft tools.", LOGS, True),
        ("Mine 4 logs so that Ann can take milk and craft the cake.", LOGS, True),
        ("Mine 4 logs and craft at the table.", LOGS, True),
        ("Mine 4 logs and craft the shield.", LOGS, False),
        ("Mine 4 logs and craft the shield.", f"{LOGS}\n{SHIELD}", True),
        ("Mine 3 coal and craft the stone pickaxe.", COAL, False),
        ("Mine 3 coal and craft the stone pickaxe.", f"{COAL}\n{PICK}", True),
        ("Mine 3 coal, craft 1 stone pickaxe.", COAL, False),
        ("Mine 4 logs, then craft the pickaxe from your 3 cobblestone.", f"{LOGS}\n{PICK}", True),
        ("Mine 4 logs, then craft the pickaxe from Ann's 3 cobblestone.", f"{LOGS}\n{PICK}", True),
        ("Mine 4 logs, then mine from her cave 3 cobblestone.", LOGS, False),
        ("Mine 4 logs. Leave cows alone.", f"sub Ben: fell\n{LOGS}\nsub Ben: hunt a cow\n{HUNT}", True),
        (
            "Mine 4 logs. Leave cows alone.",
            f"sub Ben: fell\n{LOGS}\nsub Ben: fell 2 more logs\n{HUNT}",
            False,
        ),
        (
            "Mine 4 logs. Leave cows alone.",
            f"sub Ben: fell\n{LOGS}\nsub Ben: bring them to Ann\n{HUNT}",
            False,
        ),
        ("Mine 8 logs and give 4 to Ann.", LOGS, False),
        ("Mine 8 logs, one at a time.", LOGS, False),
        ("Mine 4 logs at the table and give 2 to Ann.", LOGS, True),
        ("Gather 2 leather from 3 cows.", "Ben kills cow>leather 2", False),
        (
            "Mine 4 logs and make the item frame.",
            f"sub Ben: fell\n{LOGS}\nsub Ben: make the frame\n{FRAME}",
            False,
        ),
        ("Look out for rails.", "Ben waits", True),
        ("Craft the boat.", "Ben waits", False),
        ("Craft the boat.", "Ben did: craft the boat\nheld Ben: oak_boat 1\nround\nplan Ann: Wait.", True),
    ],
)
def test_a_part_is_finished_when_all_that_it_names_is_there(part: str, did: str, through: bool) -> None:
    (case,) = read_cases(CASE.format(part=part, did=did), where="x.case", part="mine")
    story = tell_story(case.events)
    assert fulfilled(story, story.rounds[0], "Ben") is through


@pytest.mark.parametrize(
    ("did", "about"),
    [
        ("Ben tries gatherLeather 1: TIMEOUT no cow", {"leather"}),
        ("Ben tries craftLeatherBoots 1: MISSING no leather", {"boots"}),
        ("Ben tries sleepInBed 1: NOT_FOUND no bed", set()),
        ("Ben tries openChest 1: NOT_FOUND no chest", set()),
    ],
)
def test_a_skill_is_about_what_its_name_says_that_it_gets(did: str, about: set[str]) -> None:
    (case,) = read_cases(CASE.format(part="Mine 4 logs.", did=did), where="x.case", part="mine")
    story = tell_story(case.events)
    assert [effort.things for effort in efforts(story, story.rounds[0], "Ben")] == [about]


def test_a_wait_that_the_end_of_the_round_cuts_off_is_no_attempt() -> None:
    (case,) = read_cases(CASE.format(part="Mine 4 logs.", did="Ben waits"), where="x.case", part="mine")
    story = tell_story([event for event in case.events if not isinstance(event, SkillEnded)])
    assert efforts(story, story.rounds[0], "Ben") == ()


def test_an_attempt_that_the_end_of_the_round_cuts_off_counts() -> None:
    (case,) = read_cases(CASE.format(part="Mine 4 logs.", did=HUNT), where="x.case", part="mine")
    cut = [event for event in case.events if not isinstance(event, SkillEnded)]
    end = next(place for place, event in enumerate(cut) if isinstance(event, RoundEnded))
    for events, tried in ((case.events, 1), (cut, 1), (cut[:end], 0)):
        story = tell_story(events)
        found = efforts(story, story.rounds[0], "Ben")
        assert [effort.things for effort in found] == [{"leather"}] * tried


@pytest.mark.parametrize(
    ("said", "commas", "things"),
    [
        ("craft leather boots", (), "boots"),
        ("an iron pickaxe and iron", (), "pickaxe iron"),
        ("two glass bottles", (), "bottle"),
        ("gather leather and boots", (), "leather boots"),
        ("gather leather boots", (1,), "leather boots"),
        ("oak log", (), "log"),
        ("iron ingot", (), "iron ingot"),
        ("iron nuggets", (), "iron nugget"),
        ("wheat bread for all", (), "wheat bread"),
        ("logs planks sticks torches", (), "log planks stick torch"),
    ],
)
def test_what_an_item_is_made_of_is_no_thing_of_its_own(
    said: str, commas: tuple[int, ...], things: str
) -> None:
    assert named_items(said.split(), frozenset(commas)) == set(things.split())


@pytest.mark.parametrize(
    ("text", "prepares"),
    [
        ("Flatten the ground for the beds.", True),
        ("Flatten the ground.", False),
        ("Shear 3 wool for the beds.", False),
        ("Wait for the wool, then craft the bed.", False),
    ],
)
def test_what_a_part_only_prepares_for_is_told_from_its_work(text: str, *, prepares: bool) -> None:
    one = case(f"\n== x\ngoal white_bed 1\nteam Ann Ben\nround\nplan Ann: {text}\nAnn mines dirt 3\n")
    story = tell_story(one.events)
    part = part_of(story, story.rounds[0], "Ann")
    assert part is not None
    assert only_prepares(part) is prepares
