"""Shows a run on a terminal: one line per event, one table per round. The live view and the replay share it.

The narrator processes the events in order and remembers the crew, this round's sub-tasks and the findings.
It returns text and prints nothing itself. Agents' words are shown as plain text, without markup or control
characters.
"""

from __future__ import annotations

import zlib
from collections import Counter

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from minecrew.behaviors import Finding, Watch
from minecrew.runlog import (
    ClockChanged,
    GuardDenied,
    GuardWarned,
    Header,
    RoundEnded,
    RoundStarted,
    RunStarted,
    SubtaskEnded,
)
from minecrew.terminal.event_line import TONES, tell_any, tell_line, words
from minecrew.terminal.formatting import clock, count_findings, items, plain, tell_counts, tell_finding

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "bright_red", "bright_cyan", "bright_magenta")


class Narrator:
    """Turns events into text. Call `tell` with every event, and print the result."""

    def __init__(self) -> None:
        self._agents: tuple[str, ...] = ()
        self._subtasks: list[SubtaskEnded] = []
        self._paced = False
        self._watch: Watch | None = Watch()
        self._found: list[Finding] = []
        self._guarded: Counter[str] = Counter()

    def tell(self, event: Header, *, all_kinds: bool = False) -> list[RenderableType]:
        """Returns what to show for `event`: nothing, a line, or a table. `all_kinds` shows every kind."""
        if isinstance(event, RunStarted):
            self._agents = event.agents
        elif isinstance(event, RoundStarted):
            self._subtasks = []
            self._guarded = Counter()
        elif isinstance(event, SubtaskEnded):
            self._subtasks.append(event)
        elif isinstance(event, (GuardWarned, GuardDenied)):
            self._guarded["warned of" if isinstance(event, GuardWarned) else "denied"] += event.count
        told = tell_line(event)
        if isinstance(event, ClockChanged):  # only the first is told by default
            told, self._paced = None if self._paced else told, True
        if told is None and all_kinds:
            told = tell_any(event)
        shown: list[RenderableType] = [] if told is None else [self._row(event, told)]
        new = self._judge(event)
        if isinstance(event, RoundEnded):
            shown.append(self._table(event))
        return [*shown, *new]

    def colour(self, agent: str) -> str:
        """The colour of an agent, which is the same in every line of every run with that crew."""
        if agent in self._agents:
            return COLOURS[self._agents.index(agent) % len(COLOURS)]
        return COLOURS[zlib.crc32(agent.encode()) % len(COLOURS)]

    def _judge(self, event: Header) -> list[RenderableType]:
        """Returns a line for new findings. A broken detector is reported once and does not stop anything."""
        if self._watch is None:
            return []
        try:
            new = self._watch.add(event)
        except Exception as error:
            self._watch = None
            why = f": a detector failed: {error}"
            return [self._row(event, words("behaviours are not shown", why, style="red"))]
        self._found.extend(new)
        return [
            self._row(event, words(f"found {one.name}", f" {tell_finding(one)}", style="bold")) for one in new
        ]

    def _row(self, event: Header, told: Text) -> Table:
        """Time and agent in columns of their own; long texts continue below their beginning."""
        row = Table.grid(padding=(0, 2))
        row.add_column(width=7, justify="right", style="dim")
        row.add_column(width=max((len(agent) for agent in self._agents), default=0))
        row.add_column(overflow="fold")
        name = event.agent or ""
        row.add_row(clock(event), Text(plain(name), style=self.colour(name) if name else ""), told)
        return row

    def _table(self, event: RoundEnded) -> Table:
        """Every agent's inventory and sub-tasks, as the paper shows them after each round."""
        found = tell_counts(count_findings(one for one in self._found if one.round == event.round))
        caption = [] if self._watch is None else [f"found: {found}"]
        if self._guarded:
            caption.append(
                f"the guard {', '.join(f'{what} {count}' for what, count in self._guarded.items())}"
            )
        table = Table(
            title=f"Round {event.round}",
            title_justify="left",
            show_lines=True,
            caption="; ".join(caption) or None,
            caption_justify="left",
        )
        for heading in ("Agent", "Inventory", "Sub-tasks"):
            table.add_column(heading)
        for agent in dict.fromkeys((*self._agents, *event.inventories)):
            subtasks = Text("\n").join(
                Text(
                    "✓ " if done.state == "done" else "✗ ", style=TONES[done.row.get_tone(done.values())]
                ).append(plain(done.text))
                for done in self._subtasks
                if done.agent == agent
            )
            held = Text(items(event.inventories.get(agent, {})))
            table.add_row(Text(plain(agent), style=self.colour(agent)), held, subtasks or Text("-"))
        return table
