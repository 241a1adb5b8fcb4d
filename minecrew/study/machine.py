"""The resources of this machine and their use: cores, memory, and load. Only Linux reports all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
PAGE = os.sysconf("SC_PAGE_SIZE")


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class CpuTime:
    """The processor time of all cores together since the machine started, in kernel ticks."""

    busy: int
    whole: int

    def share_since(self, before: CpuTime) -> float:
        """Returns how busy the cores were on average since `before`, from 0 to 1."""
        whole = self.whole - before.whole
        return (self.busy - before.busy) / whole if whole > 0 else 0.0


def cpu_time() -> CpuTime | None:
    try:
        first = (PROC / "stat").read_text().split("\n", 1)[0]
    except OSError:
        return None
    times = [int(word) for word in first.split()[1:9]]
    return CpuTime(sum(times) - times[3] - times[4], sum(times))


def free_memory() -> int | None:
    """The memory that is still available to processes, in bytes."""
    try:
        lines = (PROC / "meminfo").read_text().splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))


def memory_of(sessions: Iterable[int]) -> dict[int, int]:
    """Maps each session to the memory that its processes use, in bytes."""
    found = dict.fromkeys(sessions, 0)
    for path in PROC.iterdir() if PROC.is_dir() else ():
        if not path.name.isdigit():
            continue
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if (session := int(fields[3])) in found:
            found[session] += int(fields[21]) * PAGE
    return found
