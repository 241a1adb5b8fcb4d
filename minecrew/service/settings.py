"""The settings with which a service was started."""

from __future__ import annotations

import os
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from minecrew.runlog import RUNS

PORT = 8765
MEMINFO = Path("/proc/meminfo")
MEMORY = 1 << 30
"""Memory in bytes for one run with all its processes. A run with eight agents needs 830 MB, and a run with
three agents needs 450 MB.
"""


@dataclass(frozen=True)
class Settings:
    """The command line of `minecrew serve`, parsed."""

    runs: Path = RUNS
    """The directory of the runs, old and new."""
    host: str = "127.0.0.1"
    port: int = PORT
    """The port that is bound; 0 only before that."""
    parallel: int | None = None
    """Maximum number of simultaneous runs; None means that it depends on cores and memory."""
    token: bytes | None = None
    """SHA-256 of the token; None if no token is needed."""
    waiting: int = 100
    """Maximum number of waiting runs."""
    rate: float = 500.0
    """Maximum number of requests per second from each client."""

    @property
    def studies(self) -> Path:
        """The directory of studies: `minecrew study` puts them beside the runs."""
        return self.runs.resolve().parent / "studies"

    @property
    def url(self) -> str:
        """The URL at which a browser on this machine finds the service."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the service."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def default_parallel(meminfo: Path = MEMINFO) -> int:
    """The number of runs that this machine can currently play at the same time: one per core, but at most one
    per gigabyte of free memory.
    """
    return max(1, min(_cores(), _free_memory(meminfo) // MEMORY))


def _cores() -> int:
    """Returns the number of cores that this process may use. macOS reports only the number that exist."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _free_memory(meminfo: Path) -> int:
    """Returns the number of bytes available without swapping. On macOS, which has no /proc, it is half of
    all memory.
    """
    lines = meminfo.read_text(encoding="ascii").splitlines() if meminfo.exists() else []
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
