"""What a process has computed, which a busy machine does not change; of Linux alone."""

from __future__ import annotations

import os
from pathlib import Path


def computed(pid: int) -> float | None:
    """Seconds so far; None: it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
