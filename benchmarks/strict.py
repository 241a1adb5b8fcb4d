"""Strict order under load: one run at speeds 1, 2 and max, compared event by event, while every core is busy.

python -m benchmarks.strict [--scenarios N]; exit code 1 where a pair parts.
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
"""The first is played once, and makes a pair with each of the others."""
SCENARIOS = (
    *(["bookshelf", "--seed", str(seed)] for seed in (88, 1, 2, 3)),
    *(["--goal", "bread=1", "--arena", "village", "--seed", str(seed)] for seed in (1, 2, 3)),
    *(["--goal", "stone_pickaxe=1", "--arena", "mine", "--seed", str(seed)] for seed in (1, 2, 3)),
)
SPIN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
"""Computes as long as whoever started it lives."""


@contextmanager
def busy_cores() -> Iterator[int]:
    """Keeps every core busy with a process of its own; how many they are."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in os.sched_getaffinity(0)]
    try:
        yield len(spinning)
    finally:
        for process in spinning:
            process.kill()
        for process in spinning:
            process.wait()


async def play(scenario: list[str]) -> list[Sample]:
    """One run at each speed."""
    return [await sample([*scenario, "--order", "strict", "--speed", speed]) for speed in SPEEDS]


def parting(left: Sample, right: Sample) -> str:
    """Where two runs part; empty when they are identical and came to an end of their own."""
    found = first_difference(*(read_events(run.bundle).events for run in (left, right)))
    if found is not None:
        return f"PART at {found.seq} ({left.bundle} {right.bundle})"
    return "" if left.exit_code == right.exit_code in (0, 1) else f"exit {left.exit_code}, {right.exit_code}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strict")
    parser.add_argument("--scenarios", type=int, default=len(SCENARIOS), help="the first so many")
    options = parser.parse_args()
    same = pairs = 0
    with busy_cores() as cores:
        print(f"{cores} processes keep the cores busy", flush=True)
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
