"""Tests how every reader of runs handles bundles that contain a pipe, device, socket, directory or huge file.

    python -m benchmarks.odd_files [--run DIRECTORY]

Prints a table. Each file of a run is replaced by each of these in turn, and there is also an intact run in
the same directory. Within `PATIENCE` seconds and `ROOM` bytes, each reader must either read the odd run or
report the problem in one line; a reader of many runs must still show the intact one. Otherwise, the exit code
is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from benchmarks.mutation_fuzz import READERS, Score, try_reader
from minecrew.runlog import RunBundle

PATIENCE = 10
"""Time limit of each reader, in real seconds."""
ROOM = 400 << 20
"""Bytes of address space that a reader may use in addition to those that its process already uses."""
HUGE = 2 << 30
"""Size of a sparse file, in bytes."""
FILES = (
    "events.jsonl",
    "manifest.json",
    "result.json",
    "arena.json",
    "findings.jsonl",
    "annotations.jsonl",
    "judge.jsonl",
    "acts.jsonl",
    "recording.jsonl.gz",
    "skills/odd.js",
)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        back = Path.cwd()
        os.chdir(path.parent)  # the address of a socket is short
        try:
            one.bind(path.name)
        finally:
            os.chdir(back)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(HUGE)


def _grown(path: Path) -> None:
    """Appends an endless line to the file."""
    with path.open("ab") as file:
        file.truncate(HUGE)


KINDS: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a directory": os.mkdir,
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "2 GB of zeros": _sparse,
    "its text, then 2 GB of zeros": _grown,
}


def try_odd_files(template: Path, files: tuple[str, ...] = FILES) -> Score:
    """Replaces each of `files` in a copy of the run `template`, and tests the readers."""
    score = Score()
    with tempfile.TemporaryDirectory(prefix="minecrew-") as place, _alarms():
        root = Path(place) / "runs"
        shutil.copytree(template, root / f"whole-{template.name}")
        for file in files:
            for kind, make in KINDS.items():
                broken = RunBundle(root / f"broken-{template.name}")
                shutil.copytree(template, broken.path)
                path = broken.path / file
                path.parent.mkdir(exist_ok=True)
                if make is not _grown:
                    path.unlink(missing_ok=True)
                make(path)
                score.mutations += 1
                for name, read in READERS.items():
                    with _bounded():
                        try_reader(name, read, root, broken, f"{file} is {kind}", score)
                shutil.rmtree(broken.path)
    return score


@contextmanager
def _alarms() -> Iterator[None]:
    def wake(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"not within {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, wake)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _bounded() -> Iterator[None]:
    """Limits time and memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + ROOM, hard))
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def main(run: Path | None) -> int:
    from benchmarks.sample import sample

    with tempfile.TemporaryDirectory(prefix="minecrew-") as place:
        if run is None:
            run = asyncio.run(sample(["paper", "--seed", "3", "--speed", "max"], Path(place))).bundle
        score = try_odd_files(run)
    for wrong in score.wrong[:40]:
        print(wrong)
    for name in READERS:
        print(f"{name:24} read {score.read[name]:4}, refused in one line {score.refused[name]:4}")
    print(f"{score.mutations} odd files; wrong {len(score.wrong)}")
    return 1 if score.wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.odd_files")
    parser.add_argument("--run", type=Path, help="the run whose files are replaced; default: a new one")
    sys.exit(main(parser.parse_args().run))
