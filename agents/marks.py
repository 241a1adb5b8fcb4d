"""The marks with which a speaker says that the discussion may end.

The structure decides who may end a talk with which mark, and when the mark counts.
"""

from __future__ import annotations

END = "[END]"
AGREE = "[Agree]"
DONE = "<CAMEL_TASK_DONE>"
_MARKS = (END, AGREE, DONE)


def marked(text: str, *marks: str) -> bool:
    """Returns whether the text contains one of `marks` or, if none are given, any mark."""
    return any(mark in text for mark in marks or _MARKS)


def unmarked(text: str) -> str:
    """The text without the marks."""
    for mark in _MARKS:
        text = text.replace(mark, "")
    return text.strip()
