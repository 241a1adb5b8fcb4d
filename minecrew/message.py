"""What is told to a run that somebody else began, through its standard input: a line of JSON."""

from __future__ import annotations

from runlog import Record


class Message(Record):
    """Just one of its fields is given."""

    say: str | None = None
    """Of `agent`; '' leaves its turn to the mind."""
    agent: str | None = None
    advise: str | None = None
    """What the crew should mend; '' adds nothing to the facts."""
    visit: str | None = None
    """What somebody says who is not of the crew."""
    stop: str | None = None
    """Why the run is to end: 'by a person'."""
