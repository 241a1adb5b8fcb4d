"""A mind that needs no model and no key: the default, and the same twice for the same views."""

from __future__ import annotations

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.attempts import next_attempt
from minecrew.agents.offline.role_turn import RoleTurn
from minecrew.agents.offline.sights import sights
from minecrew.agents.offline.steps import break_down
from minecrew.agents.views import (
    Action,
    AssignmentView,
    DiscussionView,
    Refusal,
    Subtask,
    SubtaskView,
    Utterance,
    Verdict,
)


class OfflineMind:
    """Plans from the rules of the game, its own observation, the talk and the feedback."""

    kind = "offline"
    turn: type[RoleTurn] = RoleTurn

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    async def speak(self, view: DiscussionView) -> Utterance:
        return Utterance(text=self.turn(view, self.knowledge).say())

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        steps = break_down(view, self.knowledge, sights(view.observation, self.knowledge))
        return steps or Refusal(
            agent=view.agent, reason=f"I do not understand what to do about {view.assignment!r}"
        )

    async def act(self, view: SubtaskView) -> Action | Refusal:
        return next_attempt(view, self.knowledge, sights(view.observation, self.knowledge))

    async def verify(self, view: SubtaskView) -> Verdict:
        """Asked where facts cannot tell: it trusts the outcome of the last program."""
        last = view.outcomes[-1] if view.outcomes else None
        return Verdict(done=bool(last and last.ok), why=last.message if last else "nothing was tried")
