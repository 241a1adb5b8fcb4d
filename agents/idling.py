"""Detects whether a speaker says that it will not do any work."""

from __future__ import annotations

import re

_IDLE = re.compile(
    r"\b(stand(ing)? by|have nothing to do|stay idle|won't do anything|do nothing|sit this (one )?out)\b",
    re.I,
)


def takes_on_nothing(text: str) -> bool:
    """Returns whether the speaker says that it will stand by. `text` must have straight apostrophes."""
    return _IDLE.search(text) is not None
