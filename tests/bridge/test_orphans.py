"""No process of ours outlives Python or the supervisor, whichever way they go."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

VICTIM = Path(__file__).parent / "victim.py"
ROOT = VICTIM.parents[2]
LIMIT = 20.0
"""Seconds in which a busy machine has taken away what was killed."""


def _heed_ctrl_c() -> None:
    """Whoever starts the tests in the background has it ignored, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


FULL: tuple[str, ...] = ()
LIGHT = ("light",)
"""How a victim is told what to start. The supervisor has the same means against any child."""


@pytest.fixture
def victim(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, str(VICTIM), *getattr(request, "param", LIGHT)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": "secret"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=_heed_ctrl_c,
    )
    with process:
        yield process
        process.kill()


def said(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout
    line = process.stdout.readline()
    assert line, process.stderr.read() if process.stderr else ""
    found: dict[str, Any] = json.loads(line)
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(pids: list[int]) -> None:
    began = time.monotonic()
    while left := [pid for pid in pids if alive(pid)]:
        assert time.monotonic() - began < LIMIT, f"still there after {LIMIT} s: {left}"
        time.sleep(0.02)


KILLS = {
    "python": [("python", signal.SIGKILL)],
    "python and supervisor": [("python", signal.SIGKILL), ("supervisor", signal.SIGKILL)],
    "python, politely": [("python", signal.SIGTERM)],
    "frozen supervisor, then python": [("supervisor", signal.SIGSTOP), ("python", signal.SIGKILL)],
}


@pytest.mark.parametrize(
    ("victim", "how"),
    [(FULL, "python"), *((LIGHT, how) for how in KILLS if how != "python")],
    indirect=["victim"],
    ids=KILLS,
)
def test_nothing_outlives_python(victim: subprocess.Popen[str], how: str) -> None:
    pids = said(victim)
    for pid in pids["pids"]:
        # The last one spins, and is ended for it.
        with suppress(OSError) if pid == pids["pids"][-1] else nullcontext():
            assert "secret" not in Path(f"/proc/{pid}/environ").read_text()
    for who, kill in KILLS[how]:
        os.kill(pids[who], kill)
    wait_until_gone([pids["python"], *pids["pids"]])


@pytest.mark.parametrize(
    ("victim", "how"),
    [(FULL, signal.SIGKILL), (LIGHT, signal.SIGSTOP)],
    indirect=["victim"],
    ids=["killed", "frozen"],
)
def test_the_loss_of_the_supervisor_is_told_and_a_second_bridge_works(
    victim: subprocess.Popen[str], how: signal.Signals
) -> None:
    pids = said(victim)
    os.kill(pids["supervisor"], how)
    wait_until_gone(pids["pids"])
    assert "gone" in said(victim)["lost"]
    assert said(victim) == {"last": "lost"}
    assert said(victim) == {"again": "pong"}
    assert victim.wait(LIMIT) == 0
    assert victim.stderr
    assert victim.stderr.read() == ""  # and nothing stray was printed: every line of stdout was JSON


def test_ctrl_c_reaches_python_first(victim: subprocess.Popen[str]) -> None:
    pids = said(victim)
    os.killpg(pids["python"], signal.SIGINT)
    assert said(victim) == {"interrupted": True}
    assert victim.wait(LIMIT) == 130
    wait_until_gone(pids["pids"])


def test_who_is_called_off_while_it_begins_ends_cleanly() -> None:
    begin = """import asyncio
from minecrew.bridge import Bridge

async def main():
    opening = asyncio.ensure_future(Bridge().__aenter__())
    await asyncio.sleep(0.03)  # Node is being started
    opening.cancel()
    await opening

asyncio.run(main())
"""
    ended = subprocess.run(
        [sys.executable, "-c", begin],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ended.stderr.splitlines()[-1] == "asyncio.exceptions.CancelledError"
