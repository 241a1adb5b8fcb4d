"""Finds out whether a speaker says that it takes on nothing."""

from __future__ import annotations

import re

_IDLE = re.compile(
    r"\b(stand(ing)? by|have nothing to do|stay idle|won't do anything|do nothing|sit this (one )?out)\b",
    re.I,
)


def takes_on_nothing(text: str) -> bool:
    """Whether the speaker will stand by. `text` has straight apostrophes."""
    return _IDLE.search(text) is not None
