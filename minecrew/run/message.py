"""What is told to a run that somebody else began, through its standard input: a line of JSON."""

from __future__ import annotations

from minecrew.runlog import Record


class Message(Record):
    """Something is said, or the run is to end."""

    say: str | None = None
    agent: str | None = None
    """For whom it is said; '' leaves its turn to the mind. None: somebody who is not of the crew speaks, who
    answers where the crew asks what to mend; '' adds nothing to the facts."""
    stop: str | None = None
    """Why the run is to end: 'by a person'."""
