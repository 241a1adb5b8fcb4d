"""The mind of an agent in a seat. It passes all questions on to the external agent and makes no plans
itself.
"""

from __future__ import annotations

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
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.llm.caller import Caller
from minecrew.agents.llm.mind import LLMMind
from minecrew.agents.llm.seat import Seat
from minecrew.agents.llm.shapes import attempt
from minecrew.agents.views import (
    AssignmentView,
    DeclarationView,
    DiscussionView,
    IdleView,
    ReflectionView,
    SubtaskView,
)
from minecrew.skills import Library


class SeatMind(LLMMind):
    """Asks through a `caller` whose model is a `Seat`, or the recording of a seat."""

    form = False  # tools have forms of their own

    def __init__(self, caller: Caller, knowledge: Knowledge, library: Library) -> None:
        super().__init__(caller, knowledge, library)
        self._seat = caller.model if isinstance(caller.model, Seat) else None
        if self._seat:
            self._seat.library = library

    async def speak(self, view: DiscussionView) -> Utterance:
        if self._seat:
            self._seat.show("speak", view)
        return await super().speak(view)

    async def declare(self, view: DeclarationView) -> Declaration:
        if self._seat:
            self._seat.show("declare", view)
        return await super().declare(view)

    async def reflect(self, view: ReflectionView) -> Reflection:
        if self._seat:
            self._seat.show("reflect", view)
        return await super().reflect(view)

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        """Returns the whole part as one sub-task, which the external agent divides during the work."""
        return [Subtask(text=view.assignment)]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        if self._seat:
            self._seat.show("act", view)
        return await super().act(view)

    async def verify(self, view: SubtaskView) -> Verdict:
        if self._seat:
            written = {program.call for program in view.programs if program.code}
            self._seat.show("verify", view, following=attempt(self.library, written))
        return await super().verify(view)

    async def idle(self, view: IdleView) -> IdleAnswer:
        """The external agent always rests after its part, because its tools cannot answer this question."""
        return IdleAnswer()
