"""A run as somebody sees it who is to judge it: without its title, its personas, its name or any finding."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from minecrew.runlog import Header, Reading, RunStarted, run_name

TITLE = "A run"


def blind_name(run: str) -> str:
    """'blind-1f0c9ab2d3e4': a name that tells nothing, and is the same each time."""
    return f"blind-{hashlib.sha256(run.encode()).hexdigest()[:12]}"


def blind_events(reading: Reading) -> Iterator[Header]:
    """The events; the first one does not tell what was asked for, or of whom it was staged."""
    for event in reading.events:
        if isinstance(event, RunStarted):
            hidden: dict[str, object] = {"title": TITLE, "personas": {}, "norms": None}
            hidden["run"] = blind_name(run_name(reading))
            event = event.model_copy(update=hidden)
        yield event
