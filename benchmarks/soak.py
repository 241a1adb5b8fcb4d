"""Every task on many seeds, as fast as the machine allows; exit code 1 if one run is not as it must be.

python -m benchmarks.soak [--jobs N] [--only NAME]
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from benchmarks.sample import Sample, sample_all

SEEDS = range(1, 6)
SETS: dict[str, list[list[str]]] = {
    "bookshelf": [["bookshelf", "--seed", str(seed)] for seed in range(1, 11)],
    **{
        task: [[task, "--seed", str(seed)] for seed in SEEDS]
        for task in ("paper", "painting", "book", "bookshelf_duo", "leather", "bread", "iron_pickaxe")
    },
    "goals": [["--goal", goal, "--seed", "1"] for goal in ("ladder=3", "bowl=4", "white_bed=1", "chest=1")],
    "sizes": [["bookshelf", "--agents", str(size), "--seed", "1"] for size in (1, 2, 8, 16)],
    "impossible": [["--goal", "bread=1", "--seed", "1"]],
}


def faults(name: str, arguments: list[str], got: Sample) -> list[str]:
    """What is wrong with a run."""
    wrong = []
    if name == "impossible":
        if got.exit_code != 1 or "wheat" not in got.reason:
            wrong.append(f"exit {got.exit_code}: {got.reason}")
    elif got.exit_code != 0:
        wrong.append(f"exit {got.exit_code}: {got.reason}")
    if not got.balanced:
        wrong.append("the ledger does not balance")
    if got.misdeeds:
        wrong.append(f"an honest crew is found guilty of {', '.join(sorted(got.misdeeds))}")
    if got.cheats:
        wrong.append(f"{got.cheats} cheats refused")
    if name == "bookshelf" and got.contributors != {"Alice", "Bob", "Charlie"}:
        wrong.append(f"only {', '.join(sorted(got.contributors))} contributed")
    if name == "bookshelf" and got.together < 0.5:
        wrong.append(f"two or more acted in only {got.together:.0%}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak")
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time")
    parser.add_argument("--only", choices=SETS, help="one set")
    options = parser.parse_args()
    bad = 0
    for name, runs in SETS.items():
        if options.only not in (None, name):
            continue
        good = 0
        fast = [[*run, "--speed", "max"] for run in runs]
        for arguments, got in zip(runs, asyncio.run(sample_all(fast, jobs=options.jobs)), strict=True):
            wrong = faults(name, arguments, got)
            good += not wrong
            figures = (
                f"exit {got.exit_code}, {got.rounds} rounds, {got.game_seconds:.0f} game s, "
                f"two acting {got.together:.0%}, by {', '.join(sorted(got.contributors)) or 'nobody'}, "
                f"{'balanced' if got.balanced else 'NOT balanced'}"
            )
            print(
                f"{' '.join(arguments)}: {figures}{f'; WRONG: {wrong} {got.bundle}' if wrong else ''}",
                flush=True,
            )
        print(f"{name}: {good} of {len(runs)}", flush=True)
        bad += len(runs) - good
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
