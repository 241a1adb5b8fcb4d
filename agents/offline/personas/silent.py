"""Says almost nothing: it only answers yes to requests."""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.turn import Turn


class _Brief(Turn):
    def _word(self) -> str:
        asked = (
            self.me in self.commitments.asked
            or self.me in self.commitments.more
            or self.me in self.commitments.waiting
        )
        works = bool(self.commitments.asked.get(self.me) or self.commitments.more.get(self.me))
        return self._close(["Yes." if asked and works else "Hm."], settled=True)


class Silent(OfflineMind):
    turn = _Brief
