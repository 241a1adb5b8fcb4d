"""The CPU time of a process, which does not depend on how busy the machine is (Linux only)."""

from __future__ import annotations

import os
from pathlib import Path


def computed(pid: int) -> float | None:
    """Returns the CPU seconds that the process has used so far; None if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
