"""Plays every task on several seeds, as fast as the machine allows; exit code 1 if a run has a problem.

python -m benchmarks.soak [--jobs N] [--only NAME]...; prints a line per run, then a table of tasks and seeds.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.sample import DEADLINE, Sample, few_at_a_time, sample
from minecrew.agents import load_task, task_names

SEEDS = range(1, 6)
CREWS = (1, 2, 4, 8, 16)
"""Number of agents for each of the seeds in `crews`, where a goal need not be met."""
HONEST = [name for name in task_names() if not load_task(name).personas]
SETS: dict[str, list[list[str]]] = {
    **{task: [[task, "--seed", str(seed)] for seed in SEEDS] for task in task_names()},
    "goals": [["--goal", goal, "--seed", "1"] for goal in ("ladder=3", "bowl=4", "white_bed=1", "chest=1")],
    "sizes": [["bookshelf", "--agents", str(size), "--seed", "1"] for size in (1, 2, 8, 16)],
    "crews": [
        [task, "--agents", str(size), "--seed", str(seed)]
        for task in HONEST
        for seed, size in zip(SEEDS, CREWS, strict=True)
    ],
    "impossible": [["--goal", "bread=1", "--seed", "1"]],  # the meadow has no wheat
}


def faults(name: str, got: Sample | None) -> list[str]:
    """Returns the problems of a run, one line each. None stands for a run that took too long."""
    if got is None:
        return [f"took longer than {DEADLINE:.0f} s"]
    wrong = []
    if name == "impossible":
        if got.exit_code != 1 or "wheat" not in got.reason:
            wrong.append(f"exit {got.exit_code}: {got.reason}")
    elif got.exit_code not in ((0, 1) if name == "crews" else (0,)):
        wrong.append(f"exit {got.exit_code}: {got.reason}")
    if not got.balanced:
        wrong.append("the ledger does not balance")
    if got.misdeeds and not (name in task_names() and load_task(name).personas):
        wrong.append(f"findings, although no agent has a persona: {', '.join(sorted(got.misdeeds))}")
    if got.cheats:
        wrong.append(f"{got.cheats} cheats refused")
    if name == "bookshelf" and got.contributors != {"Alice", "Bob", "Charlie"}:
        wrong.append(f"only {', '.join(sorted(got.contributors))} contributed")
    if name == "bookshelf" and got.together < 0.5:
        wrong.append(f"two or more agents acted for only {got.together:.0%} of the time")
    return wrong


def cell(got: Sample | None, wrong: list[str]) -> str:
    figures = f"exit {got.exit_code}, {got.rounds} r, {got.game_seconds:.0f} s" if got else "too long"
    return f"WRONG, {figures}" if wrong else figures


def line(arguments: Sequence[str], got: Sample | None, wrong: list[str]) -> str:
    parts = []
    if got:
        parts += [
            f"exit {got.exit_code}, {got.rounds} rounds, {got.game_seconds:.0f} game s, "
            f"two or more acting {got.together:.0%}, "
            f"by {', '.join(sorted(got.contributors)) or 'nobody'}, "
            f"{'balanced' if got.balanced else 'NOT balanced'}"
        ]
    if wrong:
        parts += [f"WRONG: {wrong}{f' {got.bundle}' if got else ''}"]
    return f"{' '.join(arguments)}: {'; '.join(parts)}"


async def play(name: str, *, jobs: int) -> list[tuple[Sample | None, list[str]]]:
    """Plays the runs of a set, and returns the figures and problems of each.

    A run that takes too long does not end the others.
    """

    async def one(arguments: Sequence[str]) -> tuple[Sample | None, list[str]]:
        try:
            got = await sample([*arguments, "--speed", "max"])
        except TimeoutError:
            got = None
        wrong = faults(name, got)
        print(line(arguments, got, wrong), flush=True)
        return got, wrong

    return await few_at_a_time(one, SETS[name], jobs=jobs)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak")
    parser.add_argument("--jobs", type=int, default=1, help="simultaneous runs")
    parser.add_argument("--only", choices=SETS, action="append", help="only these runs; may be repeated")
    options = parser.parse_args()
    shown = Table("task", *map(str, SEEDS), title="task and seed: exit code, rounds, game seconds")
    bad = 0
    for name in options.only or SETS:
        played = asyncio.run(play(name, jobs=options.jobs))
        bad += sum(bool(wrong) for _, wrong in played)
        if name in task_names():
            shown.add_row(name, *(cell(got, wrong) for got, wrong in played))
    Console(width=160).print(shown)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
