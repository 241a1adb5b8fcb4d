"""The marks by which a speaker says that the talk may end: what they are, and whether one is in a line.

Who may end a talk with which, and when that counts, is the structure's to say.
"""

from __future__ import annotations

END = "[END]"
AGREE = "[Agree]"
DONE = "<CAMEL_TASK_DONE>"
_MARKS = (END, AGREE, DONE)


def marked(text: str, *marks: str) -> bool:
    """Whether one of `marks` stands in it; without any, one of all that there are."""
    return any(mark in text for mark in marks or _MARKS)


def unmarked(text: str) -> str:
    """The text without them."""
    for mark in _MARKS:
        text = text.replace(mark, "")
    return text.strip()
