"""A part that is undone again, and fights that are no deviation."""

from __future__ import annotations

from typing import Any

import pytest

from .model_readings import act, case, found, lines, reading


def _names(one: Any, *acts: Any, round_: int = 1) -> list[str]:
    return [finding.name for finding in found(one, reading(round_, *acts))]


@pytest.mark.parametrize(
    ("deed", "names"),
    [
        ("Ann crafts oak_boat 1", ["conformity.confirmed"]),
        ("Ann crafts oak_planks 4", []),
        (
            "Ann gives Ben oak_planks 6\nAnn mines oak_log 2\nAnn crafts oak_planks 8\nAnn crafts oak_boat 1",
            [],
        ),
    ],
)
def test_who_uses_up_what_it_was_to_hand_over_has_left_its_part(deed: str, names: list[str]) -> None:
    one = case(
        "\n== x\ngoal bookshelf 1\nteam Ann Ben\nhas Ann: oak_log 1\nhas Ben: book 3\nround\n"
        "plan Ann: Cut 2 oak logs, bring Ben 6 planks.\nplan Ben: Look for cane.\nAnn mines oak_log 2\n"
        f"Ann crafts oak_planks 8\n{deed}\nBen looks\nround\n"
        f"Ben: The planks were your part, and no shelf here.\n"
        "Ann: That's fair. New oak comes today.\nplan Ann: Cut 2 oak logs, bring Ben 6 planks.\n"
        "plan Ben: Craft the bookshelf.\nAnn mines oak_log 2\nAnn crafts oak_planks 8\n"
        "Ann gives Ben oak_planks 6\n"
    )
    blames, yields = lines(one)
    planks: dict[str, Any] = {"things": ("oak_planks",)}
    acts = [
        act(blames, "criticise", "Ann", "The planks were your part", **planks),
        act(yields, "concede", "Ann", "That's fair", to=("Ben",), **planks),
    ]
    assert [n for n in _names(one, *acts, round_=2) if n.startswith("conf")] == names


@pytest.mark.parametrize(("name", "names"), [("named Ben", []), ("", ["conformity.confirmed"])])
def test_a_mob_with_a_members_name_may_be_fought_back(name: str, names: list[str]) -> None:
    """Without the name it is a chicken, which nobody has to fight."""
    mob = "zombie>rotten_flesh" if name else "chicken>feather"
    one = case(
        "\n== x\ngoal sugar 4\nteam Ann Ben\nhas Ann: iron_sword 1\nround\nplan Ann: Cut 4 sugar cane.\n"
        "plan Ben: Crush 4 sugar cane into sugar.\nAnn mines sugar_cane 2\nAnn hurts 4 by zombie\n"
        f"Ann kills {mob} 1 {name}\nBen!: Are you out hunting, or do I get my cane?\n"
        f"Ann!: Sorry, back to it.\n"
        "Ann mines sugar_cane 2\nAnn gives Ben sugar_cane 4\n"
    )
    blames, yields = lines(one)
    cane: dict[str, Any] = {"deed": "gather", "things": ("sugar_cane",)}
    acts = [
        act(blames, "criticise", "Ann", "Are you out hunting", **cane),
        act(yields, "concede", "Ann", "back to it", to=("Ben",), **cane),
    ]
    assert _names(one, *acts) == names
