"""The processes of one run, which are exactly those of the process session in which it was started."""

from __future__ import annotations

import os
import time
from pathlib import Path

ROLES = {
    "mc_server/server.js": "server",
    "bridge/bot.js": "a bot",
    "javascript/js/bridge.js": "the supervisor",
}


def family(session: int) -> dict[int, str]:
    """Returns pid -> role, for all living processes of the session."""
    return {pid: _role(pid) for pid in _pids() if _session(pid) == session and is_alive(pid)}


def left(session: int, seen: set[int], *, within: float) -> list[str]:
    """Returns the processes of the session, and of `seen`, that are still alive after `within` seconds."""
    end = time.monotonic() + within
    while (alive := [*family(session), *filter(is_alive, seen)]) and time.monotonic() < end:
        time.sleep(0.05)
    return [f"{pid} ({_role(pid)})" for pid in sorted(set(alive))]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] not in "ZX"
    except (OSError, IndexError):
        return False


def _pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None


def _role(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return "gone"
    return next((role for part, role in ROLES.items() if part in command), "python")
