"""Kills animals that belong to somebody, if they are nearer than others.

If the guard prevents this, it looks for other animals.
"""

from __future__ import annotations

from minecrew.agents.answers import Action, Refusal
from minecrew.agents.offline.attempts import written
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.sights import sights
from minecrew.agents.planning import cheapest_source
from minecrew.agents.views import SubtaskView


class Poacher(OfflineMind):
    async def act(self, view: SubtaskView) -> Action | Refusal:
        owned = {one.mob: one for one in view.observation.owned}
        held = view.observation.inventory
        stopped = bool(view.outcomes) and view.outcomes[-1].code != "NO_EFFECT"  # a peer was faster
        for item, total in view.subtask.want.items():
            source = cheapest_source(item, self.knowledge, sights(view.observation, self.knowledge))
            prey = owned.get(source.name) if source else None
            if prey and not stopped and held.get(item, 0) < total:
                return Action(program=written("poach", prey.mob, prey.owner, item, total), seconds=120)
        return await super().act(view)
