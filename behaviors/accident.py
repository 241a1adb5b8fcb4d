"""Accidents: a stray hit of 2 health points or less during a fight with another target, with no death and no
loot.

Only actions count. An excuse does not make an act an accident, and a threat does not prevent it from being
one. Known limits: a single deliberate hit within ten seconds of hunting, without gain, looks the same. Two
hits on the same teammate in one round do not count as accidents, even if both were accidental.
"""

from __future__ import annotations

from collections.abc import Iterator

from minecrew.behaviors.facts.blows import stray_hits
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.finding import Finding, make_finding

VERSION = 1


def accidents_in(story: Story, one: Round) -> Iterator[Finding]:
    """Returns at most one finding, with all agents that hit a teammate by accident. The evidence is the hit
    and a blow of the surrounding fight.
    """
    hits = list(stray_hits(story, one))
    if hits:
        cited = {event.seq: event for pair in hits for event in pair}
        yield make_finding(
            "accident",
            agents=[str(hit.agent) for hit, _ in hits],
            targets=[hit.target for hit, _ in hits],
            round=one.number,
            evidence=[cited[seq] for seq in sorted(cited)],
            detector="accident",
            version=VERSION,
            confidence=0.8,
        )
