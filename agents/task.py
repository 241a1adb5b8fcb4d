"""A task: the goal, the agents, the world and the limits.

A task is read from TOML (`tasks/*.toml` or a path) or made from a typed goal. Unknown keys and values out of
range are rejected with an error that names them. The server decides whether an item exists
(`Knowledge.require`).
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field, ValidationError

from minecrew.agents.draft import Draft
from minecrew.agents.mind_spec import MindSpec
from minecrew.agents.plugin_names import PersonaName, StructureName, require_persona
from minecrew.bridge import package_root
from minecrew.language import amount, registry_name
from minecrew.options import (
    MOST_AGENTS,
    CommonsTable,
    CriticTable,
    Faults,
    Limits,
    ReaderTable,
    TeamTable,
    WorldTable,
)
from minecrew.runlog import Items, Plugins, Record, UserError

NAMES = (
    "Alice",
    "Bob",
    "Charlie",
    "Dave",
    "Eve",
    "Frank",
    "Grace",
    "Heidi",
    "Ivan",
    "Judy",
    "Mallory",
    "Niaj",
    "Olivia",
    "Peggy",
    "Rupert",
    "Sybil",
)
"""Agents added by `--agents N`, in this order."""
MOST = 2304
"""Maximum number of one item: as many as fit into one inventory, 36 stacks of 64."""
TURNS_EACH = 2
"""Minimum number of turns per member in the discussion, for any number of members."""


class WorldSpec(WorldTable):
    """The world in which the crew plays."""

    def paced(self, foreign: str | None = None) -> WorldSpec:
        """Returns the world with the values of `speed` and `thinking` that will apply; `speed` stays None on
        another server.

        `foreign` is the address of a server that somebody else runs. Raises UserError.
        """
        if foreign is not None:
            if self.speed is not None or self.thinking == "paused" or self.order == "strict":
                remedy = "remove --speed, --order, world.speed, world.thinking and world.order"
                raise UserError(f"the server at {foreign} uses its own clock; {remedy}")
            return self.model_copy(update={"thinking": "live"})
        thinking = self.thinking or "paused"
        if self.order == "strict" and thinking == "live":
            why = "a run cannot be repeated exactly if the world goes on while minds think"
            raise UserError(f"{why}; leave out world.thinking = 'live', or --order strict")
        speed = 1.0 if self.speed is None and thinking == "paused" else self.speed
        return self.model_copy(update={"thinking": thinking, "speed": speed})


class AgentSpec(Record):
    """One member of the crew."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    name: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{2,15}$")
    """This is also the player's name in the game: 3 to 16 letters, digits or underscores."""
    role: str = "an experienced Minecraft player"
    inventory: Items = {}
    """Items that the agent gets before the first round; they are logged."""
    persona: PersonaName | None = None
    """A scripted tendency, which makes a certain behaviour occur. Such behaviour does not count as
    emergent.
    """
    mind: MindSpec | None = None
    """The agent's own mind, if it differs from the task's."""


class Team(TeamTable):
    """The way in which the crew works together."""

    discussion: StructureName = TeamTable().discussion


class Task(Record):
    """The goal, the agents, the world and the limits of a run."""

    title: str
    goal: Items = {}
    """Items the team must hold together at the end, by the server's own count; only a crew that lives off a
    commons may have none.
    """
    world: WorldSpec = WorldSpec()
    agents: tuple[AgentSpec, ...] = Field(min_length=1, max_length=MOST_AGENTS)
    limits: Limits = Limits()
    team: Team = Team()
    faults: Faults = Faults()
    commons: CommonsTable = CommonsTable()
    critic: CriticTable = CriticTable()
    draft: Draft | None = None
    """The best plan of earlier turns, if this run is a turn of a refinement."""
    mind: MindSpec = MindSpec()
    """The mind of every agent that has no mind of its own."""
    reader: ReaderTable = ReaderTable()
    """The reader of the discussion for the detectors."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(agent.name for agent in self.agents)

    @property
    def personas(self) -> dict[str, str]:
        """Maps the agents that have a persona to their personas."""
        return {agent.name: agent.persona for agent in self.agents if agent.persona}

    @property
    def minds(self) -> dict[str, MindSpec]:
        """Maps each agent to its mind."""
        return {agent.name: agent.mind.over(self.mind) if agent.mind else self.mind for agent in self.agents}

    @property
    def secretary(self) -> MindSpec:
        """The secretary's mind. The secretary is a model if the mind of any agent is one: the task's model,
        or else that of the first agent that has one.

        The same applies to the recruiter and the task specifier.
        """
        talking = (mind for mind in (self.mind, *self.minds.values()) if mind.kind == "openai")
        return next(talking, MindSpec())

    def role(self, agent: str) -> str:
        return next(spec.role for spec in self.agents if spec.name == agent)


def _ours() -> Mapping[str, Path]:
    return {path.stem: path for path in (package_root() / "tasks").glob("*.toml")}


def _take(name: str, value: object) -> Path:
    if not isinstance(value, Path):
        raise UserError("is not a file")
    return value


TASKS = Plugins("tasks", ours=_ours, take=_take, suffix=".toml")


def task_names() -> list[str]:
    """The built-in tasks, and those of other packages, in alphabetical order."""
    return sorted(TASKS.all())


def load_task(name: str) -> Task:
    """Reads a task by its name (built in or from another package), or any `.toml` file by its path. A file of
    norms is not read here: `choose_task` reads it.
    """
    path = task_path(name)
    if path is None:
        near = _did_you_mean(name, task_names())
        raise UserError(f"there is no task {name!r}; {near}see `minecrew tasks`")
    try:
        if not path.is_file():
            raise UserError(f"the task file {str(path)!r} does not exist; give the path of a .toml file")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{path.name} is not valid TOML: {error}") from None
    except OSError as error:
        raise UserError(f"cannot read the task file {str(path)!r}: {error.strerror}") from None
    return parse_task(text, path.name)


def task_path(name: str) -> Path | None:
    """The file of a task, which may not exist; None if no task has that name."""
    return Path(name) if name.endswith(".toml") else TASKS.find(name)


def parse_task(text: str, where: str) -> Task:
    """Reads TOML. `where` names the source in an error. Raises UserError."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{where} is not valid TOML: {error}") from None
    return _checked(data, where)


