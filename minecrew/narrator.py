"""How a run is told on a terminal: one line an event, a table a round. The live view and the replay share it.

A fold over events: it remembers the crew, this round's sub-tasks and what was found. Prints nothing itself.
What agents say is shown as text, never read as markup or as terminal control.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from minecrew.behaviors import Finding, Watch
from minecrew.deed import tell_deed
from minecrew.runlog import (
    Asked,
    Assigned,
    BlockPlaced,
    BotJoined,
    BotLeft,
    BotRestarted,
    CheatRefused,
    ClaimChecked,
    ClockChanged,
    DialogueFlagged,
    Died,
    DiscussionEnded,
    Evaluated,
    FaultEvent,
    GoalChecked,
    GuardDenied,
    GuardWarned,
    Header,
    InventoryCorrected,
    ItemCrafted,
    ItemGranted,
    ModelCalled,
    Note,
    Recruited,
    Refused,
    RoundEnded,
    RoundStarted,
    RunEnded,
    RunStarted,
    Said,
    SkillEnded,
    SkillKept,
    SkillStarted,
    SubtaskEnded,
    SubtaskStarted,
    TaskSpecified,
)
from minecrew.words import (
    OUTCOMES,
    clock,
    count_findings,
    items,
    kind_of,
    plain,
    tell_counts,
    tell_finding,
    tell_setting,
)

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "bright_red", "bright_cyan", "bright_magenta")
STATES = {"done": "green", "failed": "red", "stopped": "yellow", "refused": "yellow"}
_UNTOLD = frozenset({"seq", "t", "tick", "round", "agent", "subtask", "source", "cause", "kind"})


class Narrator:
    """Feed it every event, print what it gives back."""

    def __init__(self) -> None:
        self._agents: tuple[str, ...] = ()
        self._subtasks: list[SubtaskEnded] = []
        self._paced = False
        self._watch: Watch | None = Watch()
        self._found: list[Finding] = []
        self._guarded: Counter[str] = Counter()

    def tell(self, event: Header, *, all_kinds: bool = False) -> list[RenderableType]:
        """What to show of `event`: nothing, a line, or a table. `all_kinds` tells of every kind."""
        if isinstance(event, RunStarted):
            self._agents = event.agents
        elif isinstance(event, RoundStarted):
            self._subtasks = []
            self._guarded = Counter()
        elif isinstance(event, SubtaskEnded):
            self._subtasks.append(event)
        elif isinstance(event, (GuardWarned, GuardDenied)):
            self._guarded["warned of" if isinstance(event, GuardWarned) else "denied"] += event.count
        told = self._line(event)
        if told is None and all_kinds:
            deed = tell_deed(event)
            told = _words(kind_of(event), _fields(event)) if deed is None else _words(*deed)
        shown: list[RenderableType] = [] if told is None else [self._row(event, told)]
        new = self._judge(event)
        if isinstance(event, RoundEnded):
            shown.append(self._table(event))
        return [*shown, *new]

    def colour(self, agent: str) -> str:
        """The same for an agent in every line of every run with that crew."""
        if agent in self._agents:
            return COLOURS[self._agents.index(agent) % len(COLOURS)]
        return COLOURS[zlib.crc32(agent.encode()) % len(COLOURS)]

    def _judge(self, event: Header) -> list[RenderableType]:
        """A line for what was newly found. A detector that breaks is told of once, and stops nothing."""
        if self._watch is None:
            return []
        try:
            new = self._watch.add(event)
        except Exception as error:
            self._watch = None
            return [
                self._row(event, _words("behaviours are not told", f"a detector broke: {error}", style="red"))
            ]
        self._found.extend(new)
        return [self._row(event, _words(f"found {one.name}", tell_finding(one), style="bold")) for one in new]

    def _row(self, event: Header, told: Text) -> Table:
        """Time and agent in columns of their own; long words go on below their beginning."""
        row = Table.grid(padding=(0, 2))
        row.add_column(width=7, justify="right", style="dim")
        row.add_column(width=max((len(agent) for agent in self._agents), default=0))
        row.add_column(overflow="fold")
        name = event.agent or ""
        row.add_row(clock(event), Text(plain(name), style=self.colour(name) if name else ""), told)
        return row

    def _line(self, event: Header) -> Text | None:
        match event:
            case RunStarted():
                text = _words(event.title, style="bold").append(plain(f"  by {', '.join(event.agents)}"))
                text.append(f"  goal {items(event.goal)}", style="dim")
                return text.append(f"  {tell_setting(event)}", style="not bold yellow")
            case ClockChanged() if not self._paced:
                self._paced = True
                return _words("game time", _pace(event), style="dim")
            case ItemGranted():
                return _words("starts with", f"{event.count} {event.item}")
            case RoundStarted():
                return _words(f"Round {event.round}", style="bold underline")
            case Recruited():
                return _words(f"is recruited as {event.expert}", event.description)
            case TaskSpecified():
                return _words("the task, made specific", event.text)
            case Said():
                to = f" to {', '.join(event.to)}" if event.to else ""
                if event.visitor is not None:
                    return _words(f"{event.visitor}, a visitor, says{to}", f"“{event.text}”")
                return _words(f"says{to}", f"“{event.text}”")
            case Asked():
                return _words("waits for a person", style="dim")
            case DiscussionEnded():
                turns = f"after {event.turns} turn{'' if event.turns == 1 else 's'}"
                return _words("discussion ends", f"{turns}: {_ENDS[event.reason]}", style="dim")
            case DialogueFlagged():
                return _words("is flagged" if event.agent else "flagged", FLAGS[event.flag], style="yellow")
            case ClaimChecked(true=False):
                return _words("claims what is not so", tell_check(event), style="bold yellow")
            case Assigned():
                return _words("is assigned", event.text, style="bold")
            case Refused():
                return _words("refuses", event.reason, style="yellow")
            case SubtaskEnded():
                tries = f" ({event.attempts} attempts)" if event.attempts > 1 else ""
                text = _words(event.state, event.text, style=STATES[event.state])
                text.append(tries, style="dim")
                why = " ".join(part for part in (event.code, event.message) if part)
                return text.append(f"  {plain(why)}", style="red") if why and event.state != "done" else text
            case SkillEnded(injected=True):
                return _words("is made to fail", event.name, style="yellow")
            case SkillKept():
                return _words("keeps a skill for all", f"{event.name}: {event.summary}", style="green")
            case ModelCalled() if event.outcome != "answered":
                why = f"{event.outcome.replace('_', ' ')}: {event.message or 'it does not say why'}"
                return _words(f"gets no answer of {event.model}", why, style="yellow")
            case BotRestarted():
                return _words("is back after a restart", event.why, style="yellow")
            case InventoryCorrected():
                held = f"{items(event.seen)}; the server counts {items(event.counted)}"
                return _words("believed to hold", held, style="yellow")
            case Died(victim_kind="agent"):
                return _words("dies", f"by {event.by or 'itself'}", style="bold red")
            case CheatRefused():
                return _words("is refused", _refused(event), style="bold red")
            case GuardWarned():
                return _words("is warned", _guarded(event), style="bold red")
            case GuardDenied():
                return _words("is denied", _guarded(event), style="bold yellow")
            case RoundEnded():
                return _words("round ends", _RULES[event.rule], style="dim")
            case Evaluated():
                return _words("evaluation", event.feedback, style="green" if event.met else "yellow")
            case GoalChecked():
                return _words("goal", f"{items(event.have)} of {items(event.goal)}", style="dim")
            case FaultEvent():
                return _words("fault", f"{event.where}: {event.message}", style="bold red")
            case Note():
                return _words("note", event.text, style="dim")
            case RunEnded():
                return _words(
                    event.outcome.replace("_", " "),
                    event.reason,
                    style=OUTCOMES.get(event.outcome, "bold red"),
                )
            case _:
                return None

    def _table(self, event: RoundEnded) -> Table:
        """Every agent's inventory and sub-tasks: what the paper shows after each round."""
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
                Text("✓ " if done.state == "done" else "✗ ", style=STATES[done.state]).append(
                    plain(done.text)
                )
                for done in self._subtasks
                if done.agent == agent
            )
            held = Text(items(event.inventories.get(agent, {})))
            table.add_row(Text(plain(agent), style=self.colour(agent)), held, subtasks or Text("-"))
        return table


