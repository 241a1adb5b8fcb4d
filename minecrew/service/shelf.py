"""The runs there are, by name. Names come from outside: they are looked up, never joined to a path."""

from __future__ import annotations

from pathlib import Path

from minecrew.service.problem import ProblemError
from runlog import Reading, RunBundle, read_events

RUN_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"


class Shelf:
    """The bundles of one directory."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def all(self) -> list[RunBundle]:
        """The newest first; queued ones, which have no events yet, among them."""
        if not self.root.is_dir():
            return []
        found = [
            RunBundle(path.resolve())
            for path in self.root.iterdir()
            if (path / "events.jsonl").is_file() or (path / "manifest.json").is_file()
        ]
        return sorted(found, key=lambda bundle: bundle.id, reverse=True)

    def find(self, name: str) -> RunBundle:
        """Raises a 404 where there is none of just that name."""
        for bundle in self.all():
            if bundle.id == name:
                return bundle
        raise ProblemError(404, f"there is no run {name!r}; GET /runs lists the runs there are")


def read_run(bundle: RunBundle) -> Reading:
    """Its events; none while it waits for its turn. Raises UserError where they cannot be read."""
    if not bundle.events_path.is_file():
        return Reading(bundle.events_path, (), ())
    return read_events(bundle.path)
