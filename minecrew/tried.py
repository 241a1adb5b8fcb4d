"""A skill that is tried as a run: its bundle holds who tries what, and then all that came of it.

The text that is tried lies in the bundle, and stands for whatever else is called so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from minecrew.agents import RunResult
from minecrew.options import Options
from minecrew.remote import Remote, is_let_go
from minecrew.run import INTERRUPTED, make_manifest, run
from minecrew.runlog import (
    GoalChecked,
    Header,
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
from minecrew.skills import Library, Skill, Trial, skill_places
from minecrew.terminal import Terminal
from minecrew.tryout import ACTOR, Tryout, names_of, try_skill
from minecrew.tryouts import make_trial
from minecrew.words import items


class Place(Record):
    arena: str
    seed: int


class Trier(Record):
    name: str
    inventory: Items = {}

    @property
    def title(self) -> str:
        """Of its mind: it has none."""
        return "a skill"


class Attempt(Record):
    """What is tried; its manifest's task. `minecrew.run` takes it for one."""

    title: str
    goal: Items
    """What is to be gained at least; none: it has to end without failure."""
    world: Place
    agents: tuple[Trier, ...]
    skill: str
    trial: Trial

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(agent.name for agent in self.agents)

    @property
    def personas(self) -> Mapping[str, str]:
        return {}

    @property
    def minds(self) -> Mapping[str, Trier]:
        return {agent.name: agent for agent in self.agents}

    @property
    def secretary(self) -> Trier:
        return self.agents[0]


def queue_attempt(
    skill: Skill,
    root: Path,
    *,
    arguments: Sequence[str] = (),
    arena: str | None = None,
    seed: int | None = None,
    give: Items | None = None,
) -> RunBundle:
    """The bundle of a try that waits. Raises UserError where `minecrew skills try` would."""
    amounts = [f"{item}={count}" for item, count in (give or {}).items()]
    trial = make_trial(skill, arguments, arena=arena, seed=seed, give=amounts)
    attempt = Attempt(
        title=f"Try {skill.name}",
        goal=trial.expect,
        world=Place(arena=trial.arena, seed=trial.seed),
        agents=tuple(
            Trier(name=name, inventory=trial.give if name == ACTOR else {}) for name in names_of(trial)
        ),
        skill=skill.name,
        trial=trial,
    )
    words = ["skills", "try", skill.name, *arguments]
    words += [] if arena is None else ["--arena", arena]
    words += [] if seed is None else ["--seed", str(seed)]
    words += [word for amount in amounts for word in ("--give", amount)]
    bundle = RunBundle.create(root, title=attempt.title)
    write_whole(bundle.skills_path / f"{skill.name}.js", skill.source)
    options = Options(skills=skill_places(), arguments=tuple(words))
    manifest = make_manifest(attempt, options, bundle.id)
    bundle.write_manifest(manifest.model_copy(update={"queued": True}))
    return bundle


def try_queued(path: Path) -> int:
    """Begins the try in `path`, and returns the exit code; let go of already, it stays queued.

    Raises UserError where nothing was asked for there.
    """
    bundle = RunBundle(path.resolve())
    manifest = bundle.manifest()
    if manifest is None or not manifest.queued:
        raise UserError(f"no try is queued in {str(path)!r}; `minecrew skills try NAME` makes one")
    try:
        attempt = Attempt.model_validate(manifest.task)
    except ValidationError as error:
        why = str(error).splitlines()[0]
        raise UserError(f"try {bundle.id!r} was queued by another version ({why}); ask for it anew") from None
    options = Options(skills=tuple(map(Path, manifest.skills)), arguments=manifest.arguments)
    if is_let_go():
        return INTERRUPTED
    return run(attempt, options, _play, Terminal(), queued=bundle, listen=Remote().listen)


async def _play(attempt: Attempt, options: Options, log: Log, bundle: RunBundle) -> RunResult:
    library = Library((*options.skills, bundle.skills_path))
    skill = library.get(attempt.skill)
    if skill is None:
        raise UserError(f"there is no skill {attempt.skill!r} in {str(bundle.skills_path)!r}")
    start = {"run": bundle.id, "title": attempt.title, "goal": attempt.goal, "agents": attempt.names}
    log.append(RunStarted.model_validate(start))
    log.set_round(1)
    log.append(RoundStarted())

    def hear(event: Header) -> None:
        log.append(event)

    tryout = await try_skill(skill, attempt.trial, library, hear=hear, see=bundle.write_arena)
    log.append(RoundEnded(rule="all", inventories={ACTOR: tryout.after}))
    problem = tryout.problem
    if attempt.goal:
        have = {item: max(0, tryout.gained.get(item, 0)) for item in attempt.goal}
        log.append(GoalChecked(goal=attempt.goal, have=have, met=not problem))
    if problem:
        return RunResult("not_met", _told(tryout), 1)
    gained = {item: count for item, count in tryout.gained.items() if count > 0}
    return RunResult("met", f"gained {items(gained)}" if gained else "it ended without failure", 0)


def _told(tryout: Tryout) -> str:
    """Why it does not pass, and at which line of its text."""
    line = tryout.failure.line if tryout.failure else None
    return f"{tryout.problem} (line {line})" if line else tryout.problem
