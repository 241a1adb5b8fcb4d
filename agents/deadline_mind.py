"""A mind with a deadline. If it does not answer in time, the agent loses its turn or refuses.

A mind may be a person or a remote model, so the crew must not wait for it forever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

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
from minecrew.agents.mind import Mind, ask_declaration, ask_idle, ask_reflection
from minecrew.agents.views import (
    AssignmentView,
    DeclarationView,
    DiscussionView,
    IdleView,
    ReflectionView,
    SubtaskView,
)

T = TypeVar("T")
SILENCE = Utterance(text="...")
"""The note that is logged for an agent that lost its turn."""


class DeadlineMind:
    """Gives the wrapped mind `seconds` of real time for each answer, and then calls `arrived`."""

    def __init__(self, mind: Mind, seconds: float, *, arrived: Callable[[], Awaitable[None]]) -> None:
        self._mind, self._seconds, self._arrived = mind, seconds, arrived

    async def speak(self, view: DiscussionView) -> Utterance:
        return await self._in_time(self._mind.speak(view)) or SILENCE

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return await self._in_time(self._mind.decompose(view)) or self._late(view.agent)

    async def act(self, view: SubtaskView) -> Action | Refusal:
        return await self._in_time(self._mind.act(view)) or self._late(view.agent)

    async def idle(self, view: IdleView) -> IdleAnswer:
        return await self._in_time(ask_idle(self._mind, view)) or IdleAnswer()

    async def declare(self, view: DeclarationView) -> Declaration:
        return await self._in_time(ask_declaration(self._mind, view)) or Declaration()

    async def reflect(self, view: ReflectionView) -> Reflection:
        return await self._in_time(ask_reflection(self._mind, view)) or Reflection()

    async def verify(self, view: SubtaskView) -> Verdict:
        late = Verdict(done=False, why="no mind judged whether the sub-task is done")
        return await self._in_time(self._mind.verify(view)) or late

    async def _in_time(self, answer: Awaitable[T]) -> T | None:
        return await in_time(answer, self._seconds, arrived=self._arrived)

    def _late(self, agent: str) -> Refusal:
        return Refusal(agent=agent, reason=f"no answer within {self._seconds:g} s")


async def in_time(
    answer: Awaitable[T], seconds: float, *, arrived: Callable[[], Awaitable[None]]
) -> T | None:
    """Returns the answer if it comes within `seconds` of real time. Then calls `arrived`, even if the
    answer was late.
    """
    try:
        async with asyncio.timeout(seconds):
            given = await answer
    except TimeoutError:
        given = None
    await arrived()
    return given
