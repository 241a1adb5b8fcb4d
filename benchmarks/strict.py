"""Strict order: pairs of runs of one seed, compared event by event, and its cost beside the parallel one.

python -m benchmarks.strict [--pairs N] [--arena NAME]; exit code 1 where a pair parts.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from statistics import median

from benchmarks.sample import Sample, sample
from minecrew.runlog import first_difference, read_events

GOALS = {"meadow": ["bookshelf"], "village": ["--goal", "bread=1"], "mine": ["--goal", "stone_pickaxe=1"]}
SPEEDS = ("max", "20")
"""Of the two runs of a pair."""


async def pair(arena: str, seed: int) -> tuple[list[Sample], Sample]:
    """Two runs in strict order, at different speeds, and one in parallel order."""
    what = [*GOALS[arena], "--arena", arena, "--seed", str(seed)]
    strict = [await sample([*what, "--order", "strict", "--speed", speed]) for speed in SPEEDS]
    return strict, await sample([*what, "--speed", "max"])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strict")
    parser.add_argument("--pairs", type=int, default=5, help="for each arena, on seeds 1, 2, ...")
    parser.add_argument("--arena", choices=GOALS, help="one of them")
    options = parser.parse_args()
    parted = 0
    for arena in [options.arena] if options.arena else GOALS:
        same = 0
        costs: list[tuple[float, float]] = []
        for seed in range(1, options.pairs + 1):
            (left, right), parallel = asyncio.run(pair(arena, seed))
            logs = [read_events(run.bundle).events for run in (left, right)]
            found = first_difference(*logs)
            met = left.exit_code == right.exit_code == 0
            same += found is None and met
            if met and parallel.exit_code == 0:
                costs.append((left.wall_seconds, parallel.wall_seconds))
            verdict = "identical" if found is None else f"PART at {found.seq} ({left.bundle} {right.bundle})"
            print(
                f"{arena} seed {seed}: {len(logs[0])} events, {verdict}; exit {left.exit_code}, "
                f"{left.game_seconds:.0f} game s, wall s at max: strict {left.wall_seconds:.1f}, "
                f"parallel {parallel.wall_seconds:.1f}",
                flush=True,
            )
        print(f"{arena}: {same} of {options.pairs} pairs met their goal and are identical", flush=True)
        if costs:
            strict, free = (median(cost) for cost in zip(*costs, strict=True))
            print(f"{arena}: median wall s at max: strict {strict:.1f}, parallel {free:.1f}", flush=True)
        parted += options.pairs - same
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
