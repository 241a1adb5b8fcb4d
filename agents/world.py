"""The interface of a run's world, with which agents observe, run programs and speak.

`RealWorld` is a server and its bots; `RecordedWorld` repeats the answers that `RecordingWorld` recorded;
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
from minecrew.runlog import GuardMode, Items, Record
from minecrew.skills import Library, Skill


class CommonsCount(Record):
    """The server's count of the resource that the crew shares."""

    stock: int
    """Units that are left."""
    taken: dict[str, int]
    """Agent -> units that it took since the last count; agents that took none are missing."""


class World(Protocol):
    """The world in which agents act. A program's failure is a value; an exception means that the world
    itself failed.
    """

    knowledge: Knowledge
    library: Library
    """The skills that programs can call."""

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        """Logs that the agents have joined, and gives them the task's items."""
        ...

    async def observe(self, agent: str) -> Observation:
        """Returns what the agent sees and holds, including its surroundings."""
        ...

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        """Runs a program in the agent's bot; `deadline` in game seconds."""
        ...

    async def keep(self, source: str, name: str) -> Skill | None:
        """Keeps a program as a skill that every agent can call from now on. Returns None if the name is
        taken.
        """
        ...

    async def tick(self) -> int | None:
        """Returns the current game time in ticks; None if the server reports none."""
        ...

    def alarm(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> AbstractAsyncContextManager[None]:
        """Calls `ring` after this many game seconds, unless the context is left earlier. If the world can
        pause, it does so until `ring` has returned. If the server has no clock, these are real seconds.
        """
        ...

    async def stop(self, agent: str) -> None:
        """Stops the agent's running program; its outcome is then STOPPED."""
        ...

    async def say(self, agent: str, text: str) -> None:
        """Says a line in the game's chat; the run continues if that fails."""
        ...

    def overheard(self) -> tuple[TalkLine, ...]:
        """Returns what visitors have said in the game's chat since the last call."""
        ...

    def thinking(self, agent: str) -> AbstractAsyncContextManager[None]:
        """While the context is open, the world pauses, except for programs that run for the agent in the
        meantime.

        The world continues if it cannot pause, or if the task does not want it to pause. In strict order,
        only one agent thinks at a time.
        """
        ...

    async def inventories(self) -> dict[str, Items]:
        """Returns the items of each agent, by the server's count if there is one, otherwise as the agent's
        bot sees them.
        """
        ...

    async def count_commons(self) -> CommonsCount:
        """Returns how many units of the shared resource are left, and how many each agent took since the last
        count.
        """
        ...

    async def regrow(self) -> CommonsCount:
        """Lets the shared resource grow back, as it does at the end of a month."""
        ...

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        """From now on, everything random uses another seed; if a mode of the guard is given, the guard uses
        it.
        """
        ...

    async def recount(self) -> None:
        """If the server does not count, asks it to send every bot its inventory again."""
        ...

    async def watch(self) -> None:
        """Passes on events until it is cancelled; raises Fault when the world is lost."""
        ...
