"""The console for output that people read. Text from logs, files and agents is always shown as plain text.

Markup and emoji codes are not interpreted, and control characters are removed. A name in somebody's log
therefore cannot break a table, move the cursor, set the title or write to the clipboard. The console's own
colours and the status lines of the live view are kept. JSON and CSV for other programs do not use this
console.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from minecrew.runlog import redact


class Terminal(Console):
    """A console for any text. rich detects its width, colours and other properties."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False, highlight: bool = True) -> None:
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, highlight=highlight, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            harmless = segment.control is not None or segment.text.isprintable()
            yield segment if harmless else segment._replace(text=_shown(segment.text))


def _shown(text: str) -> str:
    """The text without control characters, with its layout width unchanged."""
    return "".join(char if char == "\n" or char.isprintable() else " " * cell_len(char) for char in text)


def say_error(text: str) -> None:
    """One line on standard error that begins with the name of the program."""
    line = " ".join(redact(text).split())
    Terminal(stderr=True, soft_wrap=True, highlight=False).print(f"minecrew: {line}")
