"""Lets three agents craft a bookshelf at maximum speed and, for comparison, in real time.

python -m benchmarks.pace [--seeds N] [--real N]; the exit code is 1 if a run at maximum speed fails, or if
the medians of game time differ by more than 10 %.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from statistics import median

from benchmarks.sample import Sample, sample

APART = 0.10
"""Maximum relative difference between the median game times at maximum speed and in real time."""


def play(seeds: range, speed: str) -> list[Sample]:
    """Plays one run after another, because simultaneous runs would slow each other down."""
    runs = []
    for seed in seeds:
        got = asyncio.run(sample(["bookshelf", "--seed", str(seed), "--speed", speed]))
        what = f"speed {speed}, seed {seed}: exit {got.exit_code}, {got.rounds} rounds"
        balance = "balanced" if got.balanced else "NOT balanced"
        print(f"{what}, {got.game_seconds:.1f} game s, {got.wall_seconds:.1f} wall s, {balance}", flush=True)
        runs.append(got)
    return runs


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pace")
    parser.add_argument("--seeds", type=int, default=20, help="number of seeds at maximum speed")
    parser.add_argument("--real", type=int, default=20, help="number of seeds also played in real time")
    options = parser.parse_args()
    fast = play(range(1, options.seeds + 1), "max")
    real = play(range(1, options.real + 1), "1")
    good = sum(run.exit_code == 0 and run.balanced for run in fast)
    wall = [run.wall_seconds for run in fast]
    print(f"at max: {good} of {len(fast)} succeed; wall s median {median(wall):.1f}, worst {max(wall):.1f}")
    if not real:
        return 0 if good == len(fast) else 1
    ours, theirs = (median(run.game_seconds for run in runs) for runs in (fast[: len(real)], real))
    apart = abs(ours - theirs) / theirs
    print(
        f"median game s: {median(run.game_seconds for run in fast):.1f} at max; on the same {len(real)} "
        f"seeds {ours:.1f} at max and {theirs:.1f} in real time, {apart:.0%} apart"
    )
    return 0 if good == len(fast) and apart <= APART else 1


if __name__ == "__main__":
    sys.exit(main())
