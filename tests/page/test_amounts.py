"""Names of items on the page are those of the one list, singular and plural; and what personas do is told."""

from __future__ import annotations

import json

from minecrew.agents import PERSONAS
from minecrew.language import amount
from minecrew.mc_server import item_names
from minecrew.page import generated

from .modules import made


def test_the_page_names_every_item_as_the_agents_do() -> None:
    names = sorted(item_names())
    assert len(names) > 900
    told = made("amounts.js", f"{json.dumps(names)}.flatMap(one => [amount(one, 1), amount(one, 2)])")
    assert told == [amount(name, count) for name in names for count in (1, 2)]


def test_several_items_are_told_in_one_line() -> None:
    told = made("amounts.js", "[{ white_wool: 1, stick: 4, book: 0 }, {}, null].map(amounts)")
    assert told == ["4 sticks, 1 white wool", "-", "-"]


def test_the_page_says_what_each_persona_does() -> None:
    text = generated()["tables.js"].removeprefix("export const TABLES = ")
    meanings = json.loads(text)["personas"]
    assert meanings.keys() == PERSONAS.all().keys()
    assert all(meaning.endswith(".") for meaning in meanings.values())
