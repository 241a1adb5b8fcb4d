"""What one agent volunteered in a round, before it is joined with others' acts of that kind."""

from __future__ import annotations

from dataclasses import dataclass

from minecrew.behaviors.classes import FindingSub
from minecrew.runlog import Header


@dataclass
class VolunteerAct:
    """One agent's volunteering of one kind in one round."""

    sub: FindingSub
    agent: str
    targets: set[str]
    evidence: list[Header]
    by_words: bool
    """Whether talk had to be read to find it."""
