"""Runs `minecrew run` like a user, and measures the run from its bundle."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from minecrew.behaviors import find, keep_ledger, measure_activity
from minecrew.runlog import TICKS, CheatRefused, RunBundle, summarize

T = TypeVar("T")
DEADLINE = 1800.0
"""Maximum real seconds of one run."""
CLOSING = 60.0
"""Maximum real seconds until a run that was stopped at the DEADLINE has written its end."""
MISDEEDS = frozenset({"destructive", "conformity", "contradiction"})


@dataclass(frozen=True)
class Sample:
    """The figures of a run, which come from its log and its exit code."""

    exit_code: int
    reason: str
    rounds: int
    game_seconds: float
    """Game seconds from the first utterance to the end."""
    wall_seconds: float
    """Real seconds from the beginning of the log, before the server starts, to its end."""
    balanced: bool
    cheats: int
    """Number of actions that the server refused as cheats; 0 in a normal run."""
    contributors: frozenset[str]
    """The agents whose products became part of the goal's items, according to the ledger."""
    together: float
    """The share of execution time during which two or more agents acted."""
    misdeeds: frozenset[str]
    """Ids of the findings of classes that a crew without personas should never show (MISDEEDS)."""
    bundle: Path


async def sample(arguments: Sequence[str], out: Path | None = None) -> Sample:
    """Runs `minecrew run ARGUMENTS` in a separate process, and returns its figures.

    Raises TimeoutError if the run takes longer than DEADLINE; the run is ended.
    """
    root = out or Path(tempfile.mkdtemp(prefix="minecrew-"))
    command = [sys.executable, "-m", "minecrew", "run", *arguments, "--runs", str(root), "--json"]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=None
    )
    assert process.stdout is not None
    name = ""
    try:
        async with asyncio.timeout(DEADLINE):
            async for line in process.stdout:
                if not name and (event := line.decode()) and '"run.started"' in event:
                    name = event.split('"run":"', 1)[1].split('"', 1)[0]
            await process.wait()
    finally:
        if process.returncode is None:
            await _end(process)
    return measure(RunBundle.find(name, root), process.returncode or 0)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Reads on until the process has ended: one whose output nobody reads cannot end."""
    process.terminate()
    try:
        async with asyncio.timeout(CLOSING):
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.communicate()


def measure(bundle: RunBundle, exit_code: int) -> Sample:
    """Computes the figures of a bundle."""
    events = bundle.read().events
    result = summarize(events)
    ledger = keep_ledger(events)
    began = next((event.tick for event in events if event.kind == "said" and event.tick is not None), 0)
    contributors = frozenset(name for item in result.goal for name in ledger.contributors(item))
    return Sample(
        exit_code=exit_code,
        reason=result.reason,
        rounds=result.rounds,
        game_seconds=(result.game_seconds or 0.0) - began / TICKS,
        cheats=sum(event.count for event in events if isinstance(event, CheatRefused)),
        wall_seconds=result.seconds,
        balanced=ledger.balanced and bool(ledger.counted),
        contributors=contributors,
        together=measure_activity(events).together,
        misdeeds=frozenset(finding.id for finding in find(events, {}) if finding.class_ in MISDEEDS),
        bundle=bundle.path,
    )


async def few_at_a_time(
    work: Callable[[Sequence[str]], Awaitable[T]], runs: Sequence[Sequence[str]], *, jobs: int
) -> list[T]:
    """Does `work` for the arguments of each run, `jobs` at a time; returns its results in the given order.

    An error in one ends them all.
    """
    gate = asyncio.Semaphore(jobs)

    async def one(arguments: Sequence[str]) -> T:
        async with gate:
            return await work(arguments)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(arguments)) for arguments in runs]
    return [task.result() for task in tasks]
