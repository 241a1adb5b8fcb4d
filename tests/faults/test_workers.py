"""The worker processes of the benchmarks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from benchmarks.chaos.family import left

ROOT = Path(__file__).parents[2]
SLEEPERS = """
import time
from benchmarks.workers import workers

if __name__ == "__main__":
    with workers(2) as pool:
        list(pool.map(abs, (1, 2)))
        print("ready", flush=True)
        list(pool.map(time.sleep, (600, 600)))
"""


def test_workers_end_if_the_process_that_started_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "sleepers.py"
    script.write_text(SLEEPERS)
    process = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert left(process.pid, set(), within=30) == []
