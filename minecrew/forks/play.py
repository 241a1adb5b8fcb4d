"""Plays the continuations of a fork: the recorded run again up to an event, and then live.

Every continuation is a run of its own on the built-in server. Its log begins with a copy of the recorded log;
each event is compared with the recorded one. Its manifest names its origin. The answers of models are taken
from the record as far as it goes; after that, the models are asked. Persons and visitors cannot be asked
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rich.console import Console

from minecrew.agents import (
    Endpoint,
    ForkedModel,
    LanguageModel,
    MindSpec,
    RecordedAnswers,
    RecordedCaller,
    Retries,
    RunResult,
    Task,
    check_copy,
)
from minecrew.options import Options
from minecrew.run.fork_change import changed_task
from minecrew.run.lifecycle import run as play_run
from minecrew.run.manifest import options_of
from minecrew.run.minds import Models, model_specs, models, open_models, seated
from minecrew.run.play import play_live
from minecrew.run.recorded_run import RecordedRun, records_of, skills_of, typed_lines
from minecrew.runlog import ForkChange, Forked, ForkOrigin, Log, RunBundle, RunEnded, Said, UserError


def require_fork(run: RecordedRun, at: int) -> None:
    """Raises UserError if the run cannot be repeated up to event `at`."""
    events, name = run.reading.events, repr(run.bundle.id)
    if run.task.world.order != "strict":
        raise UserError(
            f"run {name} was not played in strict order, so it cannot be repeated; play its task with "
            "--order strict, and fork that run"
        )
    if not 0 < at < len(events):
        raise UserError(f"run {name} has no event {at} to fork at; give a number from 1 to {len(events) - 1}")
    before = events[:at]
    if isinstance(events[at], RunEnded):
        raise UserError(f"event {at} is the end of run {name}; fork at an earlier event")
    if any(isinstance(event, Said) and event.visitor for event in before):
        raise UserError(f"a visitor spoke in run {name} before event {at}, and cannot be asked again")
    if seats := seated(run.task):
        raise UserError(f"{seats[0]} of run {name} is an outside agent, which cannot continue in a fork")
    if sum(isinstance(event, Forked) for event in before) < len(run.manifest.forks):
        origin = run.manifest.forks[-1]
        raise UserError(
            f"run {name} is a copy of run {origin.run!r} up to event {at}; fork run {origin.run!r} there"
        )


def asked_at(task: Task, base_url: str | None, changes: Sequence[ForkChange | None] = ()) -> Task:
    """The task, with all models asked at `base_url`: those of the crew, those of `changes`, and the reader.

    Raises UserError if one of them names an endpoint and `base_url` is not given, because the key would then
    go to an address that the maker of the run chose.
    """
    asked = model_specs(task)
    added = [spec for change in changes for spec in model_specs(changed_task(task, change))]
    if base_url is None:
        named = (*(spec.base_url for spec in (*asked, *added)), task.reader.base_url)
        if (other := next(filter(None, named), None)) is not None:
            raise UserError(
                f"the run asked models at {other}; give --base-url {other} to ask them there again"
            )
        return task

    def moved(spec: MindSpec, *, inherited: bool = False) -> MindSpec:
        moves = spec.kind == "openai" or spec.base_url is not None or inherited
        return spec.model_copy(update={"base_url": base_url}) if moves else spec

    agents = tuple(
        one.model_copy(update={"mind": moved(one.mind)}) if one.mind else one for one in task.agents
    )
    mind = moved(task.mind, inherited=bool(added))  # a new model takes what it lacks from here
    reader = task.reader
    if reader.kind == "model":
        reader = reader.model_copy(update={"base_url": base_url})
    return task.model_copy(update={"mind": mind, "agents": agents, "reader": reader})


def forked_task(run: RecordedRun, changes: Sequence[ForkChange | None], base_url: str | None) -> Task:
    """The task that a fork with `changes` plays.

    Raises UserError if a model would be asked at a stranger's endpoint, or if the budget is in money and a
    model has no price.
    """
    task, limit = asked_at(run.task, base_url, changes), run.manifest.max_usd
    named = (name for change in changes for name in models(changed_task(task, change)))
    unpriced = next((name for name in named if name not in run.prices), None)
    if limit is not None and unpriced is not None:
        raise UserError(
            f"run {run.bundle.id!r} has a budget of {limit:g} USD and no price for {unpriced!r}; give a "
            "model with a price, or fork a run whose --prices contain it"
        )
    return task


def play_fork(
    run: RecordedRun, origin: ForkOrigin, options: Options, console: Console, *, base_url: str | None = None
) -> tuple[int, RunBundle]:
    """Plays one continuation, which has the whole budget of the run. Returns the exit code and the bundle.

    Raises UserError, for example if the continuation did not meet the goal and its budget is used up.
    """
    here = {name: getattr(options, name) for name in ("port", "out", "arguments")}
    # A server that the manifest names was chosen by whoever made the run.
    given = options_of(run.manifest, **here, server=None, json_lines=False)
    forks = (*run.manifest.forks, origin)
    task = forked_task(run, [fork.change for fork in forks], base_url)
    changed = [changed_task(task, fork.change) for fork in forks]
    answers = RecordedAnswers.of(run.reading.events[: origin.at], run.bundle.path)
    played: list[RunBundle] = []
    budget = run.new_budget()

    async def play(task: Task, options: Options, log: Log, bundle: RunBundle) -> RunResult:
        played.append(bundle)
        check_copy(run.reading.events, origin.at, log)
        free = options.model_copy(update={"prices": None, "max_usd": None, "max_tokens": None})
        async with open_models(task, free, changed) as live:
            return await play_live(
                task,
                options,
                log,
                bundle,
                models=Models(budget, _forked(live, answers, task), RecordedCaller),
                persons=typed_lines(run, before=origin.at),
                records=records_of(run.manifest),
                plugin_skills=skills_of(run.manifest),
                forks=forks,
            )

    code = play_run(task, given, play, console, forks=forks)
    if code == 1 and budget.spent:
        raise UserError(
            f"continuation {played[0].id!r} cannot be compared, because {budget.spent}; play the task again "
            "with a larger budget, and fork that run"
        )
    return code, played[0]


def _forked(live: Models, answers: RecordedAnswers, task: Task) -> dict[MindSpec, LanguageModel]:
    """The models: they repeat `answers`, and are asked where there is none."""
    return {
        spec: ForkedModel(cast(Endpoint, model), answers, Retries.of(spec, seed=task.world.seed))
        for spec, model in live.endpoints.items()
    }
