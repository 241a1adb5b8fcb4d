"""Plays a recorded run again. The crew makes its decisions again; the world, the models and the people give
the recorded answers.

`rerun` is a regression test for a changed planner or prompt. It starts no process, asks nobody, and writes
only into a temporary directory. If the current crew acts like the recorded one, all events are the same
(ignoring wall-clock times). Otherwise, the first different event is shown. `act_again` plays a new run in a
real world, in which the models and the people give the recorded answers, and the rules read the talk.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from rich.console import Console
from rich.text import Text

from minecrew.agents import (
    SEAT,
    CriticView,
    DiscussionView,
    Feedback,
    Playback,
    RecordedAnswers,
    RecordedCaller,
    RecordedModel,
    RecordedWorld,
    RerunComparison,
    RunResult,
    Task,
)
from minecrew.options import Options, ReaderTable
from minecrew.replay.decisions import decisions, first_parting, show_parting
from minecrew.replay.diff import show_difference
from minecrew.run.choice import given
from minecrew.run.lifecycle import run as play_run
from minecrew.run.manifest import options_of
from minecrew.run.minds import Models, seated
from minecrew.run.play import Persons, play_crew, play_live
from minecrew.run.recorded_run import DECIDING, RecordedRun, read_recorded, records_of, skills_of, typed_lines
from minecrew.runlog import (
    Log,
    Reading,
    RunBundle,
    UserError,
)
from minecrew.skills import Library
from minecrew.terminal.formatting import plain

SHOWN = 300
"""Maximum number of characters of a prompt line that are shown."""


def rerun(reading: Reading, console: Console, *, prompts: bool = True) -> bool:
    """Prints the event up to which the current crew acts like the recorded one. Returns True if there is no
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
        run.new_budget(),
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
            persons=typed_lines(run),
            records=records_of(manifest),
            plugin_skills=skills_of(manifest),
            forks=manifest.forks,
        )

    # The recorded address of a reader was chosen by whoever made the run, and would get the user's key.
    task = run.task.model_copy(update={"world": world, "reader": ReaderTable()})
    code = play_run(task, options, play, console, forks=manifest.forks)
    if code not in (0, 1):
        return code
    parting = first_parting(reading.events, played[0].read().events, whole=run.whole)
    if parting is None:
        count = sum(1 for _ in decisions(reading.events))
        console.print(Text(f"all {count} decisions are the same", style="green"))
        return 0
    show_parting(parting, console)
    return 1


async def _play(run: RecordedRun, log: Log, *, prompts: bool) -> RerunComparison:
    events = run.reading.events
    playback = Playback(events, run.answers, log, prompts=prompts)
    answers = RecordedAnswers.of(events, run.bundle.path)
    library = Library(
        run.manifest.skills,
        kept=log.path.parent / "skills",
        records=records_of(run.manifest),
        plugins=skills_of(run.manifest),
    )
    models = Models(
        run.new_budget(),
        {spec: RecordedModel(cast(str, spec.model), answers, playback=playback) for spec in run.specs},
        RecordedCaller,
        seats=dict.fromkeys(seated(run.task), RecordedModel(SEAT, answers, playback=playback)),
    )

    async def speak(view: DiscussionView) -> str | None:
        return cast("str | None", await playback.ask("speak", view.agent))

    async def advise(feedback: Feedback) -> str | None:
        return cast("str | None", await playback.ask("advise"))

    async def choose(view: CriticView) -> str | None:
        return cast("str | None", await playback.ask("choose", view.agent))

    crew = play_crew(
        run.task,
        log,
        run=run.bundle.id,
        world=RecordedWorld(run.knowledge, library, playback, log),
        models=models,
        persons=Persons(speak, advise, choose),
        human=run.manifest.human,
        forks=run.manifest.forks,
    )
    return await playback.play(crew)


def _show(compared: RerunComparison, run: RecordedRun, place: Path, console: Console) -> None:
    found = compared.difference
    assert found is not None
    console.print(Text("- recorded, + now"))
    if compared.waiting:
        asks = ", ".join(compared.waiting)
        told = (
            f"first difference at event {found.seq}, which does not occur now; the crew is waiting for {asks}"
        )
        console.print(Text(told, style="red"), soft_wrap=True)
        console.print(Text(f"- {json.dumps(found.left)}"), soft_wrap=True)
        return
    show_difference(found, console)
    if "prompt" in found.fields and found.left and found.right:
        then, now = (
            _lines(bundle, side.get("prompt"))
            for bundle, side in ((run.bundle, found.left), (RunBundle(place), found.right))
        )
        _show_line(then, now, console)


def _lines(bundle: RunBundle, name: str | None) -> list[str]:
    """The lines of a prompt; none if the log names no file, or none that a run has."""
    try:
        return bundle.text(name).decode("utf-8", "replace").splitlines() if name else []
    except OSError:
        return []


def _show_line(then: list[str], now: list[str], console: Console) -> None:
    """Prints the first line in which two prompts differ."""
    at = next((at for at, both in enumerate(zip(then, now, strict=False)) if both[0] != both[1]), None)
    at = min(len(then), len(now)) if at is None else at
    console.print(Text(f"the prompts differ from line {at + 1} on:"))
    for sign, lines in (("-", then), ("+", now)):
        line = plain(lines[at][:SHOWN]) if at < len(lines) else "(no line)"
        console.print(Text(f"{sign} {line}"), soft_wrap=True)
