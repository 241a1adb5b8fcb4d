"""The terminal that people read. What logs, files and agents say is shown on it as text, whatever is in it.

Markup and emoji codes are not read, and no control character gets through: a name in somebody's log can
neither break a table nor move the cursor, set the title or write to the clipboard. Colours and the foot of
the live view are the console's own and pass. JSON and CSV for other programs are not written by this.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from minecrew.runlog import redact


class Terminal(Console):
    """A console for any text. Width, colours and the like are found out as rich does."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False, highlight: bool = True) -> None:
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, highlight=highlight, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            harmless = segment.control is not None or segment.text.isprintable()
            yield segment if harmless else segment._replace(text=_shown(segment.text))


def _shown(text: str) -> str:
    """The text without control characters, as wide as it was laid out to be."""
    return "".join(char if char == "\n" or char.isprintable() else " " * cell_len(char) for char in text)


def say_error(text: str) -> None:
    """One line on standard error, in the name of the program."""
    line = " ".join(redact(text).split())
    Terminal(stderr=True, soft_wrap=True, highlight=False).print(f"minecrew: {line}")
