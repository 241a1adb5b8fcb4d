"""On a commons, takes the amount that would leave half of the stock if every member took the same, or more if
another member took more last month.
"""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.villager import tit_for_tat


class TitForTat(OfflineMind):
    appetite = staticmethod(tit_for_tat)
