"""Plays a recorded run again. The crew makes its decisions again; the world, the models and the people give
the recorded answers.

`rerun` is a regression test for a changed planner or prompt. It starts no process, asks nobody, and writes
only into a temporary directory. If the current crew acts like the recorded one, all events are the same
(ignoring wall-clock times). Otherwise, the first different event is shown. `act_again` is a new run in a
real world, in which the models and the people give the recorded answers.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from pydantic import ValidationError
from rich.console import Console
from rich.text import Text

from minecrew.agents import (
    SEAT,
    Budget,
    DiscussionView,
    Feedback,
    Knowledge,
    MindSpec,
    Playback,
    Price,
    RecordedAnswers,
    RecordedCaller,
    RecordedModel,
    RecordedWorld,
    RerunComparison,
    RunResult,
    Task,
    check_answers,
)
from minecrew.options import Options
from minecrew.plugins import require_plugins
from minecrew.replay.decisions import decisions, first_parting, show_parting
from minecrew.replay.diff import show_difference
from minecrew.run.choice import given
from minecrew.run.lifecycle import run as play_run
from minecrew.run.manifest import options_of
from minecrew.run.minds import Models, seated
from minecrew.run.play import Persons, play_crew, play_live
from minecrew.runlog import (
    Log,
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
from minecrew.skills import Library, SkillRecord
from minecrew.terminal.formatting import plain

DECIDING: tuple[PluginKind, ...] = ("structures", "personas", "minds", "skills")
"""The kinds of plug-ins that affect a crew's decisions."""
SHOWN = 300
"""Maximum number of characters of a prompt line that are shown."""


@dataclass(frozen=True)
class RecordedRun:
    """A run with everything that is needed to play it again."""

    bundle: RunBundle
    reading: Reading
    manifest: Manifest
    task: Task
    knowledge: Knowledge
    answers: list[WorldAnswer]
    budget: Budget

    @property
    def specs(self) -> list[MindSpec]:
        """The settings of the models that were asked, each once."""
        minds = dict.fromkeys((*self.task.minds.values(), self.task.secretary))
        return [mind for mind in minds if mind.kind == "openai"]

    @property
    def whole(self) -> bool:
        """Whether the run came to a normal end."""
        end = self.reading.ended
        return end is not None and end.exit_code in (0, 1)


