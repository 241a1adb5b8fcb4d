"""Shows an event as a line on the terminal. Agents' words are shown as plain text, without markup or
control characters.

The row of the event's kind (`runlog/row.py`) defines the text and its tone. The page uses the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from minecrew.runlog import Header
from minecrew.terminal.formatting import plain

TONES: Mapping[str, str] = {
    "plain": "",
    "strong": "bold",
    "title": "bold underline",
    "dim": "dim",
    "good": "green",
    "warning": "yellow",
    "alarm": "bold yellow",
    "bad": "red",
    "success": "bold green",
    "fatal": "bold red",
}
"""Tone of a row -> style of the head of the line."""


def tell_line(event: Header) -> Text | None:
    """The default line for `event`; None if nothing is shown."""
    tone = event.row.get_tone(event.values())
    return tell_any(event, TONES[tone]) if tone else None


def tell_any(event: Header, style: str = "") -> Text:
    """The event's sentence, without the agent's name; its head in `style`."""
    head, rest = event.sentence()
    return words(head, rest, style=style)


def words(head: str, rest: str = "", *, style: str = "") -> Text:
    """A head in `style`, followed by the rest in plain type."""
    told = Text(plain(head), style=style)
    return told.append(plain(rest), style="not bold not dim not underline default") if rest else told
