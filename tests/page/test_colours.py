"""Every colour that words are written in can be read on every ground they stand on: WCAG's 4.5 to 1."""

from __future__ import annotations

import re

import pytest

from minecrew.page import FOLDER

INKS = ("text", "dim", "accent", "done", "failed", "stopped")
GROUNDS = ("back", "panel")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    for block in re.findall(r":root \{(.*?)\}", (FOLDER / "style.css").read_text("utf-8"), re.DOTALL)
)


def luminance(colour: str) -> float:
    """WCAG 2.2's relative luminance of '#rrggbb'."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_from_their_ground(colours: dict[str, str]) -> None:
    pairs = [(ink, ground) for ink in INKS for ground in GROUNDS] + [
        ("on-accent", "accent"),
        ("text", "mark"),
    ]
    faint = {pair: ratio for pair in pairs if (ratio := contrast(*(colours[name] for name in pair))) < 4.5}
    assert faint == {}


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