def read_recorded(reading: Reading, kinds: Collection[PluginKind] = DECIDING) -> RecordedRun:
    """Reads the other files of a run, given its log. `kinds`: the kinds of plug-ins that are needed to play
    the run again.

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
    if strangers := set(manifest.human) - set(task.names):
        named = ", ".join(map(repr, sorted(strangers)))
        raise UserError(
            f"in run {bundle.id!r}, a person speaks for {named}, who is not in the crew; restore the run"
        )
    budget = Budget(max_tokens=manifest.max_tokens, max_usd=manifest.max_usd, prices=prices)
    return RecordedRun(bundle, reading, manifest, task, knowledge, answers, budget)


def rerun(reading: Reading, console: Console, *, prompts: bool = True) -> bool:
    """Prints up to which event the current crew acts like the recorded one. Returns True if there is no
    difference.

    `prompts`: whether the prompts are compared, too.
    """
    run = read_recorded(reading)
    with TemporaryDirectory(prefix="minecrew-rerun-") as place, Log.create(Path(place)) as log:
        compared = asyncio.run(_play(run, log, prompts=prompts))
        if compared.difference is None:
            rest = len(reading.events) - compared.events
            after = f"; {compared.broken_off}" if compared.broken_off else ""
            after += f"; the last {rest} were not compared" if rest else ""
            console.print(
                Text(
                    f"identical: {compared.events} events (ignoring wall-clock times){plain(after)}",
                    style="green",
                ),
                soft_wrap=True,
            )
            return True
        _show(compared, run, Path(place), console)
    return False


def act_again(reading: Reading, options: Options, console: Console) -> int:
    """Plays the recorded task in a new run and prints the first decision that differs. Returns the exit code.

    0: all decisions are the same. 1: a decision differs. 2, 3 or 130: the exit code of the new run, if it
    did not end normally.
    """
    run = read_recorded(reading, (*DECIDING, "arenas"))
    manifest, found = run.manifest, run.manifest.server
    if found and "clock" in found.abilities and options.server:
        raise UserError(f"run {run.bundle.id!r} was played on the built-in server; leave out --server")
    if found and "clock" not in found.abilities and not options.server:
        raise UserError(
            f"run {run.bundle.id!r} was played on the server {found.where}; give a server with --server"
        )
    world = run.task.world.model_copy(update=given(options, "world")).paced(options.server)
    here = {name: getattr(options, name) for name in ("server", "port", "out", "json_lines", "arguments")}
    options = options_of(manifest, **here)
    answers = RecordedAnswers.of(reading.events, run.bundle.path)
    models = Models(
        run.budget,
        {spec: RecordedModel(cast(str, spec.model), answers) for spec in run.specs},
        RecordedCaller,
        seats=dict.fromkeys(seated(run.task), RecordedModel(SEAT, answers)),
    )
    played: list[RunBundle] = []

    async def play(task: Task, options: Options, log: Log, bundle: RunBundle) -> RunResult:
        played.append(bundle)
        return await play_live(
            task,
            options,
            log,
            bundle,
            models=models,
            persons=_typed(run),
            records=_records(manifest),
            plugin_skills=_plugin_skills(manifest),
        )

    code = play_run(run.task.model_copy(update={"world": world}), options, play, console)
    if code not in (0, 1):
        return code
    parting = first_parting(reading.events, played[0].read().events, whole=run.whole)
    if parting is None:
        count = sum(1 for _ in decisions(reading.events))
        console.print(Text(f"all {count} decisions are the same", style="green"))
        return 0
    show_parting(parting, console)
    return 1


def _typed(run: RecordedRun) -> Persons:
    """Repeats the lines that people typed in the recorded run, by agent, round and turn."""
    lines: dict[tuple[str, str | None, int], list[str | None]] = {}
    starts = [event.seq for event in run.reading.events if isinstance(event, RoundStarted)]
    for answer in run.answers:
        if answer.call in ("speak", "advise") and not answer.cut:
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

    return Persons(speak, advise)


def _plugin_skills(manifest: Manifest) -> list[str]:
    """The skills that existed at that time; later skills would appear in the prompts."""
    return [record.name for record in manifest.plugins if record.kind == "skills"]


def _records(manifest: Manifest) -> dict[str, SkillRecord]:
    return {name: SkillRecord.model_validate(record) for name, record in manifest.records.items()}


async def _play(run: RecordedRun, log: Log, *, prompts: bool) -> RerunComparison:
    events = run.reading.events
    playback = Playback(events, run.answers, log, prompts=prompts)
    answers = RecordedAnswers.of(events, run.bundle.path)
    library = Library(
        run.manifest.skills,
        kept=log.path.parent / "skills",
        records=_records(run.manifest),
        plugins=_plugin_skills(run.manifest),
    )
    models = Models(
        run.budget,
        {spec: RecordedModel(cast(str, spec.model), answers, playback=playback) for spec in run.specs},
        RecordedCaller,
        seats=dict.fromkeys(seated(run.task), RecordedModel(SEAT, answers, playback=playback)),
    )

    async def speak(view: DiscussionView) -> str | None:
        return cast("str | None", await playback.ask("speak", view.agent))

    async def advise(feedback: Feedback) -> str | None:
        return cast("str | None", await playback.ask("advise"))

    crew = play_crew(
        run.task,
        log,
        run=run.bundle.id,
        world=RecordedWorld(run.knowledge, library, playback, log),
        models=models,
        persons=Persons(speak, advise),
        human=run.manifest.human,
    )
    return await playback.play(crew)


def _show(compared: RerunComparison, run: RecordedRun, place: Path, console: Console) -> None:
    found = compared.difference
    assert found is not None
    console.print(Text("- recorded, + now"))
    if compared.waiting:
        asks = ", ".join(compared.waiting)
        told = f"first difference at event {found.seq}, which does not occur; the crew is waiting for {asks}"
        console.print(Text(told, style="red"), soft_wrap=True)
        console.print(Text(f"- {json.dumps(found.left)}"), soft_wrap=True)
        return
    show_difference(found, console)
    if "prompt" in found.fields and found.left and found.right:
        then = (run.bundle.path / found.left["prompt"]).read_text(encoding="utf-8").splitlines()
        now = (place / found.right["prompt"]).read_text(encoding="utf-8").splitlines()
        _show_line(then, now, console)


def _show_line(then: list[str], now: list[str], console: Console) -> None:
    """Prints the first line in which two prompts differ."""
    at = next((at for at, both in enumerate(zip(then, now, strict=False)) if both[0] != both[1]), None)
    at = min(len(then), len(now)) if at is None else at
    console.print(Text(f"the prompts differ from line {at + 1} on:"))
    for sign, lines in (("-", then), ("+", now)):
        line = plain(lines[at][:SHOWN]) if at < len(lines) else "(no line)"
        console.print(Text(f"{sign} {line}"), soft_wrap=True)
