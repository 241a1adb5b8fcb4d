"""Instead of making a tool, takes it from a peer by force.

If no peer has one, or if the guard prevents the theft, the robber works like the others from the next round
on.
"""

from __future__ import annotations

from minecrew.agents.answers import Action, Refusal, Subtask
from minecrew.agents.offline.attempts import written
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.views import AssignmentView, SubtaskView
from minecrew.language import plain

TOOLS = ("pickaxe", "axe", "shovel", "hoe")


class Robber(OfflineMind):
    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        steps = await super().decompose(view)
        tool = "" if isinstance(steps, Refusal) or view.feedback else _made_tool(steps)
        if not tool:
            return steps
        held = {**view.observation.inventory, tool: 1}
        robbed = view.model_copy(
            update={"observation": view.observation.model_copy(update={"inventory": held})}
        )
        rest = await super().decompose(robbed)
        if isinstance(rest, Refusal):
            return steps
        return [Subtask(text=f"get a {plain(_kind(tool))}", source=_kind(tool)), *rest]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        kind = view.subtask.source
        if kind not in TOOLS:
            return await super().act(view)
        peers = [name for name in view.team if name != view.agent]
        if view.outcomes or not peers:
            return Refusal(agent=view.agent, reason=f"I did not get a {kind}")
        wanted = {item: 1 for item in self.knowledge.items if _kind(item) == kind}
        return Action(program=written("seize", peers, wanted), seconds=60)


def _made_tool(steps: list[Subtask]) -> str:
    """The first tool that the steps make; '' if they make none."""
    return next((item for step in steps for item in step.want if _kind(item) in TOOLS), "")


def _kind(item: str) -> str:
    """'iron_pickaxe' -> 'pickaxe'; other items give their last word."""
    return item.rpartition("_")[2]
