"""Cells that a spreadsheet would take for a formula."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"[=+@\t\r\n]|-(?![\d.][\d.,:;%()\[\] to\u2013-]*$)")


def is_formula(cell: str) -> bool:
    """Whether the cell begins like a formula. A negative number or interval does not."""
    return _FORMULA.match(cell) is not None
