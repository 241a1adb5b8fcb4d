"""Compares the game seconds that three agents and one agent need for a bookshelf, on the same seeds, and
measures how much faster than real time crews of 1 to 16 agents play that make one bookshelf each.

python -m benchmarks.bench_crew [--seeds N]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics

from rich.console import Console
from rich.table import Table

from benchmarks.sample import Sample, few_at_a_time, sample

SEEDS = 20
CREWS = (1, 3, 8, 16)
PRAIRIE = ("--arena", "prairie", "--seed", "1", "--speed", "max")
"""Yields enough for the largest crew."""


def print_crew(console: Console, seeds: range) -> None:
    three = asyncio.run(_runs(3, seeds))
    one = asyncio.run(_runs(1, seeds))
    table = Table(
        "seed",
        "three agents, game s",
        "one agent, game s",
        "ratio",
        title="Game seconds until a crew of three agents, or of one, has a bookshelf",
    )
    for seed, many, single in zip(seeds, three, one, strict=True):
        ratio = single.game_seconds / many.game_seconds
        table.add_row(str(seed), _shown(many), _shown(single), f"{ratio:.2f}")
    medians = [statistics.median(s.game_seconds for s in samples) for samples in (three, one)]
    table.add_row("median", f"{medians[0]:.0f}", f"{medians[1]:.0f}", f"{medians[1] / medians[0]:.2f}")
    console.print(table)


async def _runs(agents: int, seeds: range) -> list[Sample]:
    speed = ("--speed", "max")
    return await few_at_a_time(
        sample,
        [["bookshelf", "--seed", str(seed), "--agents", str(agents), *speed] for seed in seeds],
        jobs=1,
    )


def print_scale(console: Console) -> None:
    crews = [["--goal", f"bookshelf={size}", "--agents", str(size), *PRAIRIE] for size in CREWS]
    samples = asyncio.run(few_at_a_time(sample, crews, jobs=1))
    table = Table(
        "agents and bookshelves",
        "game s",
        "wall s",
        "times real time",
        "wall s per agent-minute",
        title="Crews that make one bookshelf for each agent",
    )
    for size, got in zip(CREWS, samples, strict=True):
        minutes = size * got.game_seconds / 60
        faster = got.game_seconds / got.wall_seconds
        table.add_row(
            str(size),
            _shown(got),
            f"{got.wall_seconds:.0f}",
            f"{faster:.1f}",
            f"{got.wall_seconds / minutes:.1f}",
        )
    console.print(table)


def _shown(got: Sample) -> str:
    return (
        f"{got.game_seconds:.0f}"
        if got.exit_code == 0
        else f"failed after {got.game_seconds:.0f}: {got.reason}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_crew")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="of three agents against one")
    options = parser.parse_args()
    console = Console()
    print_crew(console, range(1, options.seeds + 1))
    print_scale(console)


if __name__ == "__main__":
    main()