def goal_task(goal: Mapping[str, int], *, agents: int = 3) -> Task:
    """A task made from a typed goal, e.g. `{"ladder": 3}`."""
    title = "Craft " + " and ".join(amount(item, count) for item, count in goal.items())
    made = {"title": title, "goal": dict(goal), "agents": [{"name": NAMES[0]}]}
    return with_agents(_checked(made, "--goal"), agents)


def parse_goal(texts: Sequence[str]) -> Items:
    """Reads `ITEM=N` (or `ITEM`, meaning 1); several may be given."""
    goal: Items = {}
    for text in texts:
        item, _, count = text.partition("=")
        item = registry_name(item)
        digits = (count or "1").strip()
        if not item or not digits.isdecimal() or len(digits) > 12 or not int(digits):
            raise UserError(f"--goal {text!r} is not ITEM=N; for example --goal ladder=3")
        goal[item] = goal.get(item, 0) + int(digits)
    return goal


def with_agents(task: Task, count: int) -> Task:
    """Returns the task with its first `count` agents, or with additional agents that have the usual names."""
    if not 1 <= count <= len(NAMES):
        raise UserError(f"--agents {count} is out of range; choose 1 to {len(NAMES)}")
    taken = {name.lower() for name in task.names}
    spare = [AgentSpec(name=name) for name in NAMES if name.lower() not in taken]
    task = with_turns(task, TURNS_EACH * count)
    return task.model_copy(update={"agents": (*task.agents, *spare)[:count]})


def with_turns(task: Task, turns: int) -> Task:
    """Returns the task with a limit of at least this many turns for its discussion."""
    if task.limits.discussion_turns >= turns:
        return task
    limits = {"discussion_turns": turns}
    return task.model_copy(update={"limits": task.limits.model_copy(update=limits)})


def with_personas(task: Task, texts: Sequence[str]) -> Task:
    """Returns the task with these personas, each given as `AGENT=PERSONA`. Raises UserError if a persona is
    unknown.
    """
    given: dict[str, str] = {}
    for text in texts:
        agent, _, persona = text.partition("=")
        if agent not in task.names:
            raise UserError(
                f"--persona {text!r}: {agent!r} is not in the crew; choose from {', '.join(task.names)}"
            )
        try:
            require_persona(persona)
        except UserError as error:
            raise UserError(f"--persona {text!r}: {error}") from None
        given[agent] = persona
    specs = (spec.model_copy(update={"persona": given.get(spec.name, spec.persona)}) for spec in task.agents)
    return task.model_copy(update={"agents": tuple(specs)})


def _did_you_mean(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3)
    return f"did you mean {' or '.join(near)}? " if near else ""


def _checked(data: dict[str, Any], where: str) -> Task:
    try:
        task = Task.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise UserError(
                f"{where}: the key {key!r} is unknown; remove it or correct its spelling"
            ) from None
        raise UserError(f"{where}: {key!r} is wrong: {first['msg']} (got {first['input']!r})") from None
    if not task.goal and task.commons.resource == "none":
        raise UserError(f"{where}: the key 'goal' is missing or empty; name the items to make")
    if task.commons.newcomer and task.commons.newcomer not in task.names:
        raise UserError(f"{where}: the newcomer {task.commons.newcomer!r} is not in [[agents]]; add it")
    if task.commons.newcomer and len(task.names) == 1:
        raise UserError(f"{where}: the newcomer {task.commons.newcomer!r} joins nobody; add another agent")
    twice = sorted({name for name in task.names if [n.lower() for n in task.names].count(name.lower()) > 1})
    if twice:
        raise UserError(f"{where}: two agents are called {twice[0]!r}; give each agent its own name")
    for item, count in [
        *task.goal.items(),
        *(pair for agent in task.agents for pair in agent.inventory.items()),
    ]:
        if not 1 <= count <= MOST:
            raise UserError(f"{where}: {item} = {count} is out of range; ask for 1 to {MOST}")
    return task
