"""The world of a run: it observes, runs programs, counts and speaks.

`RealWorld` is a server and its bots; `RecordedWorld` answers as one did that `RecordingWorld` listened to;
`FakeWorld` is for unit tests.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.task import AgentSpec
from minecrew.agents.views import TalkLine
from minecrew.bridge import Observation, Outcome, Program
from minecrew.runlog import Items
from minecrew.skills import Library, Skill


class World(Protocol):
    """Where agents act. Failure of a program is a value; an exception means that the world itself broke."""

    knowledge: Knowledge
    library: Library
    """The skills that programs can call."""

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        """Logs the agents, and gives them the task's items."""
        ...

    async def observe(self, agent: str) -> Observation:
        """What the agent sees and holds, surroundings included."""
        ...

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        """Runs a program in the agent's bot; `deadline` in game seconds."""
        ...

    async def keep(self, source: str, name: str) -> Skill | None:
        """From now on every agent can call the program as a skill; None if the name is taken."""
        ...

    async def tick(self) -> int | None:
        """Game time now, in the server's ticks; None if it tells none."""
        ...

    def alarm(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> AbstractAsyncContextManager[None]:
        """Calls `ring` after so many game seconds, unless it is left before. The world pauses until `ring` is
        over, if it can. These are real seconds if the server has no clock."""
        ...

    async def stop(self, agent: str) -> None:
        """Ends the agent's running program, which then comes back as STOPPED."""
        ...

    async def say(self, agent: str, text: str) -> None:
        """Says it in the game's chat; nothing is lost if it cannot be said."""
        ...

    def overheard(self) -> tuple[TalkLine, ...]:
        """What visitors have said in the game's chat since the last time."""
        ...

    def thinking(self, agent: str) -> AbstractAsyncContextManager[None]:
        """While inside, the world pauses, except for programs that run for the agent meanwhile.

        If it cannot pause, or was told not to, it goes on. In strict order one agent is inside at a time.
        """
        ...

    async def inventories(self) -> dict[str, Items]:
        """The items of each agent, by the server's count if it can count."""
        ...

    async def recount(self) -> None:
        """If the server does not count, it is asked to send every bot its inventory again."""
        ...

    async def watch(self) -> None:
        """Passes on what happens until it is cancelled; raises Fault when the world is lost."""
        ...
