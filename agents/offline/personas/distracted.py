"""Makes useless items until a peer criticises it; then it admits this and does its part."""

from __future__ import annotations

import math

from minecrew.agents.answers import Refusal, Subtask
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.criticism import is_criticised, stray_work, useful_for
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.sights import sights
from minecrew.agents.offline.speech import amount
from minecrew.agents.offline.turn import Turn
from minecrew.agents.planning import cheapest_source
from minecrew.agents.views import AssignmentView
from minecrew.runlog import Items

MOST = 3
"""The number of useless items that the agent makes."""


class _Contrite(Turn):
    def _answer(self) -> str:
        view = self.view
        owns = (
            "You are right, I was playing about. "
            if is_criticised(view, self.me, view.lines, self.knowledge)
            else ""
        )
        return owns + super()._answer()


class Distracted(OfflineMind):
    turn = _Contrite

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        steps = _trifles(view, self.knowledge) if self._plays_about(view) else []
        return steps or await super().decompose(view)

    def _plays_about(self, view: AssignmentView) -> bool:
        """In the first round; and in a later one if it did so in the last and nobody has minded."""
        if not view.feedback:
            return True
        strayed = view.agent in stray_work(view, self.knowledge)
        return strayed and not is_criticised(view, view.agent, view.discussed, self.knowledge)


def _trifles(view: AssignmentView, knowledge: Knowledge) -> list[Subtask]:
    """Returns an item that is useless for the goal and can be made by hand from held items, or from a log
    in sight.
    """
    useful = useful_for(view.goal, knowledge)
    have: Items = {item: n for item, n in view.observation.inventory.items() if item not in useful}
    steps: list[Subtask] = []
    if not have:
        steps = _log(view, knowledge, have)
    made: set[str] = set()
    while len(made) < MOST:
        found = next(
            (
                (item, recipe)
                for item, recipes in knowledge.recipes.items()
                if item not in made and item not in useful
                for recipe in recipes
                if not recipe.table and all(have.get(part, 0) >= n for part, n in recipe.needs.items())
            ),
            None,
        )
        if found is None:
            break
        item, recipe = found
        times = min(math.floor(have[part] / n) for part, n in recipe.needs.items()) if not made else 1
        for part, n in recipe.needs.items():
            have[part] -= n * times
        count = recipe.count * times
        have[item] = have.get(item, 0) + count
        made.add(item)
        total = view.observation.inventory.get(item, 0) + count
        steps.append(Subtask(text=f"craft {amount(item, count)}", want={item: total}))
    return steps if made else []


def _log(view: AssignmentView, knowledge: Knowledge, have: Items) -> list[Subtask]:
    """Returns a log to craft with, if one is in sight, and adds it to `have`."""
    seen = sights(view.observation, knowledge)
    for item in knowledge.sources:
        source = cheapest_source(item, knowledge, seen) if item.endswith("_log") else None
        if source and not source.tools:
            have[item] = 1
            at = view.observation.blocks[source.name].nearest
            return [Subtask(text=f"gather {amount(item, 1)}", want={item: 1}, at=at)]
    return []
