"""On a commons, wants the whole stock."""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.villager import greedy


class Greedy(OfflineMind):
    appetite = staticmethod(greedy)