def tell_check(event: ClaimChecked) -> str:
    """'“I hold 3 paper”: Alice holds 1 paper'."""
    held = f"{event.held} {(event.item or 'items').replace('_', ' ')}"
    return f"“{event.claim}”: {event.about or 'the crew'} holds {held}"


FLAGS = {
    "role_flipping": "roles are flipped: who is to solve instructs",
    "repeating": "repeats what was said",
    "flake": "promises without anything in it",
    "thanks": "nothing but thanks and goodbyes, again",
    "nothing_new": "three turns without anything new",
}
_ENDS = {
    "agreed": "they agree",
    "turn_limit": "no turns are left",
    "nothing_new": "nothing new comes any more",
    "no_instruction": "no instruction in three turns",
    "assistant_instructs": "an assistant instructs",
    "task_done": "the instructor finds the task done",
    "token_limit": "a model has no tokens left",
    "message_limit": "that is forty messages",
}
_RULES = {
    "all": "all are through",
    "first": "the first is through",
    "time": "its time is up",
    "fault": "a fault",
    "interrupted": "interrupted",
    "nothing_assigned": "nothing was assigned",
}


def _refused(event: CheatRefused) -> str:
    text = f"{event.what.replace('_', ' ')}: {event.why}"
    if event.measured is not None and event.allowed is not None:
        text += f" ({event.measured:g}, allowed {event.allowed:g})"
    return f"{text}, {event.count} times" if event.count > 1 else text


def _guarded(event: GuardWarned | GuardDenied) -> str:
    deed = {"attack": "attacks", "break": "breaks"}[event.act]
    of = f" of {event.structure}" if event.structure else ""
    tries = f", {event.count} times" if event.count > 1 else ""
    return f"{deed} {event.target}{of}{tries}: {event.why}"


def _pace(event: ClockChanged) -> str:
    speed = "as fast as the machine can" if event.speed == "max" else f"{event.speed:g} x real time, at most"
    waits = "stands still while minds think" if event.thinking == "paused" else "goes on while minds think"
    return f"{speed}; {waits}{'; strict order' if event.order == 'strict' else ''}"


def doing(event: Header) -> str | None:
    """What an agent is busy with from this event on, for the line at the foot; '' when it is free again."""
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


def _words(verb: str, text: str = "", *, style: str = "") -> Text:
    words = Text(plain(verb), style=style)
    return words.append(f"  {plain(text)}", style="not bold not dim not underline default") if text else words


def _fields(event: Header) -> str:
    fields: Mapping[str, Any] = event.model_dump(exclude=set(_UNTOLD), exclude_none=True)
    return ", ".join(f"{name} {_short(value)}" for name, value in fields.items() if value not in ("", (), {}))


def _short(value: Any) -> str:
    if isinstance(value, dict) and all(isinstance(count, int) for count in value.values()):
        return items(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(_short(part) for part in value)
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 160 else text[:159] + "…"
