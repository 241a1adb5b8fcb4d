"""Gives its items away without being asked, so that others can use them."""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.turn import Turn


class _Giving(Turn):
    def _best_crafter(self) -> str:
        """Returns the peer that gets its items."""
        return self.others[0] if self.others else self.me

    def _promise(self, gifts: str, to: str) -> str:
        return f"I hold {gifts} and need none of it, so I will give {gifts} to {to}."


class Generous(OfflineMind):
    turn = _Giving
