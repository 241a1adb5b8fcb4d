"""Two solvers: one lets a crew play a task with Inspect's model, and the other shows a finished run."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from minecrew.inspection.model_relay import Relay, relaying
from minecrew.run.choice import choose_task, require_no_seat, require_ours
from minecrew.run.manifest import make_manifest
from minecrew.runlog import Reading, RunBundle, Said, read_events, summarize
from minecrew.setup import ensure_setup
from minecrew.skills import skill_places
from minecrew.study.setting import check_name, read_setting

RUN = "minecrew_run"
"""The key of the run's directory in a sample's metadata."""
GENTLE = 6.0
TOLD = ("talk", "task", "items", "harm")
"""The families of events that are shown as messages."""


@solver
def play_crew(task: str, out: str, options: Mapping[str, Any]) -> Solver:
    """Plays `task` with the sample's seed. Every question of the crew goes to Inspect's model."""
    for name in options:
        check_name(name, "minecrew")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        ensure_setup()
        async with relaying(get_model()) as relay:
            bundle = _prepare(task, Path(out), {**options}, int(state.metadata["seed"]), relay)
            await _play(bundle, relay)
        return show_run(state, read_events(bundle.path))

    return solve


@solver
def recall_run() -> Solver:
    """Shows the finished run that the sample's metadata names. No model is asked."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        return show_run(state, read_events(Path(state.metadata[RUN])))

    return solve


def show_run(state: TaskState, reading: Reading) -> TaskState:
    """Shows the discussion, plans and actions as messages. The answer is the result of the run."""
    said: list[Any] = []
    for event in reading.events:
        head, rest = event.sentence()
        who = event.agent or "the crew"
        if isinstance(event, Said) and event.agent:
            said.append(ChatMessageAssistant(content=f"{who}: {event.text}"))
        elif type(event).row.family in TOLD or event.kind == "evaluated":
            said.append(ChatMessageUser(content=f"[{event.seq}] {who} {head}{rest}"))
    result = summarize(reading.events)
    state.messages = [*state.messages, *said]
    state.output = ModelOutput.from_content(str(state.model), f"{result.outcome}: {result.reason}")
    state.metadata[RUN] = str(reading.path.parent)
    state.completed = True
    return state


def _prepare(task: str, out: Path, options: dict[str, Any], seed: int, relay: Relay) -> RunBundle:
    name = relay.model_name
    given = {"task": task, **options, "mind": "openai", "model": f"inspect/{name}", "base_url": relay.url}
    chosen = read_setting(given, Path.cwd())
    world = chosen.world.model_copy(update={"seed": seed})
    chosen = chosen.model_copy(update={"world": world, "skills": skill_places(chosen.skills), "out": out})
    wanted = choose_task(chosen)
    require_no_seat(wanted)
    require_ours(wanted, server=chosen.server)
    bundle = RunBundle.create(out, title=wanted.title)
    bundle.write_manifest(make_manifest(wanted, chosen, bundle.id))
    return bundle


async def _play(bundle: RunBundle, relay: Relay) -> None:
    """Plays in a separate process, which ends with the sample. Raises Inspect's errors, e.g. if a limit is
    exceeded.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "minecrew.study.worker"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "OPENAI_API_KEY": relay.key},
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{bundle.path}\n".encode())
        ended = asyncio.ensure_future(process.stdout.readline())
        either: list[asyncio.Future[Any]] = [ended, relay.broken]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if relay.broken.done():
            ended.cancel()
            relay.broken.result()
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(GENTLE):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
