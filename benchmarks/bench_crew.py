"""Compares the game seconds that three agents and one agent need for a bookshelf, on the same seeds.

python -m benchmarks.bench_crew
"""

from __future__ import annotations

import asyncio
import statistics

from rich.console import Console
from rich.table import Table

from benchmarks.sample import Sample, sample_all

SEEDS = range(1, 6)


def print_crew(console: Console) -> None:
    three = asyncio.run(_runs(3))
    one = asyncio.run(_runs(1))
    table = Table(
        "seed",
        "three agents, game s",
        "one agent, game s",
        "ratio",
        title="Game seconds until a crew of three agents, or of one, has a bookshelf",
    )
    for seed, many, single in zip(SEEDS, three, one, strict=True):
        ratio = single.game_seconds / many.game_seconds
        table.add_row(str(seed), _shown(many), _shown(single), f"{ratio:.2f}")
    medians = [statistics.median(s.game_seconds for s in samples) for samples in (three, one)]
    table.add_row("median", f"{medians[0]:.0f}", f"{medians[1]:.0f}", f"{medians[1] / medians[0]:.2f}")
    console.print(table)


async def _runs(agents: int) -> list[Sample]:
    return await sample_all(
        [["bookshelf", "--seed", str(seed), "--agents", str(agents)] for seed in SEEDS], jobs=1
    )


def _shown(got: Sample) -> str:
    return (
        f"{got.game_seconds:.0f}"
        if got.exit_code == 0
        else f"failed after {got.game_seconds:.0f}: {got.reason}"
    )


if __name__ == "__main__":
    print_crew(Console())
