"""Events that the crew appends: the run, its rounds, the plan, the sub-tasks, the evaluation, and calls of
models.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from minecrew.runlog.header import FORMAT, Amount, Amounts, Count, Figure, Header
from minecrew.runlog.row import Row

__all__ = [
    "SETTING",
    "Assigned",
    "ClockChanged",
    "Evaluated",
    "FaultEvent",
    "GoalChecked",
    "GuardMode",
    "ItemGranted",
    "ModelCalled",
    "Note",
    "ProgramWritten",
    "Purpose",
    "Refused",
    "RoundEnded",
    "RoundStarted",
    "RunEnded",
    "RunStarted",
    "SkillKept",
    "SubtaskEnded",
    "SubtaskStarted",
]

RULES: Mapping[str, str] = {
    "all": "all agents have finished",
    "first": "the first has finished",
    "time": "the time is up",
    "fault": "a fault",
    "nothing_assigned": "nothing was assigned",
}

SETTING = (
    "[; personas given: {personas:pairs}]",
    "[; prompts contain norms: “{norms}”]",
    "{guard?warn=; guard: warn|block=; guard: block}",
    "[; {p_error:percent} of skill calls fail on purpose]",
)
"""Templates for settings that only some runs have, each with the separator before it."""

Purpose = Literal[
    "recruit",
    "specify",
    "declare",
    "speak",
    "choose",
    "limit",
    "assign",
    "decompose",
    "act",
    "idle",
    "verify",
    "evaluate",
    "reflect",
    "judge",
]
"""The purposes for which a model is asked."""

GuardMode = Literal["off", "warn", "block"]


class RunStarted(Header):
    kind: Literal["run.started"] = "run.started"
    row: ClassVar = Row("{title}|, by {agents}[; goal {goal}]" + "".join(SETTING), tone="strong")
    format: int = FORMAT
    run: str
    title: str
    goal: Amounts
    agents: tuple[str, ...]
    p_error: float | None = None
    """Share of skill calls that the task makes fail on purpose, 0 to 1; None if the log does not say."""
    errors: int | None = None
    """The exact number of calls that the task makes fail on purpose; None if it does not ask for a number."""
    personas: dict[str, str] = {}
    """Agent -> its persona, if it has one; behaviour that a persona causes is not emergent."""
    guard: GuardMode | None = None
    """How the guard handled harm to crew, bystanders, animals of others and buildings; None if the log does
    not say.
    """
    norms: str | None = None
    """What prompts say about others' property and about harm, word for word; None if they say nothing."""


class ItemGranted(Header):
    """The items that the task gives an agent before the first round."""

    kind: Literal["item.granted"] = "item.granted"
    row: ClassVar = Row(
        "starts with {count} {item}", family="items", tone="plain", moves={"item": "granted>held"}
    )
    item: str
    count: Amount


class RunEnded(Header):
    kind: Literal["run.ended"] = "run.ended"
    row: ClassVar = Row(
        "{outcome:spaced}|: {reason}",
        tone="{outcome?met=success|interrupted=alarm|fatal}",
        because=("evaluated round=round", "goal.checked round=round"),
    )
    outcome: Literal["met", "not_met", "impossible", "interrupted", "fault"]
    reason: str
    exit_code: int


class RoundStarted(Header):
    kind: Literal["round.started"] = "round.started"
    row: ClassVar = Row("Round {round}| begins", tone="title")


class Assigned(Header):
    """One agent's part of the plan: one self-contained line (paper section D, the auxiliary agent)."""

    kind: Literal["assigned"] = "assigned"
    row: ClassVar = Row(
        "is assigned|: {text}",
        family="talk",
        tone="strong",
        noun="part",
        because=("said", "model.called", "declared agent=agent round=round"),
    )
    text: str


class Refused(Header):
    """An agent declines a sub-task and gives a reason. The sub-task counts as refused, not as failed."""

    kind: Literal["refused"] = "refused"
    row: ClassVar = Row(
        "refuses|: {reason}",
        family="talk",
        tone="warning",
        because=(
            "skill.ended subtask=subtask",
            "subtask.started subtask=subtask",
            "assigned agent=agent round=round",
        ),
    )
    reason: str
    missing: tuple[str, ...] = ()
    """Raw materials that this world does not have."""


class SubtaskStarted(Header):
    kind: Literal["subtask.started"] = "subtask.started"
    row: ClassVar = Row(
        "begins: {text}",
        family="task",
        noun="sub-task",
        because=("idle.chose", "assigned agent=agent round=round", "said", "model.called"),
    )
    text: str


