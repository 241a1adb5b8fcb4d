"""The change of a fork: read from the command line, and applied to the task for the time after the fork."""

from __future__ import annotations

from typing import get_args

from minecrew.agents import MINDS, PERSONAS, MindSpec, Task, find_mind, with_personas
from minecrew.runlog import CHANGES, ForkChange, GuardMode, UserError


def read_change(
    task: Task,
    *,
    say: tuple[str, str] | None = None,
    silence: str | None = None,
    mind: str | None = None,
    guard: str | None = None,
    forget: str | None = None,
) -> ForkChange:
    """Raises UserError unless exactly one change is given and it concerns a member of the crew."""
    agent, _, value = (mind or "").partition("=")
    given = [
        say and ForkChange(kind="say", agent=say[0], value=say[1]),
        silence and ForkChange(kind="silence", agent=silence),
        mind and ForkChange(kind="mind", agent=agent, value=value),
        guard and ForkChange(kind="guard", value=guard),
        forget and ForkChange(kind="forget", agent=forget),
    ]
    changes = [one for one in given if one]
    if len(changes) != 1:
        kinds = ", ".join(f"--{kind}" for kind in CHANGES)
        raise UserError(f"a fork changes exactly one thing; give one of {kinds}")
    [change] = changes
    if change.agent is not None and change.agent not in task.names:
        raise UserError(
            f"--{change.kind}: {change.agent!r} is not in the crew; choose from {', '.join(task.names)}"
        )
    if change.kind == "guard" and change.value not in get_args(GuardMode):
        raise UserError(f"--guard {change.value!r} is not one of {', '.join(get_args(GuardMode))}")
    if change.kind == "say" and not change.value.strip():
        raise UserError("--say needs a line; to say nothing, give --silence")
    changed_task(task, change)
    return change


def changed_task(task: Task, change: ForkChange | None) -> Task:
    """The task with the agent's new mind, if the change is one: a persona, a class, or a kind of mind, where
    `openai` may be followed by `:MODEL`. Otherwise, the same task. Raises UserError.
    """
    if change is None or change.kind != "mind" or change.agent is None:
        return task
    kind, _, model = change.value.partition(":")
    if change.value in PERSONAS.all():
        spec = MindSpec(kind="offline")
    elif kind in MINDS.all():
        spec = (
            MindSpec(kind=kind, model=model or None).over(task.mind)
            if kind == "openai"
            else MindSpec(kind=kind)
        )
        spec.check(f"--mind {change.agent}={change.value}")
        if kind == "seat":
            raise UserError("--mind: an outside agent cannot take over in a fork; give another mind")
    else:
        find_mind(change.value)  # a class, or an error that lists the kinds
        spec = MindSpec(kind=change.value)
    agents = tuple(
        one.model_copy(update={"mind": spec, "persona": None}) if one.name == change.agent else one
        for one in task.agents
    )
    task = task.model_copy(update={"agents": agents})
    if change.value in PERSONAS.all():
        return with_personas(task, [f"{change.agent}={change.value}"])
    return task
