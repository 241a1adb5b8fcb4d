"""Chooses the number of simultaneous runs by measuring cores and memory.

It begins with one run per core. While cores are idle and there is enough memory, it adds one run at a time;
when memory becomes short, it reduces the number by one. Runs leave cores idle while they wait for a model, so
more runs are played at the same time than there are cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from minecrew.study.machine import CpuTime, cores, cpu_time, free_memory, memory_of

EVERY = 10.0
"""Seconds between two decisions."""
IDLE_BELOW = 0.85
"""If the cores are busy for less than this share of the time, another run is added."""
SPARE = 1.5
"""Another run is added only if the free memory is at least this many times that of the largest run."""
SHORT = 0.5
"""The number of runs is reduced by one if the free memory is less than this share of a run's memory."""
FULL = 0.9
"""Above this share, all cores count as busy."""
TYPICAL = 700 << 20
"""Assumed memory of a run in bytes, until one has been measured."""


class RunCapacity:
    """The number of simultaneous runs; `fixed` if the user set it."""

    def __init__(
        self,
        fixed: int | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        cpu: Callable[[], CpuTime | None] = cpu_time,
        free: Callable[[], int | None] = free_memory,
    ) -> None:
        self._fixed, self._clock, self._cpu, self._free = fixed, clock, cpu, free
        self.runs = fixed or cores()
        self.largest = 0
        """Maximum memory that one run has used, in bytes."""
        self.samples = self.full = 0
        """How often the cores were checked, and how often all of them were busy."""
        self._decided = self._looked = clock()
        self._cpu_then = self._cpu_before = cpu()

    def look(self, sessions: Iterable[int]) -> None:
        """Measures at most once per second. `sessions`: the process sessions of the engine's processes."""
        now = self._clock()
        if now - self._looked < 1:
            return
        self._looked = now
        cpu = self._cpu()
        if cpu is None or self._cpu_then is None or self._cpu_before is None:
            return
        self.samples += 1
        self.full += cpu.share_since(self._cpu_then) >= FULL
        self._cpu_then = cpu
        self.largest = max([self.largest, *memory_of(sessions).values()])
        if now - self._decided >= EVERY:
            self._decide(cpu.share_since(self._cpu_before))
            self._decided, self._cpu_before = now, cpu

    def _decide(self, busy: float) -> None:
        free = self._free()
        if self._fixed or free is None:
            return
        one = self.largest or TYPICAL
        if free < SHORT * one:
            self.runs = max(1, self.runs - 1)
        elif busy < IDLE_BELOW and free > SPARE * one:
            self.runs += 1
