"""On a commons, takes the amount that leaves half of the stock if all take it, or more if another member took
more last month.
"""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.villager import tit_for_tat


class TitForTat(OfflineMind):
    appetite = staticmethod(tit_for_tat)
