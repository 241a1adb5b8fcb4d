"""A recorded run, with everything that is needed to play it again: as a rerun, or up to a fork."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection
from dataclasses import dataclass

from pydantic import ValidationError

from minecrew.agents import (
    Budget,
    CriticView,
    DiscussionView,
    Feedback,
    Knowledge,
    MindSpec,
    Price,
    Task,
    check_answers,
)
from minecrew.plugins import require_plugins
from minecrew.run.class_origin import require_own_classes
from minecrew.run.fork_change import changed_task
from minecrew.run.minds import model_specs
from minecrew.run.play import Persons
from minecrew.runlog import (
    Manifest,
    PluginKind,
    Reading,
    RoundStarted,
    RunBundle,
    UserError,
    WorldAnswer,
    bundle_of,
    read_recording,
)
from minecrew.skills import SkillRecord

DECIDING: tuple[PluginKind, ...] = ("structures", "personas", "minds", "skills")
"""The kinds of plug-ins that affect a crew's decisions."""


@dataclass(frozen=True)
class RecordedRun:
    """A run with everything that is needed to play it again."""

    bundle: RunBundle
    reading: Reading
    manifest: Manifest
    task: Task
    knowledge: Knowledge
    answers: list[WorldAnswer]
    prices: dict[str, Price]

    @property
    def specs(self) -> list[MindSpec]:
        """The settings of the models that were asked, without duplicates."""
        changed = [changed_task(self.task, fork.change) for fork in self.manifest.forks]
        return list(dict.fromkeys(spec for task in (self.task, *changed) for spec in model_specs(task)))

    def new_budget(self) -> Budget:
        """An unused budget with the run's limits. Each play of the run needs a new one."""
        manifest = self.manifest
        return Budget(max_tokens=manifest.max_tokens, max_usd=manifest.max_usd, prices=self.prices)

    @property
    def whole(self) -> bool:
        """Whether the run ended normally."""
        end = self.reading.ended
        return end is not None and end.exit_code in (0, 1)


def read_recorded(reading: Reading, kinds: Collection[PluginKind] = DECIDING) -> RecordedRun:
    """Reads the files beside a log. `kinds`: the kinds of plug-ins that are needed to play the run again.

    Raises UserError if something is missing or broken.
    """
    bundle = bundle_of(reading)
    if bundle is None:
        raise UserError(f"{str(reading.path)!r} is only a log; give a run's directory or id to rerun it")
    broken = next((problem for problem in reading.problems if problem.kind != "truncated"), None)
    if broken or not reading.events:
        raise UserError(
            f"run {bundle.id!r} cannot be rerun: {broken or 'its log has no events'}; restore the run"
        )
    if (manifest := bundle.manifest()) is None:
        raise UserError(f"run {bundle.id!r} has no manifest.json and cannot be rerun; restore it")
    require_plugins(manifest, kinds)
    head, answers = read_recording(bundle.path)
    try:
        task = Task.model_validate(manifest.task)
        knowledge = Knowledge.model_validate(head.rules)
        prices = {name: Price.model_validate(price) for name, price in manifest.prices.items()}
        check_answers(answers)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or first["type"]
        raise UserError(
            f"run {bundle.id!r} was made by another version ({where}: {first['msg']}) and cannot be rerun; "
            "use that version, or run the task again"
        ) from None
    changes = (fork.change for fork in manifest.forks)
    named = [change.value for change in changes if change and change.kind == "mind"]
    require_own_classes([*(mind.kind for mind in task.minds.values()), *named], bundle)
    if strangers := set(manifest.human) - set(task.names):
        told = ", ".join(map(repr, sorted(strangers)))
        raise UserError(
            f"in run {bundle.id!r}, a person speaks for {told}, who is not in the crew; restore the run"
        )
    return RecordedRun(bundle, reading, manifest, task, knowledge, answers, prices)


def typed_lines(run: RecordedRun, *, before: int | None = None) -> Persons:
    """Repeats the lines that persons typed in the recorded run, by agent, round and turn.

    `before`: only those that came before this event; after them, the mind speaks.
    """
    lines: dict[tuple[str, str | None, int], list[str | None]] = {}
    starts = [event.seq for event in run.reading.events if isinstance(event, RoundStarted)]
    for answer in run.answers:
        if (
            answer.call in ("speak", "advise", "choose")
            and not answer.cut
            and (before is None or answer.seq < before)
        ):
            place = (answer.call, answer.agent, bisect(starts, answer.seq))
            lines.setdefault(place, []).append(answer.gave)
    rounds = 1

    async def speak(view: DiscussionView) -> str | None:
        typed = lines.get(("speak", view.agent, view.round))
        return typed.pop(0) if typed else None

    async def advise(feedback: Feedback) -> str | None:
        nonlocal rounds
        typed, rounds = lines.get(("advise", None, rounds)), rounds + 1
        return typed.pop(0) if typed else None

    async def choose(view: CriticView) -> str | None:
        typed = lines.get(("choose", view.agent, view.round))
        return typed.pop(0) if typed else None

    return Persons(speak, advise, choose)


def skills_of(manifest: Manifest) -> list[str]:
    """The plug-in skills that existed when the run was recorded; newer ones would appear in the prompts."""
    return [record.name for record in manifest.plugins if record.kind == "skills"]


def records_of(manifest: Manifest) -> dict[str, SkillRecord]:
    return {name: SkillRecord.model_validate(record) for name, record in manifest.records.items()}
