"""Minds that say given lines, for tests and for a person who speaks for an agent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

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

Voice = Callable[[DiscussionView], Awaitable[str | None]]
"""Returns an agent's line, or None to leave the turn to the wrapped mind."""


class VoicedMind:
    """Speaks with `voice`; thinks and acts like the wrapped mind."""

    def __init__(self, mind: Mind, voice: Voice) -> None:
        self._mind, self._voice = mind, voice

    async def speak(self, view: DiscussionView) -> Utterance:
        text = await self._voice(view)
        return Utterance(text=text) if text is not None else await self._mind.speak(view)

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return await self._mind.decompose(view)

    async def act(self, view: SubtaskView) -> Action | Refusal:
        return await self._mind.act(view)

    async def idle(self, view: IdleView) -> IdleAnswer:
        return await ask_idle(self._mind, view)

    async def declare(self, view: DeclarationView) -> Declaration:
        return await ask_declaration(self._mind, view)

    async def reflect(self, view: ReflectionView) -> Reflection:
        return await ask_reflection(self._mind, view)

    async def verify(self, view: SubtaskView) -> Verdict:
        return await self._mind.verify(view)


def scripted(lines: Mapping[int, str]) -> Voice:
    """Returns a voice that says the given lines. `lines` maps the number of an agent's turn in a round, from
    1, to its line; on all other turns, the mind speaks for itself.
    """

    async def voice(view: DiscussionView) -> str | None:
        return lines.get(1 + sum(line.speaker == view.agent for line in view.lines))

    return voice
