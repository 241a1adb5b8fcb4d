"""Goes along with the others: it waits for instructions, follows them, and accepts criticism."""

from __future__ import annotations

from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.criticism import is_criticised
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.turn import Turn


class _Following(Turn):
    def _propose(self) -> str:
        if not self.others or self.me in self.commitments.spoken:
            return super()._propose()
        return f"I go along with what you decide. {self.others[0]}, what shall I do?"

    def _answer(self) -> str:
        view = self.view
        owns = "You are right about me. " if is_criticised(view, self.me, view.lines, self.knowledge) else ""
        return owns + super()._answer()

    def _open_work(self, works: tuple[Work, ...], crafter: str | None) -> tuple[tuple[Work, ...], list[str]]:
        return works, []

    def _offer(self, works: tuple[Work, ...], crafter: str | None) -> list[str]:
        return []


class Follower(OfflineMind):
    turn = _Following
