"""Routes for tasks: listing them, and checking whether a text is a task."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from minecrew.runlog import UserError
from minecrew.service.problem import problems
from minecrew.service.shared import Shared
from minecrew.service.time_limit import TookTooLong, within

router = APIRouter(prefix="/tasks", tags=["worlds"])

EXAMPLE: dict[str, Any] = {
    "name": "paper",
    "title": "Craft 2 paper",
    "goal": {"paper": 2},
    "agents": ["Alice"],
    "personas": {},
    "arena": "meadow",
    "seed": 1,
    "rounds": 8,
    "discussion": "horizontal",
    "guard": "warn",
}
TEXT = 'title = "Craft 1 ladder"\ngoal = { ladder = 1 }\nagents = [{ name = "Alice" }]\n'
MISTAKE = "task.toml: the key 'gaol' is unknown; remove it or correct its spelling"
WRONG: dict[str, Any] = {"ok": False, "problems": [{"message": MISTAKE}], "task": None}
CHECKING = 2.0
"""Maximum seconds of processor time of a check; TOML with very long dotted keys takes much longer."""
SHOWN = 400
"""Maximum length of an error message, which may quote the text, in characters."""


class TaskCard(BaseModel):
    """The data for choosing a task."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    name: str
    title: str
    goal: dict[str, int]
    """The items that all agents together must hold at the end."""
    agents: list[str]
    personas: dict[str, str]
    arena: str
    seed: int
    rounds: int
    """Maximum number of rounds."""
    discussion: str
    guard: str


class Tasks(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"items": [EXAMPLE]}]})

    items: list[TaskCard]


class TaskText(BaseModel):
    """A task, in the form of a task file."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"toml": TEXT}]})

    toml: str = Field(max_length=100_000)


class TaskMistake(BaseModel):
    message: str


class TaskCheck(BaseModel):
    """The result of checking whether a text is a task for the built-in server."""

    model_config = ConfigDict(json_schema_extra={"examples": [WRONG]})

    ok: bool
    problems: list[TaskMistake]
    task: TaskCard | None
    """The task; None if the text is not a task."""


@router.get("", summary="List the built-in tasks and those of plug-ins")
def list_tasks(shared: Shared) -> Tasks:
    """Broken tasks of plug-ins are left out; `minecrew tasks` gives the reasons."""
    from minecrew.agents import load_task, task_names

    cards = []
    for name in task_names():
        with suppress(UserError):
            cards.append(_card(name, load_task(name)))
    return Tasks(items=cards)


@router.post("/check", summary="Check a task", responses=problems(422))
def check_task(text: TaskText, shared: Shared) -> TaskCheck:
    from minecrew.agents import Task, parse_task
    from minecrew.run.choice import require_ours

    def check() -> Task:
        task = parse_task(text.toml, "task.toml")
        require_ours(task)
        return task

    try:
        task = within(CHECKING, check, "task.toml")
    except TookTooLong:
        message = f"task.toml takes more than {CHECKING:g} s to read; make it shorter"
        return TaskCheck(ok=False, problems=[TaskMistake(message=message)], task=None)
    except UserError as error:
        message = " ".join(str(error).split())[:SHOWN]
        return TaskCheck(ok=False, problems=[TaskMistake(message=message)], task=None)
    return TaskCheck(ok=True, problems=[], task=_card("", task))


def _card(name: str, task: Any) -> TaskCard:
    return TaskCard(
        name=name,
        title=task.title,
        goal=task.goal,
        agents=list(task.names),
        personas=task.personas,
        arena=task.world.arena,
        seed=task.world.seed,
        rounds=task.limits.rounds,
        discussion=task.team.discussion,
        guard=task.team.guard,
    )
