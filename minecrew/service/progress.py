"""How far a run has come, read on as its log grows: each event once."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from minecrew.runlog import EVENT, Summary
from minecrew.service.lines import Place, read_lines


class Progress:
    """One run's log, up to where it was read."""

    def __init__(self, path: Path) -> None:
        self._path, self._place = path, Place()
        self.summary = Summary()

    def read(self) -> Summary:
        """Of all that is there now. A line that is no event is left out."""
        while (read := read_lines(self._path, self._place)).end != self._place:
            for line in read.lines:
                try:
                    event = EVENT.validate_json(line.text)
                except ValidationError:
                    continue
                self.summary.add(event)
            self._place = read.end
        return self.summary
