"""An agent's volunteering in a round, before it is combined with acts of other agents."""

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
    """Whether finding this act required reading utterances."""
