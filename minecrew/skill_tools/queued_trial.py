"""The trial of a skill as a run. Its bundle contains the skill to try and, later, all results.

The text in the bundle overrides any other skill of the same name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from minecrew.agents import RunResult
from minecrew.options import Options
from minecrew.run.manifest import make_manifest
from minecrew.run.queued import begin_queued
from minecrew.run.ticket import issue_ticket
from minecrew.runlog import (
    GoalChecked,
    Items,
    Log,
    Record,
    RoundEnded,
    RoundStarted,
    RunBundle,
    RunStarted,
    UserError,
    write_whole,
)
from minecrew.skill_tools.trial import ACTOR, names_of, run_trial
from minecrew.skill_tools.trial_choice import make_trial
from minecrew.skills import Library, Skill, Trial, skill_places
from minecrew.terminal.formatting import items


class TrialWorld(Record):
    arena: str
    seed: int


class TrialAgent(Record):
    name: str
    inventory: Items = {}

    @property
    def title(self) -> str:
        """The text that a manifest contains in place of a mind's title."""
        return "a skill"


class TrialTask(Record):
    """The task of a trial, which is like a run's task but has no minds."""

    title: str
    goal: Items
    """The items that the call must gain; if empty, the call must only end without failure."""
    world: TrialWorld
    agents: tuple[TrialAgent, ...]
    skill: str
    trial: Trial

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(agent.name for agent in self.agents)

    @property
    def personas(self) -> Mapping[str, str]:
        return {}

    @property
    def minds(self) -> Mapping[str, TrialAgent]:
        return {agent.name: agent for agent in self.agents}

    @property
    def secretary(self) -> TrialAgent:
        return self.agents[0]


def queue_trial(
    skill: Skill,
    root: Path,
    *,
    arguments: Sequence[str] = (),
    arena: str | None = None,
    seed: int | None = None,
    give: Items | None = None,
) -> RunBundle:
    """Creates the bundle of a waiting trial. Raises UserError in the same cases as `minecrew skills try`."""
    amounts = [f"{item}={count}" for item, count in (give or {}).items()]
    trial = make_trial(skill, arguments, arena=arena, seed=seed, give=amounts)
    task = TrialTask(
        title=f"Try {skill.name}",
        goal=trial.expect,
        world=TrialWorld(arena=trial.arena, seed=trial.seed),
        agents=tuple(
            TrialAgent(name=name, inventory=trial.give if name == ACTOR else {}) for name in names_of(trial)
        ),
        skill=skill.name,
        trial=trial,
    )
    words = ["skills", "try", skill.name, *arguments]
    words += [] if arena is None else ["--arena", arena]
    words += [] if seed is None else ["--seed", str(seed)]
    words += [word for amount in amounts for word in ("--give", amount)]
    bundle = RunBundle.create(root, title=task.title)
    write_whole(bundle.skills_path / f"{skill.name}.js", skill.source, parents=True)
    options = Options(skills=skill_places(), arguments=tuple(words))
    manifest = make_manifest(task, options, bundle.id)
    bundle.write_manifest(manifest.model_copy(update={"queued": True}))
    issue_ticket(bundle)
    return bundle


def run_queued_trial(path: Path) -> int:
    """Starts the trial in `path`; see `begin_queued`."""
    hint = "start one with `minecrew skills try NAME`"
    return begin_queued(path, TrialTask.model_validate, lambda remote: _play, "try", hint)


async def _play(task: TrialTask, options: Options, log: Log, bundle: RunBundle) -> RunResult:
    library = Library((*options.skills, bundle.skills_path))
    skill = library.get(task.skill)
    if skill is None:
        raise UserError(f"there is no skill {task.skill!r} in {str(bundle.skills_path)!r}")
    start = {"run": bundle.id, "title": task.title, "goal": task.goal, "agents": task.names}
    log.append(RunStarted.model_validate(start))
    log.set_round(1)
    log.append(RoundStarted())

    result = await run_trial(skill, task.trial, library, hear=log.append, see=bundle.write_arena)
    log.append(RoundEnded(rule="all", inventories={ACTOR: result.after}))
    problem = result.problem
    if task.goal:
        have = {item: max(0, result.gained.get(item, 0)) for item in task.goal}
        log.append(GoalChecked(goal=task.goal, have=have, met=not problem))
    if problem:
        return RunResult("not_met", result.explanation, 1)
    gained = {item: count for item, count in result.gained.items() if count > 0}
    return RunResult("met", f"gained {items(gained)}" if gained else "the call ended without failure", 0)
