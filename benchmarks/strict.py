"""Tests strict order: plays runs at speeds 1, 2 and max while every core is busy, and compares their events.

python -m benchmarks.strict [--scenarios N]; the exit code is 1 if two runs differ.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.sample import Sample, sample
from minecrew.runlog import first_difference, read_events

SPEEDS = ("max", "1", "2")
"""The run at the first speed is compared with those at the other speeds."""
SCENARIOS = (
    *(["bookshelf", "--seed", str(seed)] for seed in (88, 1, 2, 3)),
    *(["--goal", "bread=1", "--arena", "village", "--seed", str(seed)] for seed in (1, 2, 3)),
    *(["--goal", "stone_pickaxe=1", "--arena", "mine", "--seed", str(seed)] for seed in (1, 2, 3)),
)
SPIN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
"""A program that computes until the process that started it has ended."""


@contextmanager
def busy_cores() -> Iterator[int]:
    """Keeps every core busy with one process per core; yields their number."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in os.sched_getaffinity(0)]
    try:
        yield len(spinning)
    finally:
        for process in spinning:
            process.kill()
        for process in spinning:
            process.wait()


async def play(scenario: list[str]) -> list[Sample]:
    """Plays the scenario once at each speed."""
    return [await sample([*scenario, "--order", "strict", "--speed", speed]) for speed in SPEEDS]


def parting(left: Sample, right: Sample) -> str:
    """Returns the first difference between two runs; '' if they are identical and ended normally."""
    found = first_difference(*(read_events(run.bundle).events for run in (left, right)))
    if found is not None:
        return f"DIFFERENT from event {found.seq} on ({left.bundle} {right.bundle})"
    return "" if left.exit_code == right.exit_code in (0, 1) else f"exit {left.exit_code}, {right.exit_code}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strict")
    parser.add_argument("--scenarios", type=int, default=len(SCENARIOS), help="number of scenarios to play")
    options = parser.parse_args()
    same = pairs = 0
    with busy_cores() as cores:
        print(f"{cores} processes keep all cores busy", flush=True)
        for scenario in SCENARIOS[: options.scenarios]:
            first, *others = asyncio.run(play(scenario))
            for speed, other in zip(SPEEDS[1:], others, strict=True):
                wrong = parting(first, other)
                pairs += 1
                same += not wrong
                print(
                    f"{' '.join(scenario)}: speeds {SPEEDS[0]} and {speed}: {wrong or 'identical'}; "
                    f"exit {first.exit_code}, {first.game_seconds:.0f} game s, "
                    f"wall s {first.wall_seconds:.1f} and {other.wall_seconds:.1f}",
                    flush=True,
                )
    print(f"{same} of {pairs} pairs are identical", flush=True)
    return 0 if same == pairs else 1


if __name__ == "__main__":
    sys.exit(main())
