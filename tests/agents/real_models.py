"""A task that models play in the real world."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from minecrew.agents import (
    Caller,
    FunctionModel,
    Knowledge,
    LLMMind,
    LLMRecruiter,
    LLMSecretary,
    LLMSpecifier,
    RunResult,
    Task,
    open_world,
    run_crew,
)
from minecrew.agents.task import Team
from minecrew.runlog import (
    Event,
    Log,
    read_events,
)
from minecrew.skills import Library


@dataclass(frozen=True)
class Played:
    path: Path
    result: RunResult
    knowledge: Knowledge

    @property
    def events(self) -> list[Event]:
        return list(read_events(self.path).events)


async def play(task: Task, path: Path, answering: Callable[[Knowledge], Callable[[str], str]]) -> Played:
    """`answering` makes a model of the rules of the game."""
    task = task.model_copy(update={"world": task.world.model_copy(update={"speed": "max"})})
    library = Library(kept=path / "skills")
    with Log.create(path) as log:
        async with open_world(task, log, library=library) as (world, _):
            caller = Caller(FunctionModel(answering(world.knowledge)), log)
            result = await run_crew(
                task,
                run="models",
                log=log,
                world=world,
                minds=dict.fromkeys(task.names, LLMMind(caller, world.knowledge, library)),
                secretary=LLMSecretary(caller),
                recruiter=LLMRecruiter(caller, library) if task.team.recruit == "auto" else None,
                specifier=LLMSpecifier(caller),
            )
    return Played(path, result, world.knowledge)


def with_team(task: Task, **team: str) -> Task:
    return task.model_copy(update={"team": Team.model_validate({**task.team.model_dump(), **team})})
