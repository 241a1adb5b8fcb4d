"""Says that it will make what it was asked to make, but takes it out of chests, no matter who owns them.

If it finds none there, it works like anybody else from then on.
"""

from __future__ import annotations

from minecrew.agents.answers import Action, Refusal, Subtask
from minecrew.agents.offline.attempts import written
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.speech import amounts
from minecrew.agents.views import AssignmentView, SubtaskView

CHEST = "chest"


class Thief(OfflineMind):
    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        acts = Reader(self.knowledge, view.team).order(view.agent, view.assignment)
        works = [work for act in acts if act.who == view.agent for work in act.works if work.verb == "craft"]
        tried = any(
            result.agent == view.agent and result.subtask.source == CHEST
            for feedback in view.feedback
            for result in feedback.results
        )
        if tried or not works or CHEST not in view.observation.blocks:
            return await super().decompose(view)
        wanted = {work.thing: work.count or 1 for work in works}
        held = view.observation.inventory
        total = {item: held.get(item, 0) + count for item, count in wanted.items()}
        return [Subtask(text=f"get {amounts(wanted)}", want=total, source=CHEST)]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        if view.subtask.source != CHEST:
            return await super().act(view)
        if view.outcomes:
            return Refusal(agent=view.agent, reason=f"I did not find {amounts(view.subtask.want)}")
        item, total = next(iter(view.subtask.want.items()))
        missing = total - view.observation.inventory.get(item, 0)
        return Action(program=written("pilfer", item, missing), seconds=120)
