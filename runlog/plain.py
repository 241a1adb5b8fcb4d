"""JSON that our files may contain: finite numbers and limited nesting."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator
from pydantic_core import from_json

LARGEST = (1 << 63) - 1
"""The largest whole number."""


def plain_json(text: str | bytes) -> Any:
    """Returns the value of `text`. Raises ValueError if the text is not valid, even if Python's own JSON
    reader would accept it.
    """
    return finite(from_json(text, allow_inf_nan=False))


def finite(value: Any) -> Any:
    """The value. Raises ValueError for numbers that cannot be represented: 1e999, or 400 nines."""
    parts = [value]
    while parts:
        part = parts.pop()
        kind = type(part)
        if kind is int and not -LARGEST <= part <= LARGEST:
            raise ValueError("a whole number may have at most 63 bits")
        if kind is float and part - part != 0:
            raise ValueError(f"{part} is not a number")
        if kind is dict:
            parts += part.values()
        elif kind is list or kind is tuple:
            parts += part
    return value


Plain = Annotated[Any, AfterValidator(finite)]
"""Any JSON value."""
