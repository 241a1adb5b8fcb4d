"""Plays runs in processes on this machine. Each process plays many runs, one after another (`worker.py`)."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

from minecrew.runlog import RunBundle
from minecrew.study.capacity import RunCapacity
from minecrew.study.engine import EndedRun

RUNS_EACH = 200
"""Number of runs after which a process is replaced."""
GENTLE = 6.0
"""Seconds after which a stopped process is killed; normally, its run ends within 2 seconds."""
SHOWN = 300
LOOK = 1.0


class Worker:
    """One process, and the run that it plays."""

    def __init__(self, keep_open: tuple[int, ...]) -> None:
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the process
        self.process = subprocess.Popen(
            [sys.executable, "-m", "minecrew.study.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            start_new_session=True,  # Ctrl-C is for the study, which ends the runs by their pipes
            pass_fds=keep_open,
        )
        self.bundle: RunBundle | None = None
        self.begun = 0.0
        self.played = 0

    def play(self, bundle: RunBundle) -> None:
        self.bundle, self.begun = bundle, time.monotonic()
        self.played += 1
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # it has died; its output's end tells
            self.process.stdin.write(f"{bundle.path}\n".encode())
            self.process.stdin.flush()

    def let_go(self) -> None:
        if self.process.stdin:
            with suppress(BrokenPipeError):
                self.process.stdin.close()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def last_words(self) -> str:
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - 4096))
        last = self._said.read().decode(errors="replace").strip().splitlines()[-1:]
        return last[0][:SHOWN] if last else ""

    def close(self) -> str:
        """Waits until it has ended, and returns how it ended."""
        code = self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        told = self.last_words()
        self._said.close()
        how = (
            f"its process ended with {code}"
            if code >= 0
            else f"{signal.Signals(-code).name} ended its process"
        )
        return f"{how}{': ' if told else ''}{told}"


class LocalEngine:
    """An engine with as many processes as `capacity` allows."""

    def __init__(
        self, capacity: RunCapacity | None = None, *, minutes: float = 60, keep_open: tuple[int, ...] = ()
    ) -> None:
        """`minutes`: real time after which a run is ended. `keep_open`: files that the processes inherit."""
        self.capacity = capacity or RunCapacity()
        self._minutes, self._keep_open = minutes, keep_open
        self._workers: list[Worker] = []
        self._ended: deque[EndedRun] = deque()
        self._ready = selectors.DefaultSelector()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the active runs, at first gently, so that each log gets its closing events."""
        for worker in self._workers:
            worker.let_go()
        until = time.monotonic() + GENTLE
        for worker in self._workers:
            with suppress(subprocess.TimeoutExpired):
                worker.process.wait(max(0.1, until - time.monotonic()))
            worker.kill()
            worker.close()
        self._workers.clear()
        self._ready.close()

    @property
    def at_once(self) -> int:
        return self.capacity.runs

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(worker.process.pid for worker in self._workers)

    def room(self) -> int:
        return self.capacity.runs - sum(worker.bundle is not None for worker in self._workers)

    def give(self, bundle: RunBundle) -> None:
        worker = next((one for one in self._workers if one.bundle is None), None) or self._hire()
        worker.play(bundle)

    def take(self, timeout: float) -> EndedRun | None:
        until = time.monotonic() + timeout
        while not self._ended:
            left = until - time.monotonic()
            if left < 0:
                return None
            for key, _ in self._ready.select(min(left, LOOK)):
                self._hear(key.data)
            self.capacity.look(self.pids)
            self._end_late()
        return self._ended.popleft()

    def _hire(self) -> Worker:
        worker = Worker(self._keep_open)
        self._workers.append(worker)
        assert worker.process.stdout is not None
        self._ready.register(worker.process.stdout, selectors.EVENT_READ, worker)
        return worker

    def _hear(self, worker: Worker) -> None:
        assert worker.process.stdout is not None
        line = worker.process.stdout.readline()
        if not line:
            self._dismiss(worker)
            return
        json.loads(line)  # a whole line, or the process is broken
        if worker.bundle is not None:
            self._ended.append(EndedRun(worker.bundle))
            worker.bundle = None
        if worker.played >= RUNS_EACH or len(self._workers) > self.capacity.runs:
            worker.let_go()
            self._dismiss(worker)

    def _dismiss(self, worker: Worker) -> None:
        self._ready.unregister(worker.process.stdout)  # type: ignore[arg-type]  # it was registered
        self._workers.remove(worker)
        with suppress(subprocess.TimeoutExpired):
            worker.process.wait(GENTLE)
        worker.kill()
        how = worker.close()
        if worker.bundle is not None:
            self._ended.append(EndedRun(worker.bundle, how))

    def _end_late(self) -> None:
        for worker in self._workers:
            if worker.bundle is not None and time.monotonic() - worker.begun > 60 * self._minutes:
                worker.kill()  # its output ends, and so it is heard of
