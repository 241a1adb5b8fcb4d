"""Plays short runs with one random mishap each, and prints a table.

    python -m benchmarks.chaos [--runs N] [--seed S] [--jobs N] [--only NAME]

The exit code is 1 if a run lost events, left processes behind, had a wrong exit code or an unreadable bundle,
or hung.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.chaos.mishaps import MISHAPS
from benchmarks.chaos.play import Play, play

NAMES = [one.__name__ for one in MISHAPS]


def table(plays: Sequence[Play]) -> Table:
    made = Table(title="short runs with a mishap")
    columns = ("mishap", "runs", "hit", "s", "lost events", "processes left", "wrong exit codes")
    for heading in (*columns, "unreadable bundles", "hang"):
        made.add_column(heading, justify="left" if heading == "mishap" else "right")
    for name in [*dict.fromkeys(one.mishap for one in plays), "all"]:
        own = [one for one in plays if name in ("all", one.mishap)]
        made.add_row(
            name,
            str(len(own)),
            str(sum(bool(one.did) for one in own)),
            f"{max(one.seconds for one in own):.0f}",
            str(sum(one.lost for one in own)),
            str(sum(len(one.left) for one in own)),
            str(sum(one.code_is_wrong for one in own)),
            str(sum(bool(one.unreadable) for one in own)),
            str(sum(one.hangs for one in own)),
        )
    return made


def main(runs: int, seed: int, jobs: int, only: str) -> int:
    numbers = [n for n in range(runs * len(NAMES)) if only in NAMES[n % len(NAMES)]][:runs]
    plays: list[Play] = []
    with tempfile.TemporaryDirectory(prefix="minecrew-") as place, ThreadPoolExecutor(jobs) as pool:
        for number, one in zip(numbers, pool.map(lambda n: play(n, seed, Path(place)), numbers), strict=True):
            plays.append(one)
            mark = "" if one.is_right else f"  WRONG {one}"
            told = f"{one.did or 'missed'}; {one.code} after {one.seconds:.0f} s, {one.events} events"
            print(f"{number} {one.mishap}: {told}{mark}", flush=True)
    Console(width=150).print(table(plays))
    bad = [one for one in plays if not one.is_right]
    print(f"{len(plays)} runs, {len(bad)} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="number of simultaneous runs")
    parser.add_argument("--only", default="", help="only mishaps whose names contain this text")
    options = parser.parse_args()
    if not any(options.only in name for name in NAMES):
        parser.error(f"no mishap's name contains {options.only!r}; choose one of: {', '.join(NAMES)}")
    # SIGTERM: the mishaps of the current runs end their worlds and proxies, and no further run begins
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(options.runs, options.seed, options.jobs, options.only))
