"""Runs a world with busy bots and visitors, and a service with followers, for four hours of game time.

    python -m benchmarks.long_life [--minutes N] [--agents N] [--followers N] [--seed N]

Prints memory, open files and latency at the start, in the middle and at the end, also if it is ended early
(SIGTERM). The exit code is 1 if the memory of a process grew more than `GROWTH` and `SLACK` allow, if a
request or the world failed, or if it was ended early.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.chaos.family import family
from minecrew.bridge import node_binary, node_modules
from minecrew.runlog import EVENTS_FILE, LARGEST_LINE, TICKS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RUN = "20260101-000000000-long-life-0000"
EVERY = 5.0
"""Seconds of real time between two samples."""
PROBE = 0.25
"""Seconds between two requests whose latency is measured."""
STAY = (2.0, 20.0)
"""Minimum and maximum number of seconds for which a follower stays connected."""
PAUSE = 5000
"""Milliseconds for which a visitor stays, and again until the next one joins."""
SHARE = 0.1
"""Share of the whole time that each of the columns `start`, `middle` and `end` covers."""
GROWTH = 1.5
"""The memory at the end may be at most this many times that at the start, plus `SLACK`."""
SLACK = 32.0
"""MB."""


@dataclass
class Sample:
    game: float
    """The game time in seconds."""
    memory: dict[str, float]
    """Process -> MB."""
    files: dict[str, int]


@dataclass
class Watch:
    """All measurements."""

    samples: list[Sample] = field(default_factory=list)
    answers: list[tuple[float, float]] = field(default_factory=list)
    """(game time, ms) of each request."""
    events: int = 0
    """Number of events that followers received."""
    visits: int = 0
    """Number of connections of followers."""
    failed: list[str] = field(default_factory=list)


@contextmanager
def process(*words: str | Path) -> Iterator[subprocess.Popen[str]]:
    started = subprocess.Popen(
        [*map(str, words)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "NODE_PATH": str(node_modules())},
    )
    try:
        yield started
    finally:
        started.terminate()
        with suppress(subprocess.TimeoutExpired):
            started.communicate(timeout=30)
        if started.poll() is None:
            started.kill()
            started.communicate()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def game_time(log: Path) -> float:
    """Returns the seconds of game time at the last complete line of the log."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 4000))
            ticks = re.findall(rb'"tick":(\d+)', file.read())
    except OSError:
        return 0.0
    return int(ticks[-1]) / TICKS if ticks else 0.0


def sample(sessions: dict[str, int], game: float) -> Sample:
    memory, files = dict[str, float](), dict[str, int]()
    for name, session in sessions.items():
        for pid, role in family(session).items():
            told = role if name == "world" else name
            with suppress(OSError, ValueError, IndexError):
                pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                memory[told] = memory.get(told, 0.0) + pages * os.sysconf("SC_PAGE_SIZE") / 1e6
                files[told] = files.get(told, 0) + len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Sample(game, memory, files)


async def follow(url: str, chance: random.Random, watch: Watch) -> None:
    """Follows the run: connects, stays for a while, disconnects, and later continues from its last event."""
    host, port = url.removeprefix("http://").split(":")
    last = -1
    while True:
        try:
            async with asyncio.timeout(chance.uniform(*STAY)):
                reader, writer = await asyncio.open_connection(host, int(port), limit=2 * LARGEST_LINE)
                try:
                    head = [f"GET /runs/{RUN}/events HTTP/1.0", f"Host: {host}:{port}"]
                    head += ["Accept: text/event-stream", f"Last-Event-ID: {last}", "", ""]
                    writer.write("\r\n".join(head).encode())
                    watch.visits += 1
                    async for line in reader:
                        if found := re.fullmatch(rb"id: (\d+)\n", line):
                            watch.events += 1
                            if int(found[1]) <= last:
                                watch.failed.append(f"received event {int(found[1])} after event {last}")
                            last = int(found[1])
                finally:
                    writer.close()
        except (TimeoutError, OSError):
            pass
        await asyncio.sleep(chance.uniform(0, 1))


async def probe(url: str, log: Path, watch: Watch) -> None:
    import httpx

    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        while True:
            for path in ("/health", "/runs"):
                began = time.monotonic()
                answer = await client.get(path)
                watch.answers.append((game_time(log), 1e3 * (time.monotonic() - began)))
                if answer.status_code != 200:
                    watch.failed.append(f"{path}: {answer.status_code}")
            await asyncio.sleep(PROBE)


