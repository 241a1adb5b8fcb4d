"""Forks a run: plays its continuations, with and without the change, and reports what differs."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from minecrew.forks.play import forked_task, play_fork, require_fork
from minecrew.forks.report import Arm, Continuation, ForkReport, compare_arms, continuation
from minecrew.options import LARGEST_SEED, Options
from minecrew.run.recorded_run import DECIDING, RecordedRun, read_recorded
from minecrew.runlog import ForkChange, ForkOrigin, Reading, UserError
from minecrew.terminal.formatting import plain


def read_forkable(reading: Reading, at: int) -> RecordedRun:
    """Raises UserError if the run cannot be repeated up to event `at`."""
    run = read_recorded(reading, (*DECIDING, "arenas"))
    require_fork(run, at)
    return run


def read_seeds(first: int, times: int) -> range:
    """The seeds of the continuations. Raises UserError if the last one is too large for a seed."""
    last = first + times - 1
    if last > LARGEST_SEED:
        raise UserError(
            f"the last seed is {last}, and the largest possible is {LARGEST_SEED}; give a smaller --seed"
        )
    return range(first, last + 1)


def fork_run(
    run: RecordedRun,
    at: int,
    change: ForkChange,
    options: Options,
    console: Console,
    *,
    seeds: Sequence[int],
    base_url: str | None = None,
) -> ForkReport | int:
    """Plays two continuations per seed, one with the change and one without. Returns the report, or the exit
    code of a continuation that did not end normally.

    `console`: gets a line per continuation. Raises UserError.
    """
    forked_task(run, [*(fork.change for fork in run.manifest.forks), change], base_url)
    played: list[Continuation] = []
    quiet = Console(quiet=True)
    for seed in seeds:
        arms: tuple[tuple[Arm, ForkChange | None], ...] = (("control", None), ("change", change))
        for arm, one in arms:
            origin = ForkOrigin(run=run.bundle.id, at=at, seed=seed, change=one)
            code, bundle = play_fork(run, origin, options, quiet, base_url=base_url)
            if code not in (0, 1):
                return code
            told = continuation(bundle, origin, [other for other in played if other.arm == arm])
            played.append(told)
            console.print(_line(told, change), highlight=False, soft_wrap=True)
    return compare_arms(ForkOrigin(run=run.bundle.id, at=at, seed=seeds[0], change=change), played)


def _line(one: Continuation, change: ForkChange) -> str:
    arm = "no change" if one.arm == "control" else change.title
    same = f" (the same as {one.same_as})" if one.same_as else ""
    found = ", ".join(f"{count} {name}" for name, count in one.findings.items()) or "nothing"
    return plain(
        f"seed {one.seed}, {arm}: {one.outcome.replace('_', ' ')}; found {found}; run {one.run}{same}"
    )
