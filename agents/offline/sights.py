"""The things that an agent sees or hears about, with their distances."""

from __future__ import annotations

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.commitments import Commitments
from minecrew.agents.planning.skill_plan import distances
from minecrew.bridge import Observation


def sights(
    observation: Observation, knowledge: Knowledge, commitments: Commitments | None = None
) -> dict[str, float]:
    """Returns the blocks and mobs that the agent sees, or hears about in the discussion, with their
    distances in blocks.
    """
    seen = distances(observation)
    if commitments:
        told = commitments.sighted | {
            w.thing for n in commitments.reader.team for w in commitments.share(n) if w.verb == "gather"
        }
        for thing in told:
            for source in knowledge.sources.get(thing, ())[:1]:
                seen[source.name] = 0.0  # what the talk is about is preferred, so that all mean the same
            if thing in knowledge.blocks or thing in knowledge.mobs:
                seen.setdefault(thing, 40.0)
    return seen
