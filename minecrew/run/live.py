"""The live view shows every new event on the terminal or prints it as JSON.

The view subscribes to the log and knows nothing else about the run.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from minecrew.runlog import (
    BlockPlaced,
    BotJoined,
    BotLeft,
    Header,
    ItemCrafted,
    RoundEnded,
    SkillEnded,
    SkillStarted,
    SubtaskStarted,
    Thinkers,
    Thinking,
)
from minecrew.terminal.formatting import plain
from minecrew.terminal.narrator import Narrator


class View:
    """A view that shows nothing. Other views override its methods."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def __call__(self, event: Header) -> None:
        """Shows one event."""

    def remark(self, text: str) -> None:
        """Shows a line that does not belong to an event."""

    def think(self, thinkers: Thinkers) -> None:
        """Shows the agents that are thinking now."""


class LiveView(View):
    """Prints lines as they come. On a terminal, the last lines show what every agent is doing.

    If a person types, these lines are left out, because they would overwrite the typed text.
    """

    def __init__(self, console: Console, *, foot: bool = True) -> None:
        self._console = console
        self._has_foot = foot and console.is_terminal
        self._narrator = Narrator()
        self._busy: dict[str, str] = {}
        self._thinkers: Thinkers = ()
        self._foot = Live(
            console=console, get_renderable=self._render, transient=True, refresh_per_second=4, screen=False
        )

    def __enter__(self) -> Self:
        if self._has_foot:
            self._foot.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._has_foot:
            self._foot.stop()

    def __call__(self, event: Header) -> None:
        if isinstance(event, RoundEnded):
            self._busy.clear()
        elif event.agent is not None:
            busy = _doing(event)
            if isinstance(event, BotLeft):
                self._busy.pop(event.agent, None)
            elif busy is not None:
                self._busy[event.agent] = busy
        for shown in self._narrator.tell(event):
            self._console.print(shown)

    def remark(self, text: str) -> None:
        self._console.print(Text(plain(text), style="dim"), soft_wrap=True)

    def think(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    def _render(self) -> Text:
        foot = Text()
        thinking = {one.agent or "crew": _thinks(one) for one in self._thinkers}
        for agent, busy in {**self._busy, **thinking}.items():
            foot.append(f" {agent} ", style=self._narrator.colour(agent))
            foot.append(f"{plain(busy)[:48] or '...'}  ", style="dim")
        return foot


class JsonView(View):
    """Prints every event as a JSON line, and nothing else."""

    def __init__(self, console: Console) -> None:
        self._file = console.file

    def __call__(self, event: Header) -> None:
        self._file.write(event.model_dump_json(exclude_none=True) + "\n")
        self._file.flush()


def _thinks(one: Thinking) -> str:
    written = f", {one.characters:,} characters" if one.characters else ""
    return f"thinks ({one.purpose}{written})"


def _doing(event: Header) -> str | None:
    """Returns what an agent is doing after this event; '' if it is free again, None if nothing changes."""
    match event:
        case SkillStarted():
            return f"{event.name}({', '.join(str(part) for part in event.args)})"
        case SkillEnded() | BotLeft():
            return ""
        case SubtaskStarted():
            return event.text
        case BotJoined():
            return "joined"
        case ItemCrafted():
            return f"crafted {event.count} {event.item}"
        case BlockPlaced():
            return f"placed {event.block}"
        case _:
            return None
