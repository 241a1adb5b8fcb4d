"""Which task is meant: a name, a file or a typed goal, with what the command line changes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from rich.console import Console
from rich.table import Column, Table

from minecrew.agents import (
    Task,
    find_structure,
    goal_task,
    load_task,
    parse_goal,
    require_item,
    structures,
    task_names,
    with_agents,
    with_personas,
    with_turns,
)
from minecrew.bridge import Speed
from minecrew.game import VERSION
from minecrew.mc_server import item_names, require_arena
from minecrew.run.minds import models, with_minds
from minecrew.run.options import Options
from minecrew.run.person import require_input
from minecrew.runlog import UserError
from minecrew.terminal.formatting import items

SLOWEST, FASTEST = 0.1, 1000.0


def choose_task(options: Options) -> Task:
    """The task to run. Raises UserError where none, or two, are named."""
    if options.task and options.goals:
        raise UserError(f"{options.task!r} and --goal both say what to craft; give one of them")
    if options.goals:
        task = goal_task(parse_goal(options.goals))
    elif options.task:
        task = load_task(options.task)
    else:
        raise UserError("nothing to craft; name a task (`minecrew tasks` lists them) or give --goal ITEM=N")
    limited = "discussion_turns" in task.limits.model_fields_set
    if options.agents is not None:
        task = with_agents(task, options.agents)
    task = with_personas(task, options.personas)
    for name in options.human:
        if name not in task.names:
            raise UserError(f"--human {name!r} is not in the crew; it has {', '.join(task.names)}")
    world: dict[str, Any] = {
        name: value for name in ("arena", "seed") if (value := getattr(options, name)) is not None
    }
    if options.speed is not None:
        world["speed"] = parse_speed(options.speed)
    if options.order is not None:
        if options.order not in ("parallel", "strict"):
            raise UserError(f"--order {options.order!r} is no order; give parallel or strict")
        world["order"] = options.order
    if options.rounds is not None and not 1 <= options.rounds <= 100:
        raise UserError(f"--rounds {options.rounds} is out of range; choose 1 to 100")
    task = with_minds(task, options)
    team: dict[str, Any] = {
        name: _one_of(name, value, get_args(type(task.team).model_fields[name].annotation))
        for name in ("guard", "recruit", "evaluator")
        if (value := getattr(options, name)) is not None
    }
    if options.discussion is not None:
        team["discussion"] = find_structure(options.discussion).name
    if options.fact_check is not None:
        team["fact_check"] = options.fact_check
    limits = {} if options.rounds is None else {"rounds": options.rounds}
    faults = {} if options.p_error is None else {"p_error": parse_share(options.p_error)}
    chosen = task.model_copy(
        update={
            "world": task.world.model_copy(update=world).paced(options.server),
            "limits": task.limits.model_copy(update=limits),
            "faults": task.faults.model_copy(update=faults),
            "team": task.team.model_copy(update=team),
        }
    )
    if not limited:
        chosen = with_turns(chosen, find_structure(chosen.team.discussion).turns(len(chosen.agents)))
    _check_team(chosen)
    return chosen


def require_person(task: Task, options: Options) -> None:
    """Raises UserError where a person is to type, and nobody can here."""
    if options.human or task.team.evaluator == "human":
        require_input("--human" if options.human else "evaluator = 'human'")


def require_ours(task: Task) -> None:
    """Raises UserError for an arena or an item that our own server does not have, without starting one."""
    require_arena(task.world.arena)
    for item in task.goal:
        require_item(item, item_names(), "the goal", version=VERSION)
    for agent in task.agents:
        for item in agent.inventory:
            require_item(item, item_names(), f"the inventory of {agent.name}", version=VERSION)


def _check_team(task: Task) -> None:
    """Raises UserError for a way to work together that this crew does not have."""
    structure, agents = find_structure(task.team.discussion), len(task.agents)
    told = f"discussion = {structure.name!r}"
    if agents < structure.agents:
        raise UserError(
            f"{told} takes at least {structure.agents} agents, and there is {agents}; "
            "add another, or choose another structure (`minecrew structures` lists them)"
        )
    if task.limits.discussion_turns < structure.turns(agents):
        raise UserError(
            f"discussion_turns = {task.limits.discussion_turns} is too few: {told} takes at least "
            f"{structure.turns(agents)} with {agents} agents; raise it, or leave it out"
        )
    offline = [name for name, mind in task.minds.items() if mind.kind == "offline"]
    if offline and structure.turn is None:
        raise UserError(
            f"{told} cannot be played by offline minds, and {offline[0]} has one; give --mind openai as well"
        )
    if task.team.recruit == "auto" and not models(task):
        raise UserError(
            "recruit = 'auto' describes experts for models, and no agent has one: offline minds read no "
            "description; give --mind openai as well, or recruit = 'fixed'"
        )


def _one_of(name: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        wrong = f"--{name} {value!r} is no {name}"
        raise UserError(f"{wrong}; give {', '.join(known[:-1])} or {known[-1]}")
    return value


def parse_speed(text: str) -> Speed:
    """Reads a factor of real time, or "max". Raises UserError."""
    if text == "max":
        return "max"
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise UserError(f"--speed {text!r} is no speed; give {SLOWEST:g} to {FASTEST:g}, or max")
    return speed


def parse_share(text: str) -> float:
    """Reads the P of --p-error, 0 to 1. Raises UserError."""
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UserError(f"--p-error {text!r} is no share; give 0 to 1, for example 0.2")
    return share


def list_structures(console: Console) -> None:
    table = _listing("Structure", "Who speaks, and when it ends")
    for structure in structures().values():
        table.add_row(structure.name, structure.summary)
    console.print(table)


def list_tasks(console: Console) -> None:
    table = _listing("Task", "Title", "Goal", "Agents")
    for name in task_names():
        task = load_task(name)
        crew = (f"{spec.name} ({spec.persona})" if spec.persona else spec.name for spec in task.agents)
        table.add_row(name, task.title, items(task.goal), ", ".join(crew))
    console.print(table)


def _listing(name: str, *rest: str) -> Table:
    """A table whose first column is to be copied, and is never broken."""
    return Table(Column(name, no_wrap=True), *(Column(heading, overflow="fold") for heading in rest))
