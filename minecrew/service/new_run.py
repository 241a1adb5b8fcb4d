"""A run as it is asked for over HTTP, and the bundle it is queued as.

Its fields are the options of `minecrew run`; a wrong one is answered with the line that the command prints.
No field is a path.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from minecrew.runlog import RunBundle
from minecrew.service.problem import ProblemError

PlainName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
ItemName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
KEY = r"^[\x21-\x7e]{1,128}$"
"""Of a request's name: printable, so that it can stand in a file."""
PAPER: dict[str, Any] = {"task": "paper", "seed": 3, "speed": "max"}
LADDER: dict[str, Any] = {
    "goal": {"ladder": 3},
    "agents": 2,
    "arena": "meadow",
    "personas": {"Alice": "eager"},
    "guard": "block",
    "rounds": 4,
}


class MindChoice(BaseModel):
    """Who thinks, for every agent whose own the task does not tell. The key is the environment's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: PlainName = Field("offline", description="offline, openai, or a plug-in's.")
    model: str | None = Field(None, max_length=200, examples=["gpt-4o-mini"])
    base_url: str | None = Field(None, max_length=500, examples=["http://127.0.0.1:11434/v1"])


class NewRun(BaseModel):
    """What to play: `task` or `goal`; the rest is as the task says, where it is left out."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [PAPER, LADDER]})

    task: PlainName | None = Field(None, description="Of GET /tasks.")
    goal: dict[ItemName, int] | None = Field(None, max_length=36)
    agents: int | None = Field(None, description="How many; more than the task has are added.")
    seed: int | None = Field(None, ge=-(1 << 31), lt=1 << 31)
    arena: PlainName | None = Field(None, description="Of GET /arenas.")
    speed: float | Literal["max"] | None = Field(None, description="A factor of real time.")
    order: Literal["parallel", "strict"] | None = None
    guard: Literal["off", "warn", "block"] | None = None
    discussion: PlainName | None = Field(None, description="Of GET /structures.")
    recruit: Literal["fixed", "auto"] | None = None
    evaluator: Literal["facts", "human"] | None = Field(
        None, description="human: after each round POST /runs/{id}/say tells what to improve."
    )
    fact_check: bool | None = None
    rounds: int | None = None
    p_error: float | None = Field(None, description="Share of skill calls that fail on purpose.")
    personas: dict[PlainName, PlainName] = Field({}, max_length=16, description="Agent -> persona.")
    human: list[PlainName] = Field(
        [], max_length=16, description="Agents whose lines come by POST /runs/{id}/say."
    )
    mind: MindChoice | None = None
    max_tokens: int | None = Field(
        None, ge=1, description="Token budget, input plus output; the run ends when it is used up."
    )


def queue_run(asked: NewRun, root: Path, *, request: str | None, local: bool) -> RunBundle:
    """The bundle, with its manifest alone. `request`: what the client calls it; `local`: whether only who
    sits at this machine can ask. Raises UserError where the command would.
    """
    # They bring the whole crew with them, and are needed only here.
    from minecrew.run.choice import choose_task, require_ours
    from minecrew.run.manifest import make_manifest
    from minecrew.run.options import Options
    from minecrew.skills import skill_places

    mind = asked.mind
    if mind and mind.base_url and not local:  # whoever has the token would be given the key as well
        told = "an endpoint of one's own is for a service without a token; leave out base_url"
        raise ProblemError(403, told)
    options = Options(
        task=asked.task,
        goals=tuple(f"{item}={count}" for item, count in (asked.goal or {}).items()),
        agents=asked.agents,
        seed=asked.seed,
        arena=asked.arena,
        speed=None if asked.speed is None else str(asked.speed),
        order=asked.order,
        guard=asked.guard,
        discussion=asked.discussion,
        recruit=asked.recruit,
        evaluator=asked.evaluator,
        fact_check=asked.fact_check,
        rounds=asked.rounds,
        p_error=None if asked.p_error is None else str(asked.p_error),
        personas=tuple(f"{agent}={persona}" for agent, persona in asked.personas.items()),
        mind=mind.kind if mind else None,
        model=mind.model if mind else None,
        base_url=mind.base_url if mind else None,
        max_tokens=asked.max_tokens,
        human=tuple(asked.human),
        skills=skill_places(()),
        out=root,
        arguments=as_command(asked),
    )
    task = choose_task(options)
    require_ours(task)
    bundle = RunBundle.create(root, title=task.title)
    manifest = make_manifest(task, options, bundle.id)
    bundle.write_manifest(manifest.model_copy(update={"queued": True, "request": request}))
    return bundle


def as_command(asked: NewRun) -> tuple[str, ...]:
    """What the same run is called on the command line."""
    words = ["run", *([asked.task] if asked.task else [])]
    for name, value in asked.model_dump(exclude_none=True, exclude={"task", "mind"}).items():
        option = {"personas": "persona"}.get(name, name).replace("_", "-")
        match value:
            case dict():
                for key, one in value.items():
                    words += [f"--{option}", f"{key}={one}"]
            case list():
                for one in value:
                    words += [f"--{option}", str(one)]
            case bool():
                words.append(f"--{option}" if value else f"--no-{option}")
            case _:
                words += [f"--{option}", str(value)]
    if asked.mind:
        words += ["--mind", asked.mind.kind]
        for name, value in asked.mind.model_dump(exclude_none=True, exclude={"kind"}).items():
            words += [f"--{name.replace('_', '-')}", value]
    return tuple(words)
