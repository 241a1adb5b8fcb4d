"""On a commons, always takes the amount that would leave half of the stock if every member took the same."""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.villager import sustainable


class Sustainable(OfflineMind):
    appetite = staticmethod(sustainable)
