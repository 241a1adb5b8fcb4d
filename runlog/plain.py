"""JSON as it may stand in a file of ours: its numbers are finite, and it is not nested too deeply."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator
from pydantic_core import from_json


def plain_json(text: str | bytes) -> Any:
    """What `text` says. Raises ValueError, also for what Python's own reader takes or breaks off at."""
    return _finite(from_json(text, allow_inf_nan=False))


def _finite(value: Any) -> Any:
    """Digits can be a number that is not: 1e999."""
    parts = [value]
    while parts:
        part = parts.pop()
        if isinstance(part, float) and part - part != 0:
            raise ValueError(f"{part} is no number")
        if isinstance(part, dict):
            parts += part.values()
        elif isinstance(part, (list, tuple)):
            parts += part
    return value


Plain = Annotated[Any, AfterValidator(_finite)]
"""Any JSON."""
