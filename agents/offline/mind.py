"""The default mind, which needs no model and no key. It always answers the same view in the same way."""

from __future__ import annotations

from typing import cast

from minecrew.agents.answers import (
    Action,
    Declaration,
    IdleAnswer,
    Reflection,
    Refusal,
    Subtask,
    Utterance,
    Verdict,
)
from minecrew.agents.deadline_mind import SILENCE
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.attempts import next_attempt
from minecrew.agents.offline.free_hands import spare_gift
from minecrew.agents.offline.sights import sights
from minecrew.agents.offline.steps import break_down
from minecrew.agents.offline.turn import Turn
from minecrew.agents.offline.villager import Appetite, harvest, note, speech, sustainable, take
from minecrew.agents.structures import find_structure
from minecrew.agents.views import (
    AssignmentView,
    DeclarationView,
    DiscussionView,
    IdleView,
    ReflectionView,
    SubtaskView,
)


class OfflineMind:
    """Plans from the rules of the game, its own observation, the discussion and the feedback."""

    kind = "offline"
    turn: type[Turn] = Turn
    """The mind's scripted tendency, which applies in every discussion structure."""
    appetite: Appetite = staticmethod(sustainable)
    """The amount of the shared resource that the agent takes."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    async def speak(self, view: DiscussionView) -> Utterance:
        if view.commons:
            return Utterance(text=speech(view, view.commons, self.appetite))
        ways = find_structure(view.structure).turn
        if ways is None:  # the run was refused, unless somebody else made the view
            return SILENCE
        return Utterance(text=_bent(self.turn, ways)(view, self.knowledge).say())

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        if view.commons:
            return harvest(view, view.commons, self.appetite)
        steps = break_down(view, self.knowledge, sights(view.observation, self.knowledge))
        return steps or Refusal(
            agent=view.agent, reason=f"I do not understand what to do about {view.assignment!r}"
        )

    async def act(self, view: SubtaskView) -> Action | Refusal:
        if view.commons:
            return take(view, view.commons)
        return next_attempt(view, self.knowledge, sights(view.observation, self.knowledge))

    async def idle(self, view: IdleView) -> IdleAnswer:
        """Gives a peer items that the peer gathers, if this agent holds some and does not need them;
        otherwise it rests.
        """
        return spare_gift(view, self.knowledge) or IdleAnswer()

    async def declare(self, view: DeclarationView) -> Declaration:
        return Declaration(amount=self.appetite(view.commons, view.team, view.agent))

    async def reflect(self, view: ReflectionView) -> Reflection:
        return Reflection(text=note(view, view.commons) if view.commons else "")

    async def verify(self, view: SubtaskView) -> Verdict:
        """Called if facts cannot decide. The mind trusts the outcome of the last program."""
        last = view.outcomes[-1] if view.outcomes else None
        return Verdict(done=bool(last and last.ok), why=last.message if last else "nothing was tried")


def _bent(bent: type[Turn], ways: type[Turn]) -> type[Turn]:
    """Takes a turn by the rules of a structure, after applying the mind's own tendency."""
    if issubclass(ways, bent):
        return ways
    return bent if issubclass(bent, ways) else cast("type[Turn]", type(bent.__name__, (bent, ways), {}))
