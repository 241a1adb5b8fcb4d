"""The protocols of minds and auxiliary agents. A mind is a function of its view and cannot reach the world.

`check_mind` (agents/conformance.py) is the test that any mind can be put through.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from minecrew.agents.answers import (
    Action,
    AgreedLimit,
    Declaration,
    IdleAnswer,
    Plan,
    Recruits,
    Reflection,
    Refusal,
    Specification,
    Subtask,
    Utterance,
    Verdict,
)
from minecrew.agents.views import (
    AssignmentView,
    CrewView,
    DeclarationView,
    Discussion,
    DiscussionView,
    IdleView,
    ReflectionView,
    SubtaskView,
)


class Mind(Protocol):
    """Decides for one agent."""

    async def speak(self, view: DiscussionView) -> Utterance:
        """What the agent says on its turn (paper, section 2.2)."""
        ...

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        """The assignment as ordered sub-tasks (paper, appendix D)."""
        ...

    async def act(self, view: SubtaskView) -> Action | Refusal:
        """The next attempt at a sub-task: a call of a skill, or new code."""
        ...

    async def verify(self, view: SubtaskView) -> Verdict:
        """Called only if facts cannot decide whether the sub-task is done."""
        ...


@runtime_checkable
class IdleMind(Protocol):
    """A mind that can be asked what an agent does when it has finished and others still work."""

    async def idle(self, view: IdleView) -> IdleAnswer: ...


async def ask_idle(mind: Mind, view: IdleView) -> IdleAnswer:
    """The mind's answer; a mind that cannot be asked rests."""
    return await mind.idle(view) if isinstance(mind, IdleMind) else IdleAnswer()


@runtime_checkable
class DeclaringMind(Protocol):
    """A mind that can be asked how much it wants of what the crew shares."""

    async def declare(self, view: DeclarationView) -> Declaration: ...


async def ask_declaration(mind: Mind, view: DeclarationView) -> Declaration:
    """The mind's answer; a mind that cannot be asked wants nothing."""
    return await mind.declare(view) if isinstance(mind, DeclaringMind) else Declaration()


@runtime_checkable
class ReflectingMind(Protocol):
    """A mind that can be asked what it learnt from a round."""

    async def reflect(self, view: ReflectionView) -> Reflection: ...


async def ask_reflection(mind: Mind, view: ReflectionView) -> Reflection:
    """The mind's answer; a mind that cannot be asked notes nothing."""
    return await mind.reflect(view) if isinstance(mind, ReflectingMind) else Reflection()


@runtime_checkable
class LimitReader(Protocol):
    """A secretary that can be asked on which limit the members agreed (GovSim's framework agent)."""

    async def agreed_limit(self, record: Discussion, resource: str) -> AgreedLimit: ...


class Secretary(Protocol):
    """The paper's auxiliary agent: reads the whole record and writes one line per agent."""

    async def assign(self, record: Discussion) -> Plan: ...


class Recruiter(Protocol):
    """The paper's M_r (section 2.1): names and describes an expert for every member before each round."""

    async def recruit(self, view: CrewView) -> Recruits: ...


class Specifier(Protocol):
    """CAMEL's task specifier (section 3.1): makes the goal specific before roles are played."""

    async def specify(self, view: CrewView) -> Specification: ...
