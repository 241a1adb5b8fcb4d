"""Cells that a spreadsheet would interpret as a formula."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"[=+@\t\n]|-(?![\d.][\d.,:;%()\[\] to\u2013-]*$)|[^\r]*\r")


def is_formula(cell: str) -> bool:
    """Whether the cell begins like a formula, or contains a carriage return. Python 3.11 writes carriage
    returns without quotes, so a formula may begin after one. A negative number or interval is not a formula.
    """
    return _FORMULA.match(cell) is not None


def as_cell(text: str) -> str:
    """The text as the content of a cell, which no spreadsheet evaluates. A formula is prefixed with an
    apostrophe.
    """
    return f"'{text}".replace("\r", " ") if is_formula(text) else text
