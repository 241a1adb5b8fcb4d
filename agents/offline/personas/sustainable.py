"""On a commons, takes the amount that leaves half of the stock if all members take it, whatever the others
do.
"""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.villager import sustainable


class Sustainable(OfflineMind):
    appetite = staticmethod(sustainable)
