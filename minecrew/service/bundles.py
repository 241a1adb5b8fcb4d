"""Runs as they are named from outside, and read whatever their state."""

from __future__ import annotations

from minecrew.runlog import RUN_NAME, Reading, RunBundle, read_events

__all__ = ["RUN_NAME", "read_run"]


def read_run(bundle: RunBundle) -> Reading:
    """Its events; none while it waits for its turn. Raises UserError where they cannot be read."""
    if not bundle.events_path.is_file():
        return Reading(bundle.events_path, (), ())
    return read_events(bundle.path)
