"""The stopwatch goes on while one sleeps, and stands still while one waits for a processor."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.stopwatch import Stopwatch

COMPUTES = """import os, time
os.sched_setaffinity(0, {int(os.environ["CORE"])})
while time.thread_time() < 0.3: pass"""


def test_what_sleeps_is_timed() -> None:
    timed = []
    while not timed or (timed[-1] < 0.5 and len(timed) < 60):  # on a busy machine it may wait for a processor
        with Stopwatch() as watch:
            time.sleep(1.0)
        timed.append(watch.seconds)
    assert timed[-1] > 0.5


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="only Linux tells it")
def test_what_waits_for_a_processor_is_not() -> None:
    core = str(min(os.sched_getaffinity(0)))
    timed: list[float] = []
    while not timed or (timed[-1] >= 0.5 and len(timed) < 60):  # the disk may be busy as well
        with Stopwatch() as watch:
            began = time.monotonic()
            many = [
                subprocess.Popen([sys.executable, "-c", COMPUTES], env={**os.environ, "CORE": core})
                for _ in range(3)
            ]
            assert [one.wait() for one in many] == [0, 0, 0]
            took = time.monotonic() - began
        assert took > 0.7, "three on one core"
        assert watch.waited > 0.4, "for two of them"
        timed.append(watch.seconds)
    assert timed[-1] < 0.5
