"""On a commons, takes what leaves half of the stock if all take so much, whatever the others do."""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.villager import sustainable


class Sustainable(OfflineMind):
    appetite = staticmethod(sustainable)
