"""An event as a line on the terminal. What agents say is shown as text, never read as markup or control.

The page says the same (page/words.js).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from minecrew.runlog import (
    Asked,
    Assigned,
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
    SubtaskEnded,
    TaskSpecified,
)
from minecrew.terminal.deed import tell_deed
from minecrew.terminal.formatting import OUTCOMES, items, kind_of, plain, tell_setting

STATES = {"done": "green", "failed": "red", "stopped": "yellow", "refused": "yellow"}
_UNTOLD = frozenset({"seq", "t", "tick", "round", "agent", "subtask", "source", "cause", "kind"})
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
    "voted": "they have voted",
}
_RULES = {
    "all": "all agents have finished",
    "first": "the first is through",
    "time": "its time is up",
    "fault": "a fault",
    "interrupted": "interrupted",
    "nothing_assigned": "nothing was assigned",
}


def tell_line(event: Header) -> Text | None:
    """What is told of `event` by default; None: nothing."""
    for tell in (_tell_frame, _tell_talk, _tell_work, _tell_check):
        if (told := tell(event)) is not None:
            return told
    return None


def tell_any(event: Header) -> Text:
    """What is told of an event of a kind that is not told by default."""
    return words(*(tell_deed(event) or (kind_of(event), _fields(event))))


def words(verb: str, text: str = "", *, style: str = "") -> Text:
    """A verb in `style`, and what belongs to it in plain type."""
    told = Text(plain(verb), style=style)
    return told.append(f"  {plain(text)}", style="not bold not dim not underline default") if text else told


def _tell_frame(event: Header) -> Text | None:
    """Events of the run, its rounds and its world."""
    match event:
        case RunStarted():
            text = words(event.title, style="bold").append(plain(f"  by {', '.join(event.agents)}"))
            text.append(f"  goal {items(event.goal)}", style="dim")
            return text.append(f"  {tell_setting(event)}", style="not bold yellow")
        case RunEnded():
            outcome = event.outcome.replace("_", " ")
            return words(outcome, event.reason, style=OUTCOMES.get(event.outcome, "bold red"))
        case ClockChanged():
            return words("game time", _pace(event), style="dim")
        case ItemGranted():
            return words("starts with", f"{event.count} {event.item}")
        case RoundStarted():
            return words(f"Round {event.round}", style="bold underline")
        case RoundEnded():
            return words("round ends", _RULES[event.rule], style="dim")
        case Evaluated():
            return words("evaluation", event.feedback, style="green" if event.met else "yellow")
        case GoalChecked():
            return words("goal", f"{items(event.have)} of {items(event.goal)}", style="dim")
        case FaultEvent():
            return words("fault", f"{event.where}: {event.message}", style="bold red")
        case Note():
            return words("note", event.text, style="dim")
        case _:
            return None


def _tell_talk(event: Header) -> Text | None:
    match event:
        case Recruited():
            return words(f"is recruited as {event.expert}", event.description)
        case TaskSpecified():
            return words("the task, made specific", event.text)
        case Said():
            to = f" to {', '.join(event.to)}" if event.to else ""
            who = "" if event.visitor is None else f"{event.visitor}, a visitor, "
            return words(f"{who}says{to}", f"“{event.text}”")
        case Asked():
            return words("waits for a person", style="dim")
        case DiscussionEnded():
            turns = f"after {event.turns} turn{'' if event.turns == 1 else 's'}"
            return words("discussion ends", f"{turns}: {_ENDS[event.reason]}", style="dim")
        case DialogueFlagged():
            return words("is flagged" if event.agent else "flagged", FLAGS[event.flag], style="yellow")
        case ClaimChecked(true=False):
            held = f"{event.held} {(event.item or 'items').replace('_', ' ')}"
            text = f"“{event.claim}”: {event.about or 'the crew'} holds {held}"
            return words("claims what is not so", text, style="bold yellow")
        case ModelCalled() if event.outcome != "answered":
            why = f"{event.outcome.replace('_', ' ')}: {event.message or 'it does not say why'}"
            return words(f"gets no answer of {event.model}", why, style="yellow")
        case _:
            return None


def _tell_work(event: Header) -> Text | None:
    match event:
        case Assigned():
            return words("is assigned", event.text, style="bold")
        case Refused():
            return words("refuses", event.reason, style="yellow")
        case SubtaskEnded():
            attempts = f" ({event.attempts} attempts)" if event.attempts > 1 else ""
            text = words(event.state, event.text, style=STATES[event.state]).append(attempts, style="dim")
            why = " ".join(part for part in (event.code, event.message) if part)
            return text.append(f"  {plain(why)}", style="red") if why and event.state != "done" else text
        case SkillEnded(injected=True):
            return words("is made to fail", event.name, style="yellow")
        case SkillKept():
            return words("keeps a skill for all", f"{event.name}: {event.summary}", style="green")
        case BotRestarted():
            return words("is back after a restart", event.why, style="yellow")
        case InventoryCorrected():
            held = f"{items(event.seen)}; the server counts {items(event.counted)}"
            return words("believed to hold", held, style="yellow")
        case Died(victim_kind="agent"):
            return words("dies", f"by {event.by or 'itself'}", style="bold red")
        case _:
            return None


def _tell_check(event: Header) -> Text | None:
    """What the referee and the guard found."""
    match event:
        case CheatRefused():
            return words("is refused", _refused(event), style="bold red")
        case GuardWarned():
            return words("is warned", _guarded(event), style="bold red")
        case GuardDenied():
            return words("is denied", _guarded(event), style="bold yellow")
        case _:
            return None


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
