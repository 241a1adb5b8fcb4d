"""Chooses the task by name, file or typed goal, and applies the options of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from minecrew.agents import (
    MINDS,
    PERSONAS,
    STRUCTURES,
    TASKS,
    Task,
    find_structure,
    goal_task,
    load_task,
    parse_goal,
    read_norms,
    require_item,
    structures,
    task_names,
    task_path,
    with_agents,
    with_personas,
    with_turns,
)
from minecrew.game import VERSION
from minecrew.mc_server import arenas, item_names, require_arena
from minecrew.options import Options, task_tables
from minecrew.run.minds import models, seated, with_minds
from minecrew.run.person import require_input
from minecrew.runlog import Plugins, UserError
from minecrew.terminal import say_error
from minecrew.terminal.formatting import items

REGISTRIES: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "arenas": lambda: dict.fromkeys(arenas(), ""),
    "structures": lambda: {one.name: one.summary for one in structures().values()},
    "personas": lambda: dict.fromkeys(PERSONAS.all(), ""),
    "minds": lambda: dict.fromkeys(MINDS.all(), ""),
}
"""Returns the possible values of a run option, each with a summary."""


def choose_task(options: Options, *, folder: Path | None = None) -> Task:
    """Returns the task to run. `folder`: that of the file from which the options come; None if a user gave
    them. Raises UserError if no task or two tasks are given.
    """
    if options.task and options.goals:
        raise UserError(f"{options.task!r} and --goal both say what to craft; give only one of them")
    if options.goals:
        task = goal_task(parse_goal(options.goals))
    elif options.task:
        task = load_task(options.task)
    else:
        raise UserError(
            "there is nothing to craft; give a task (`minecrew tasks` lists them) or --goal ITEM=N"
        )
    limited = "discussion_turns" in task.limits.model_fields_set
    if options.agents is not None:
        task = with_agents(task, options.agents)
    task = with_personas(task, options.personas)
    for name in options.human:
        if name not in task.names:
            raise UserError(f"--human {name!r} is not in the crew; choose from {', '.join(task.names)}")
    task = with_minds(task, options)
    tables = {
        table: getattr(task, table).model_copy(update=given(options, table))
        for table in task_tables() - {"mind"}
    }
    tables["team"] = tables["team"].model_copy(update={"norms": _norms(task, options, folder)})
    chosen = task.model_copy(update={**tables, "world": tables["world"].paced(options.server)})
    if not limited:
        chosen = with_turns(chosen, find_structure(chosen.team.discussion).turns(len(chosen.agents)))
    _check_team(chosen)
    return chosen


def _norms(task: Task, options: Options, folder: Path | None) -> str:
    """The norms, which are read only here. The task's file may name a file of its own folder."""
    wanted = given(options, "team").get("norms")
    if wanted is not None:
        return read_norms(wanted, within=folder)
    path = task_path(options.task) if options.task else None
    return read_norms(task.team.norms, within=path.parent if path else None)


def require_person(task: Task, options: Options) -> None:
    """Raises UserError if a person has to type but nobody can type here."""
    wants = {
        "--human": bool(options.human),
        "evaluator = 'human'": task.team.evaluator == "human",
        "critic = 'human'": task.critic.by == "human",
    }
    if what := next((name for name, wanted in wants.items() if wanted), None):
        require_input(what)


def require_ours(task: Task, *, server: str | None = None) -> None:
    """Raises UserError for an arena or an item that the built-in server does not have, unless the run uses
    another `server`. No server is started.
    """
    if server:
        return
    require_arena(task.world.arena)
    for item in task.goal:
        require_item(item, item_names(), "the goal", version=VERSION)
    for agent in task.agents:
        for item in agent.inventory:
            require_item(item, item_names(), f"the inventory of {agent.name}", version=VERSION)


def require_no_seat(task: Task) -> None:
    """Raises UserError if an agent has a seat, because the seat's address could not be printed."""
    for name in seated(task):
        raise UserError(f"{name} has a seat, which only `minecrew run` can offer; give another mind")


def _check_team(task: Task) -> None:
    """Raises UserError if this crew does not support the discussion structure or the recruiter."""
    structure, agents = find_structure(task.team.discussion), len(task.agents)
    told = f"discussion = {structure.name!r}"
    if agents < structure.agents:
        raise UserError(
            f"{told} needs at least {structure.agents} agents, but there is only {agents}; add "
            "an agent, or choose another structure (`minecrew structures` lists them)"
        )
    if task.limits.discussion_turns < structure.turns(agents):
        raise UserError(
            f"discussion_turns = {task.limits.discussion_turns} is too low: {told} needs at "
            f"least {structure.turns(agents)} with {agents} agents; increase it, or leave it out"
        )
    if task.critic.by == "model" and not models(task):
        raise UserError(
            "critic = 'model' needs a model, but no agent has one; add --mind openai, or give --critic rule"
        )
    offline = [name for name, mind in task.minds.items() if mind.kind == "offline"]
    if offline and structure.turn is None:
        raise UserError(
            f"{told} cannot be played by offline minds, and {offline[0]} has one; add --mind openai"
        )
    if task.team.recruit == "auto" and not models(task):
        raise UserError(
            "recruit = 'auto' describes experts for models, but no agent has a model; add "
            "--mind openai, or set recruit = 'fixed'"
        )


def given(options: Options, table: str) -> dict[str, Any]:
    """Returns the values that the options set in one of the task's tables, by key."""
    return getattr(options, table).model_dump(exclude_unset=True)  # type: ignore[no-any-return]


def list_structures(console: Console) -> None:
    table = _listing("Structure", "Who speaks, and when the discussion ends")
    for structure in structures().values():
        table.add_row(structure.name, structure.summary)
    console.print(table)
    _warn_of_broken(STRUCTURES)


def list_tasks(console: Console) -> None:
    table = _listing("Task", "Title", "Goal", "Agents")
    for name in task_names():
        try:
            task = load_task(name)
        except UserError as error:
            say_error(f"warning: {error}")
            continue
        crew = (f"{spec.name} ({spec.persona})" if spec.persona else spec.name for spec in task.agents)
        table.add_row(name, task.title, items(task.goal), ", ".join(crew))
    console.print(table)
    _warn_of_broken(TASKS)


def _warn_of_broken(plugins: Plugins[Any]) -> None:
    for plugin in plugins.outside():
        if plugin.problem:
            say_error(f"warning: {plugin.problem}")


def _listing(name: str, *rest: str) -> Table:
    """Returns a table whose first column is never broken, so that it can be copied."""
    return Table(Column(name, no_wrap=True), *(Column(heading, overflow="fold") for heading in rest))
