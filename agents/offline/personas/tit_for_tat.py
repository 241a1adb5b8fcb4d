"""On a commons, takes what leaves half of the stock, and as much as the others once they take more."""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.villager import tit_for_tat


class TitForTat(OfflineMind):
    appetite = staticmethod(tit_for_tat)
