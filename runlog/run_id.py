"""The ids of runs, which sort by time: '20251121-035104123-craft-1-bookshelf-7f3a'."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class LaterEachTime:
    """The time in UTC. Each call returns a later millisecond than the one before, so that the ids of the
    runs that a process makes sort in the order in which they are made.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = threading.Lock()

    def __call__(self) -> datetime:
        with self._lock:
            self._last = max(self._now(), self._last + timedelta(milliseconds=1))
            return self._last


later_each_time = LaterEachTime(lambda: datetime.now(UTC))


def short_token() -> str:
    return secrets.token_hex(2)


def new_run_id(title: str, *, now: datetime, token: str) -> str:
    """'20251121-035104123-craft-1-bookshelf-7f3a': UTC time in ms, the title's slug and a random suffix."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:32].strip("-") or "run"
    return f"{now:%Y%m%d-%H%M%S}{now.microsecond // 1000:03d}-{slug}-{token}"


def judged_name(run: str) -> str:
    """The name of a run without its title, to be shown to its judges: '20251121-035104123-7f3a'."""
    found = re.fullmatch(r"(\d{8}-\d{9})-.*-([0-9a-f]{4})", run)
    return f"{found[1]}-{found[2]}" if found else f"run-{hashlib.sha256(run.encode()).hexdigest()[:12]}"
