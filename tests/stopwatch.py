"""How long something took, less the time in which it had to wait for a processor.

What a limit of real time is held against: a busy machine makes us wait for our turn, which is no fault of
ours. On an idle machine it is the time by the clock, and so it is where there is no /proc.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

PAUSE = 0.05
"""Seconds between two readings; what a process waited after the last is unknown when it is gone."""


class Stopwatch:
    """Runs from the entry to the exit; `seconds` may be read at any time.

    Processes that wait at the same time count each for itself: under load it is too low rather than too high.
    """

    def __enter__(self) -> Stopwatch:
        self._known: dict[tuple[int, str], int] = {}
        self._waited = 0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._read()
        self._waited = 0
        self._began = time.monotonic()
        self._ended: float | None = None
        self._reader = threading.Thread(target=self._read_on, daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = time.monotonic()
        self._over.set()
        self._reader.join()
        self._read()

    @property
    def seconds(self) -> float:
        ended = self._ended or time.monotonic()
        return max(0.0, ended - self._began - self.waited)

    @property
    def waited(self) -> float:
        """Seconds that are not counted."""
        return self._waited / 1e9

    def _read_on(self) -> None:
        while not self._over.wait(PAUSE):
            self._read()

    def _read(self) -> None:
        with self._lock:
            for pid in family(os.getpid()):
                more = [0]
                for task, waited in waits(pid).items():
                    more.append(waited - self._known.get((pid, task), 0))
                    self._known[pid, task] = waited
                self._waited += max(more)  # its threads wait side by side


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    found = [pid]
    for parent in found:
        with contextlib.suppress(OSError):
            for children in Path(f"/proc/{parent}/task").glob("*/children"):
                found += [int(child) for child in children.read_text().split()]
    return found


def waits(pid: int) -> dict[str, int]:
    """Nanoseconds that each thread of a process was ready to run and did not."""
    found = {}
    with contextlib.suppress(OSError):
        for path in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            found[path.parent.name] = int(path.read_text().split()[1])
    return found


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time of `work` in this process, which other processes do not change."""
    began = time.process_time()
    work()
    return time.process_time() - began