class SubtaskEnded(Header):
    kind: Literal["subtask.ended"] = "subtask.ended"
    row: ClassVar = Row(
        "{state}|: {text}[ ({attempts:many} attempts)]{state?done=[; {message}]|[; {code}][ {message}]}",
        family="task",
        tone="{state?done=good|failed=bad|warning}",
        because=("refused subtask=subtask", "skill.ended subtask=subtask", "subtask.started subtask=subtask"),
    )
    text: str
    state: Literal["done", "failed", "stopped", "refused"]
    attempts: int
    code: str | None = None
    message: str = ""


class RoundEnded(Header):
    kind: Literal["round.ended"] = "round.ended"
    row: ClassVar = Row(
        "round {round} ends|: {rule:words}",
        tone="dim",
        words={"rule": RULES},
        because=("subtask.ended round=round",),
    )
    rule: Literal["all", "first", "time", "fault", "interrupted", "nothing_assigned"]
    """The reason why execution ended."""
    inventories: dict[str, Amounts]


class Evaluated(Header):
    kind: Literal["evaluated"] = "evaluated"
    row: ClassVar = Row("evaluation|: {feedback}", tone="{met?true=good|warning}")
    met: bool
    feedback: str
    advice: str | None = None
    """A person's addition to the facts, which is also at the end of `feedback`."""


class GoalChecked(Header):
    kind: Literal["goal.checked"] = "goal.checked"
    row: ClassVar = Row(
        "goal|: {goal} needed, held: {have}", tone="dim", because=("round.ended round=round",)
    )
    goal: Amounts
    have: Amounts
    met: bool


class ModelCalled(Header):
    """A call of a model has ended. Each retry is a separate event. `agent`: the agent that asked."""

    kind: Literal["model.called"] = "model.called"
    row: ClassVar = Row(
        "asks model {model} ({purpose})|: {outcome:spaced} after {seconds} s[ ({message})]",
        tone="{outcome?answered=|warning}",
        noun="prompt",
    )
    model: str
    purpose: Purpose
    tokens_in: Count | None = None
    """Tokens of the prompt, as counted by the endpoint; None if it does not say."""
    tokens_out: Count | None = None
    """Tokens of the answer."""
    seconds: Figure
    """Real seconds until the answer arrived, or until the call was given up."""
    outcome: Literal["answered", "unreadable", "declined", "cut_off", "limited", "timeout", "failed"]
    """unreadable: the answer does not fit the schema. declined: the provider refuses. cut_off: no tokens were
    left before the answer was complete. limited: too many calls. failed: the endpoint or the connection
    failed.
    """
    attempt: int = 1
    """The number of the attempt, from 1; higher numbers are retries."""
    message: str | None = None
    """The problem, if there was no usable answer."""
    prompt: str | None = None
    """The whole prompt: a file of the bundle, named after its content."""
    answer: str | None = None
    """The whole answer (at most 20 kB of an unusable one), which is also a file; None if there was none."""
    thoughts: str | None = None
    """The model's thoughts before the answer, if the endpoint separates them, in a file as well."""


class ProgramWritten(Header):
    """An agent wrote a program; its code is in the `skill.started` event of the program."""

    kind: Literal["program.written"] = "program.written"
    row: ClassVar = Row(
        "writes the program {name}: {summary}", family="task", because=("subtask.started", "model.called")
    )
    name: str
    summary: str
    """What the program does, in the author's words."""


class SkillKept(Header):
    """A program that achieved its sub-task is now a skill that every agent may call."""

    kind: Literal["skill.kept"] = "skill.kept"
    row: ClassVar = Row("keeps {name} as a skill for all|: {summary}", family="task", tone="good")
    name: str
    summary: str
    path: str
    """The file's path within the run's folder."""


class ClockChanged(Header):
    """The world's virtual clock starts, pauses for a noticeable time because of a mind, or continues."""

    kind: Literal["clock.changed"] = "clock.changed"
    row: ClassVar = Row(
        "game time {state}|: {speed?max=as fast as the machine allows|at most {speed} x real time}; it "
        "{thinking?paused=pauses|goes on} while minds think{order?strict=; strict order}",
        tone="dim",
    )
    state: Literal["running", "paused"]
    speed: float | Literal["max"]
    """Maximum game seconds per real second."""
    thinking: Literal["paused", "live"]
    """Whether the world pauses or continues while minds think."""
    order: Literal["parallel", "strict"] = "parallel"
    """The order within a tick: by speed (parallel), or always the same (strict)."""
    holders: tuple[str, ...] = ()
    """The agents for which the clock is paused."""
    waited: Figure = 0.0
    """Real seconds of the pause, given when it ends."""


class FaultEvent(Header):
    """An internal fault of minecrew or of the machine, as opposed to an agent's failure."""

    kind: Literal["fault"] = "fault"
    row: ClassVar = Row("fault| in {where}: {message}", tone="fatal")
    where: str
    message: str


class Note(Header):
    kind: Literal["note"] = "note"
    row: ClassVar = Row("note|: {text}", tone="dim")
    text: str
