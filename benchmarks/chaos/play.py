"""Plays one short run with a mishap, and checks what must be true after any mishap.

No event is lost, no process is left behind, the exit code is right, the bundle can be read, and the run ends.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.chaos.family import family, left
from benchmarks.chaos.mishaps import MISHAPS, Mishap
from minecrew.runlog import MinecrewError, RunBundle, RunEnded, read_events, summarize

PATIENCE = 180.0
"""Real seconds after which a run that has not ended counts as hung."""
LATE = 6.0
"""If a run ends within this many seconds after the mishap, the mishap may have had no effect."""
GONE = 20.0
"""Seconds within which all processes must have ended."""


@dataclass
class Play:
    """The result of one run with a mishap."""

    mishap: str
    did: str = ""
    """Description of the mishap; '' if the run had already ended."""
    code: int | None = None
    seconds: float = 0.0
    events: int = 0
    lost: int = 0
    left: list[str] = field(default_factory=list)
    code_is_wrong: bool = False
    unreadable: str = ""
    hangs: bool = False
    said: str = ""

    @property
    def is_right(self) -> bool:
        return not (self.lost or self.left or self.code_is_wrong or self.unreadable or self.hangs)


def play(number: int, seed: int, place: Path) -> Play:
    """Plays run `number` of a series; `seed` and `number` determine the mishap, its moment and the world."""
    chance = Random(f"{seed}/{number}")
    kind = MISHAPS[number % len(MISHAPS)]
    out = place / str(number)
    with kind(chance) as mishap:
        done = Play(type(mishap).__name__)
        seen: set[int] = set()
        process, printed = _begin(mishap, out, chance.randrange(1000))
        began = time.monotonic()
        try:
            struck = _strike(mishap, process, out, chance, done, seen)
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                done.hangs = True
        finally:
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
        done.code, done.seconds = process.returncode, time.monotonic() - began
        done.left = left(process.pid, seen, within=GONE)
        for pid in family(process.pid):
            os.kill(pid, signal.SIGKILL)
        done.said = (out / "stderr").read_text(errors="replace").strip()
        _check_log(done, mishap, out, printed, struck)
    return done


def _begin(mishap: Mishap, out: Path, world: int) -> tuple[subprocess.Popen[bytes], Path]:
    out.mkdir()
    printed = out / "stdout"
    words = ["run", "paper", "--seed", str(world), "--out", str(out / "runs"), "--json", *mishap.arguments]
    with printed.open("wb") as told, (out / "stderr").open("wb") as complaints:
        process = subprocess.Popen(
            [sys.executable, "-m", "minecrew", *words],
            stdin=subprocess.DEVNULL,
            stdout=told if not mishap.limited else subprocess.DEVNULL,
            stderr=complaints,
            env={**_environment(), **mishap.environment},
            preexec_fn=mishap.limit,
            start_new_session=True,
        )
    return process, printed


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}


def _strike(
    mishap: Mishap,
    process: subprocess.Popen[bytes],
    out: Path,
    chance: Random,
    done: Play,
    seen: set[int],
) -> float | None:
    """Waits for the moment and performs the mishap; returns its run time, or None if the run had ended."""
    count, wait = chance.randrange(mishap.events), chance.uniform(0, 0.4)
    end = time.monotonic() + PATIENCE / 2
    while len(_lines(out)) < count and process.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
        seen.update(family(process.pid))
    time.sleep(wait)
    pids = family(process.pid)
    seen.update(pids)
    if process.poll() is not None:
        done.did = mishap.always
        return None
    lines = _lines(out)
    done.did = mishap.strike(pids, process.pid)
    return float(json.loads(lines[-1])["t"]) if lines else 0.0


def _lines(out: Path) -> list[bytes]:
    """Returns the complete lines of the log."""
    files = list(out.glob("runs/*/events.jsonl"))
    return files[0].read_bytes().split(b"\n")[:-1] if files else []


def _check_log(done: Play, mishap: Mishap, out: Path, printed: Path, struck: float | None) -> None:
    bundles = RunBundle.all(out / "runs")
    if not bundles:  # nothing happened in it
        done.code_is_wrong = not _is_right(done, mishap, None, struck)
        done.lost = len(printed.read_bytes().splitlines())
        return
    (bundle,) = bundles
    try:
        reading = read_events(bundle.path)
        bundle.manifest(), bundle.result(), bundle.arena(), summarize(reading.events)
        wrong = [problem for problem in reading.problems if problem.kind != "truncated"]
        done.unreadable = "; ".join(str(problem) for problem in wrong)
    except MinecrewError as error:
        done.unreadable = str(error)
        return
    done.events = len(reading.events)
    there = {event.seq for event in reading.events}
    shown = printed.read_bytes().split(b"\n")[:-1]
    done.lost = sum(json.loads(line)["seq"] not in there for line in shown if line)
    done.code_is_wrong = not _is_right(done, mishap, reading.ended, struck) or "Traceback" in done.said


def _is_right(done: Play, mishap: Mishap, ended: RunEnded | None, struck: float | None) -> bool:
    if done.hangs:
        return True  # already reported
    if ended is not None and done.code not in (ended.exit_code, -signal.SIGKILL):
        return mishap.limited and done.code == 3
    by_itself = struck is None or not done.did or (ended is not None and ended.t - struck < LATE)
    return done.code in mishap.codes or (by_itself and done.code in (0, 1))
