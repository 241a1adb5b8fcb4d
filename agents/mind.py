"""The protocols of minds and auxiliary agents. A mind depends only on its view and has no access to the
world.

`check_mind` (agents/conformance.py) tests whether a mind follows the rules.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from minecrew.agents.answers import (
    Action,
    AgreedLimit,
    CriticChoice,
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
    CriticView,
    DeclarationView,
    Discussion,
    DiscussionView,
    IdleView,
    ReflectionView,
    SubtaskView,
)


class Mind(Protocol):
    """Makes the decisions of one agent."""

    async def speak(self, view: DiscussionView) -> Utterance:
        """Returns the agent's words on its turn (paper, section 2.2)."""
        ...

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        """Divides the assignment into ordered sub-tasks (paper, appendix D)."""
        ...

    async def act(self, view: SubtaskView) -> Action | Refusal:
        """Returns the next attempt at a sub-task: a call of a skill, or new code."""
        ...

    async def verify(self, view: SubtaskView) -> Verdict:
        """Judges whether a sub-task is done; called only if facts cannot decide this."""
        ...


@runtime_checkable
class IdleMind(Protocol):
    """A mind that also decides what an agent does when it has finished its part and others are working."""

    async def idle(self, view: IdleView) -> IdleAnswer: ...


async def ask_idle(mind: Mind, view: IdleView) -> IdleAnswer:
    """Returns the mind's answer; an agent whose mind has no `idle` rests."""
    return await mind.idle(view) if isinstance(mind, IdleMind) else IdleAnswer()


@runtime_checkable
class DeclaringMind(Protocol):
    """A mind that can be asked how much it wants of the resource that the crew shares."""

    async def declare(self, view: DeclarationView) -> Declaration: ...


async def ask_declaration(mind: Mind, view: DeclarationView) -> Declaration:
    """Returns the mind's answer; a mind without this ability wants nothing."""
    return await mind.declare(view) if isinstance(mind, DeclaringMind) else Declaration()


@runtime_checkable
class ReflectingMind(Protocol):
    """A mind that can be asked what it learnt from a round."""

    async def reflect(self, view: ReflectionView) -> Reflection: ...


async def ask_reflection(mind: Mind, view: ReflectionView) -> Reflection:
    """Returns the mind's answer; a mind without this ability notes nothing."""
    return await mind.reflect(view) if isinstance(mind, ReflectingMind) else Reflection()


@runtime_checkable
class LimitReader(Protocol):
    """A secretary that can be asked which limit the members agreed on (GovSim's framework agent)."""

    async def agreed_limit(self, record: Discussion, resource: str) -> AgreedLimit: ...


class Critic(Protocol):
    """Chooses what a speaker says, among its proposals (CAMEL's critic agent)."""

    async def choose(self, view: CriticView) -> CriticChoice: ...


class Secretary(Protocol):
    """The paper's auxiliary agent, which reads the whole discussion and writes one line per agent."""

    async def assign(self, record: Discussion) -> Plan: ...


class Recruiter(Protocol):
    """The paper's M_r (section 2.1), which names and describes an expert for every member before each
    round.
    """

    async def recruit(self, view: CrewView) -> Recruits: ...


class Specifier(Protocol):
    """CAMEL's task specifier (section 3.1), which makes the goal specific before the role-playing."""

    async def specify(self, view: CrewView) -> Specification: ...
