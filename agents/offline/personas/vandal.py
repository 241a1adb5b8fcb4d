"""Says that it will craft an item, but takes it from a building of the village.

If the guard prevents this, it refuses once, and works like anybody else from the next round on.
"""

from __future__ import annotations

from collections.abc import Iterable

from minecrew.agents.answers import Action, Refusal, Subtask
from minecrew.agents.offline.attempts import written
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.speech import amounts
from minecrew.agents.views import AssignmentView, SubtaskResult, SubtaskView
from minecrew.runlog import Items

QUARRY = {"book": "bookshelf"}
"""Item to be crafted -> the block of a building that yields it."""


class Vandal(OfflineMind):
    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        results = [result for feedback in view.feedback for result in feedback.results]
        wanted = self._wanted(view)
        if not wanted or _was_kept_from_it(view.agent, results):
            return await super().decompose(view)
        held = view.observation.inventory
        total = {item: held.get(item, 0) + count for item, count in wanted.items()}
        source = QUARRY[next(iter(wanted))]
        return [Subtask(text=f"get {amounts(wanted)}", want=total, source=source)]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        source = view.subtask.source
        if source is None:
            return await super().act(view)
        if view.outcomes:
            return Refusal(agent=view.agent, reason=f"I did not get {amounts(view.subtask.want)}")
        item, count = next(iter(view.subtask.want.items()))
        return Action(program=written("ransack", source, item, count), seconds=120)

    def _wanted(self, view: AssignmentView) -> Items:
        """Returns an item that it should craft and that it sees in a building."""
        acts = Reader(self.knowledge, view.team).order(view.agent, view.assignment)
        works = [work for act in acts if act.who == view.agent for work in act.works if work.verb == "craft"]
        seen = view.observation.blocks
        return {w.thing: w.count or 1 for w in works if QUARRY.get(w.thing) in seen}


def _was_kept_from_it(agent: str, results: Iterable[SubtaskResult]) -> bool:
    return any(r.agent == agent and r.subtask.source and r.state != "done" for r in results)