async def watch_over(
    url: str, sessions: dict[str, int], busy: subprocess.Popen[str], log: Path, followers: int, watch: Watch
) -> None:
    async with asyncio.TaskGroup() as group:
        going = [group.create_task(follow(url, random.Random(n), watch)) for n in range(followers)]
        going.append(group.create_task(probe(url, log, watch)))
        while busy.poll() is None:
            await asyncio.sleep(EVERY)
            watch.samples.append(sample(sessions, game_time(log)))
            print(json.dumps(vars(watch.samples[-1])), file=sys.stderr, flush=True)
        for one in going:
            one.cancel()


def table(watch: Watch, seconds: float) -> tuple[Table, list[str]]:
    """Returns the table of all measurements, and a line per process whose memory grew too much."""
    begin, end = watch.samples[0].game, max(one.game for one in watch.samples)
    parts = []
    for middle in (SHARE / 2, 0.5, 1 - SHARE / 2):
        low, high = (begin + (end - begin) * (middle + way * SHARE / 2) for way in (-1, 1))
        own = [one for one in watch.samples if low <= one.game <= high and len(one.memory) > 1]
        times = sorted(ms for game, ms in watch.answers if low <= game <= high)
        parts.append((own or watch.samples[-1:], times or [0.0]))
    made = Table(title=f"{end:.0f} s of game time in {seconds:.0f} s")
    for heading in ("", "start", "middle", "end"):
        made.add_column(heading, justify="left" if not heading else "right")
    grows = []
    for name in sorted({name for one in watch.samples for name in one.memory}):
        memory = [median(one.memory.get(name, 0.0) for one in own) for own, _ in parts]
        files = [median(one.files.get(name, 0) for one in own) for own, _ in parts]
        made.add_row(f"{name}, MB", *(f"{value:.0f}" for value in memory))
        made.add_row(f"{name}, open files", *(f"{value:.0f}" for value in files))
        if memory[2] > GROWTH * memory[0] + SLACK:
            grows.append(f"{name} grows from {memory[0]:.0f} to {memory[2]:.0f} MB")
    for what, share in (("median", 0.5), ("99 %", 0.99)):
        worst = [times[min(len(times) - 1, int(share * len(times)))] for _, times in parts]
        made.add_row(f"answers, {what}, ms", *(f"{value:.0f}" for value in worst))
    return made, grows


def main(minutes: float, agents: int, followers: int, seed: int) -> int:
    watch, began = Watch(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="minecrew-") as place, ExitStack() as stack:
        runs = Path(place) / "runs"
        port = free_port()
        serve = (sys.executable, "-m", "minecrew", "serve", "--port", "0", "--runs", runs)
        service = stack.enter_context(process(*serve))
        told = next(line for line in service.stdout or () if "http://" in line)
        url = re.findall(r"http://\S+:\d+", told)[0]
        words = ("--agents", str(agents), "--minutes", str(minutes), "--seed", str(seed))
        out = ("--out", runs / RUN, "--port", str(port))
        busy = stack.enter_context(process(sys.executable, "-m", "benchmarks.busy", *words, *out))
        # on SIGTERM, what was measured so far is still printed
        signal.signal(signal.SIGTERM, lambda *_: busy.terminate())
        while not game_time(runs / RUN / EVENTS_FILE) and busy.poll() is None:
            time.sleep(0.2)
        counted = stack.enter_context(tempfile.TemporaryFile("w+"))
        guests = subprocess.Popen(
            [str(node_binary()), str(HERE / "guests.js"), str(port), str(PAUSE)],
            env={"NODE_PATH": str(node_modules())},
            stdout=counted,
        )
        stack.callback(guests.wait)
        stack.callback(guests.kill)
        sessions = {"service": service.pid, "world": busy.pid}
        asyncio.run(watch_over(url, sessions, busy, runs / RUN / EVENTS_FILE, followers, watch))
        said = (busy.stdout.read() if busy.stdout else "").strip()
        counted.seek(0)
        joined = (counted.read().split() or ["0"])[-1]
    made, grows = table(watch, time.monotonic() - began)
    Console(width=120).print(made)
    print(said)
    print(f"{joined} visitors, {watch.visits} visits of {followers} followers, {watch.events} events sent")
    for wrong in (*watch.failed[:10], *grows):
        print(wrong)
    return 1 if busy.returncode or watch.failed or grows else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_life")
    parser.add_argument("--minutes", type=float, default=240, help="minutes of game time")
    parser.add_argument("--agents", type=int, default=4)
    parser.add_argument("--followers", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # on SIGTERM, its children are ended, too
    sys.exit(main(options.minutes, options.agents, options.followers, options.seed))
