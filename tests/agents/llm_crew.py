"""A crew of models in a fake world."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from minecrew.agents import (
    Budget,
    Caller,
    FakeWorld,
    FunctionModel,
    Knowledge,
    LanguageModel,
    LLMMind,
    LLMRecruiter,
    LLMSecretary,
    LLMSpecifier,
    RunResult,
    Task,
    run_crew,
)
from minecrew.runlog import Event, Log, read_events
from minecrew.skills import Library


class LLMCrew:
    """Runs a task and keeps what happened; `answer` makes a model's answer of the text it is shown."""

    def __init__(self, path: Path, knowledge: Knowledge, sources: Mapping[str, int]) -> None:
        self.path, self.knowledge, self.sources = path, knowledge, sources
        self.result: RunResult | None = None
        self.world: FakeWorld | None = None

    async def __call__(
        self,
        task: Task,
        answer: Callable[[str], str] | LanguageModel,
        sources: Mapping[str, int] | None = None,
        *,
        budget: Budget | None = None,
    ) -> list[Event]:
        model: LanguageModel = FunctionModel(answer) if callable(answer) else answer
        library = Library(kept=self.path / "skills")
        world = self.world = FakeWorld(self.knowledge, task.names, sources or self.sources, library=library)
        with Log.create(self.path) as log:
            caller = Caller(model, log, budget=budget)
            self.result = await run_crew(
                task,
                run="test",
                log=log,
                world=world,
                minds=dict.fromkeys(task.names, LLMMind(caller, self.knowledge, library)),
                secretary=LLMSecretary(caller),
                recruiter=LLMRecruiter(caller, library) if task.team.recruit == "auto" else None,
                specifier=LLMSpecifier(caller),
                spent=lambda: caller.budget.spent,
                unread=caller.unread,
            )
        return list(read_events(self.path).events)
