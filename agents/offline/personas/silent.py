"""Says next to nothing: yes to what it is asked, and no word of its own."""

from __future__ import annotations

from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.role_turn import RoleTurn


class _Brief(RoleTurn):
    def _word(self) -> str:
        asked = self.me in self.board.asked or self.me in self.board.more or self.me in self.board.waiting
        works = bool(self.board.asked.get(self.me) or self.board.more.get(self.me))
        return self._close(["Yes." if asked and works else "Hm."], settled=True)


class Silent(OfflineMind):
    turn = _Brief
