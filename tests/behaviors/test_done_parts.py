"""When a part is done, and what follows from it for who helps, as a model read the talk."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.behaviors import tell_story
from minecrew.behaviors.language.item_words import amounts
from minecrew.behaviors.parts import part_of

from .model_readings import act, case, found, lines, reading

WHEAT: dict[str, Any] = {"deed": "gather", "things": ("wheat",)}


def names(text: str, *acts: Any) -> list[str]:
    return [finding.name for finding in found(case(text), reading(1, *acts))]


@pytest.mark.parametrize(("placed", "helps"), [(3, True), (2, False)])
def test_who_has_placed_what_its_part_names_has_finished(placed: int, *, helps: bool) -> None:
    text = (
        "\n== x\ngoal bread 1\nteam Ann Ben\nhas Ann: torch 3\nround\nplan Ann: Place 3 torches.\n"
        f"plan Ben: Harvest 3 wheat.\nAnn places torch {placed}\nBen mines wheat 1\n"
        "Ann!: I cut one for you, Ben.\nAnn mines wheat 1\nAnn gives Ben wheat 1\n"
    )
    (offers,) = lines(case(text))
    quote = "I cut one for you"
    acts = [
        act(offers, "offer", "Ann", quote, to=("Ben",), work_of=("Ben",), when="after", amount=1, **WHEAT)
    ]
    assert ("volunteer.assistance" in names(text, *acts)) is helps


def test_a_pair_is_one_item() -> None:
    assert list(amounts(("craft", "one", "pair", "of", "boots"))) == [("boots", 1)]
    assert list(amounts(("craft", "two", "pairs", "of", "boots"))) == [("boots", 2)]


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("Nothing left to do.", True),
        ("Nothing but 3 wheat to cut.", False),
        ("Look at the river, make a table.", False),
        ("Look at the river.", True),
        ("Wait for the logs, make a table.", True),
    ],
)
def test_which_parts_are_to_wait(text: str, *, idle: bool) -> None:
    one = case(
        f"\n== x\ngoal bread 1\nteam Ann Ben\nround\nplan Ann: {text}\nplan Ben: Rest.\nBen mines dirt 1\n"
    )
    story = tell_story(one.events)
    part = part_of(story, story.rounds[0], "Ann")
    assert part is not None
    assert part.idle is idle


@pytest.mark.parametrize(("made", "through"), [("Ann crafts leather_boots 1\n", True), ("", False)])
def test_who_made_the_product_of_given_material_has_finished(made: str, *, through: bool) -> None:
    text = (
        "\n== x\ngoal leather_boots 2\nteam Ann Ben Cem\nhas Ann: stone_sword 1\nround\n"
        "plan Ann: Get 4 leather and craft 1 pair of leather boots.\n"
        "plan Ben: Get 4 leather and craft 1 pair of leather boots.\nplan Cem: Guard the camp.\n"
        "Ann kills cow>leather 3\nBen kills cow>leather 1\nCem kills cow>leather 1\nCem gives Ann leather 1\n"
        f"{made}round\nAnn: I take on two of your cows, Ben.\nBen: Gladly.\n"
        "plan Ann: Get 2 leather.\nplan Ben: Get 1 leather.\nAnn kills cow>leather 2\n"
    )
    one = case(text)
    offers, yes = lines(one)
    hides: dict[str, Any] = {"deed": "gather", "things": ("leather",), "amount": 2}
    quote = "I take on two of your cows"
    acts = [
        act(offers, "offer", "Ann", quote, to=("Ben",), work_of=("Ben",), when="after", **hides),
        act(yes, "accept", "Ben", "Gladly", to=("Ann",)),
    ]
    said = [(finding.name, finding.round) for finding in found(one, reading(2, *acts))]
    assert (("volunteer.assistance", 2) in said) is through


@pytest.mark.parametrize(("blows", "helps"), [("Ann hits Ben 7\n", False), ("", True)])
def test_who_strikes_a_peer_does_not_help_it(blows: str, *, helps: bool) -> None:
    text = (
        "\n== x\ngoal bread 1\nteam Ann Ben\nround\nplan Ann: Cut 1 oak log.\nplan Ben: Harvest 3 wheat.\n"
        f"Ann mines oak_log 1\nBen mines wheat 1\nAnn!: I take over your wheat.\n{blows}Ann mines wheat 2\n"
    )
    (offers,) = lines(case(text))
    acts = [act(offers, "offer", "Ann", "I take over your wheat", to=("Ben",), work_of=("Ben",), **WHEAT)]
    assert ("volunteer.assistance" in names(text, *acts)) is helps


@pytest.mark.parametrize(("given", "helps"), [("oak_planks 4", False), ("oak_log 1", True)])
def test_what_is_made_in_place_of_the_own_part_is_no_help(given: str, *, helps: bool) -> None:
    text = (
        "\n== x\ngoal stick 8\nteam Ann Ben\nround\nplan Ann: Bring 1 oak log to Ben.\n"
        "plan Ben: Make 8 sticks.\n"
        f"Ann mines oak_log 2\nAnn crafts oak_planks 4 using oak_log 1\nAnn gives Ben {given}\n"
        + ("Ann gives Ben oak_planks 4\n" if helps else "")
        + ("Ben crafts oak_planks 4\n" if helps else "")
        + "Ben crafts stick 4\n"
    )
    assert ("volunteer.assistance" in names(text)) is helps


@pytest.mark.parametrize(
    ("thing", "work_of", "helps"),
    [("oak_planks", (), False), ("oak_planks", ("Ben",), True), ("coal", (), True)],
)
def test_to_give_on_what_comes_of_the_own_work_is_no_help(
    thing: str, work_of: tuple[str, ...], *, helps: bool
) -> None:
    text = (
        "\n== x\ngoal torch 4\nteam Ann Ben\nhas Ann: wooden_pickaxe 1\nround\nplan Ann: Cut 1 oak log.\n"
        "plan Ben: Make 4 planks, sticks and mine 4 coal.\nAnn mines oak_log 1\nBen waits\nround\n"
        "Ann: I saw my log, and you get something of mine.\nBen: Gladly.\nplan Ann: Make planks.\n"
        "plan Ben: Mine 4 coal and make 4 torches.\nAnn mines coal_ore>coal 1 with wooden_pickaxe\n"
        "Ann crafts oak_planks 4\n"
    )
    one = case(text)
    offers, yes = lines(one)
    acts = [
        act(
            *(offers, "offer", "Ann", "you get something of mine"),
            to=("Ben",),
            deed="give",
            things=(thing,),
            work_of=work_of,
        ),
        act(yes, "accept", "Ben", "Gladly", to=("Ann",)),
    ]
    said = [finding.name for finding in found(one, reading(2, *acts))]
    assert ("volunteer.assistance" in said) is helps
