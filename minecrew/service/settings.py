"""How a service was asked to run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from minecrew.runlog import RUNS

PORT = 8765
MEMINFO = Path("/proc/meminfo")
MEMORY = 1 << 30
"""Bytes for one run, all its processes together: eight agents take 830 MB, three 450."""


@dataclass(frozen=True)
class Settings:
    """The command line of `minecrew serve`, parsed."""

    runs: Path = RUNS
    """The directory whose runs it shows, and where new ones are put."""
    host: str = "127.0.0.1"
    port: int = PORT
    """As bound; 0 only until then."""
    parallel: int | None = None
    """Runs at once; None: by cores and memory."""
    token: bytes | None = None
    """SHA-256 of what has to be shown; None: whoever reaches it is answered."""
    waiting: int = 100
    """Runs that wait, at most."""
    rate: float = 500.0
    """Requests in a second, of one client."""

    @property
    def url(self) -> str:
        """The URL at which a browser on this machine finds the service."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def default_parallel(meminfo: Path = MEMINFO) -> int:
    """Runs at once that this machine can bear, as it is now: one per core, and a gigabyte each."""
    return max(1, min(_cores(), _free_memory(meminfo) // MEMORY))


def _cores() -> int:
    """Cores that this process may use. macOS tells only how many there are."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _free_memory(meminfo: Path) -> int:
    """Bytes that can be had without swapping. Half of all memory on macOS, which has no /proc."""
    lines = meminfo.read_text(encoding="ascii").splitlines() if meminfo.exists() else []
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
