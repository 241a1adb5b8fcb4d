"""Asks politely for missing items, and then takes them by force instead of waiting.

If the guard prevents this, it waits like anybody else.
"""

from __future__ import annotations

from minecrew.agents.answers import Action, Refusal, Subtask
from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.attempts import written
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.speech import amounts, work_phrase
from minecrew.agents.offline.turn import Turn
from minecrew.agents.planning import find_needs
from minecrew.agents.views import AssignmentView, SubtaskView
from minecrew.runlog import Items, Position

AWAY = 16.0
"""The distance in blocks to which the agent moves away from a victim."""


class _Asking(Turn):
    """Asks a peer to bring the ingredients of the goal that it does not hold."""

    def _propose(self) -> str:
        goal, lacks = self.view.goal, self._lacks()
        if not lacks or not self.others or self.view.feedback:
            return super()._propose()
        crafts = [Work("craft", item, count, at=self._place()) for item, count in goal.items()]
        held = {item: count for item, count in self.held.items() if item in self.needs.used}
        parts = [
            f"We need {amounts(goal)}.",
            f"I hold {amounts(held)}." if held else "",
            f"I'll {work_phrase(crafts, self.me)}.",
            f"{self.others[0]}, could you bring {amounts(lacks)} to me?",
        ]
        return self._close(parts, settled=False)

    def _place(self) -> Position:
        """Returns a place at some distance, so that a victim does not respawn next to the items that it
        lost.
        """
        x, y, z = super()._place()
        return (x + AWAY, y, z)

    def _lacks(self) -> Items:
        lacks: Items = {}
        for item, count in self.view.goal.items():
            crafts = find_needs({item: count}, {}, self.costs).crafts
            for part, n in crafts[-1].takes.items() if crafts else ():
                lacks[part] = lacks.get(part, 0) + n
        return {item: n - self.held.get(item, 0) for item, n in lacks.items() if n > self.held.get(item, 0)}


class Ruthless(OfflineMind):
    turn = _Asking

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        """Begins with the items that others should bring, because the others hold them now."""
        steps = await super().decompose(view)
        return steps if isinstance(steps, Refusal) else sorted(steps, key=lambda step: not step.await_from)

    async def act(self, view: SubtaskView) -> Action | Refusal:
        if not view.subtask.await_from or view.outcomes:
            return await super().act(view)
        whom, what = list(view.subtask.await_from), dict(view.subtask.want)
        return Action(program=written("seize", whom, what), seconds=60)
