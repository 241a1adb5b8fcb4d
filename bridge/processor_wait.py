"""How long a process was ready to run but had no processor, as happens on a machine that is too busy."""

from __future__ import annotations

from pathlib import Path


def processor_wait(pid: int | None) -> float:
    """The seconds for which the main thread has waited so far; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
