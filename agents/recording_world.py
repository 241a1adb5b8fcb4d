"""A world that records the answers of another world, with their times, so that a run can be rerun without it.

An answer is recorded when its caller continues: the order of the answers is the order in which the crew
acted on them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.task import AgentSpec
from minecrew.agents.views import TalkLine
from minecrew.agents.world import CommonsCount, World
from minecrew.bridge import Observation, Outcome, Program
from minecrew.runlog import AnswerCall, GuardMode, Items, Log, Recording, WorldAnswer
from minecrew.skills import Library, Skill

T = TypeVar("T")


class RecordingWorld:
    """Passes calls on to `world` and records its answers."""

    def __init__(self, world: World, recording: Recording, log: Log) -> None:
        self._world, self._recording, self._log = world, recording, log
        self.knowledge: Knowledge = world.knowledge
        self.library: Library = world.library

    def _note(
        self, call: AnswerCall, agent: str | None = None, gave: Any = None, *, cut: bool = False
    ) -> None:
        log = self._log
        self._recording.add(
            WorldAnswer(seq=log.count, tick=log.tick, call=call, agent=agent, gave=gave, cut=cut)
        )

    async def heard(
        self,
        call: AnswerCall,
        answer: Awaitable[T],
        agent: str | None = None,
        told: Callable[[T], Any] = lambda given: None,
    ) -> T:
        """Records the result of `answer`, as converted by `told`. This method is also used for the answers
        that people type.
        """
        try:
            given = await answer
        except asyncio.CancelledError:
            self._note(call, agent, cut=True)
            raise
        self._note(call, agent, told(given))
        return given

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        await self.heard("begin", self._world.begin(agents))

    async def observe(self, agent: str) -> Observation:
        return await self.heard(
            "observe", self._world.observe(agent), agent, lambda seen: seen.model_dump(mode="json")
        )

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        return await self.heard(
            "run",
            self._world.run(agent, program, deadline=deadline),
            agent,
            lambda outcome: outcome.model_dump(mode="json", exclude_defaults=True),
        )

    async def keep(self, source: str, name: str) -> Skill | None:
        return await self.heard("keep", self._world.keep(source, name))

    async def tick(self) -> int | None:
        return await self.heard("tick", self._world.tick(), None, lambda tick: tick)

    @asynccontextmanager
    async def alarm(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
        async def noted() -> None:
            self._note("ring")
            await ring()

        async with self._world.alarm(seconds, noted):
            yield

    async def stop(self, agent: str) -> None:
        await self.heard("stop", self._world.stop(agent), agent)

    async def say(self, agent: str, text: str) -> None:
        await self.heard("say", self._world.say(agent, text), agent)

    def overheard(self) -> tuple[TalkLine, ...]:
        return self._world.overheard()

    @asynccontextmanager
    async def thinking(self, agent: str) -> AsyncIterator[None]:
        async with self._world.thinking(agent):
            self._note("think", agent)
            yield

    async def inventories(self) -> dict[str, Items]:
        return await self.heard("inventories", self._world.inventories(), None, lambda held: held)

    async def count_commons(self) -> CommonsCount:
        return await self.heard("commons", self._world.count_commons(), None, CommonsCount.model_dump)

    async def regrow(self) -> CommonsCount:
        return await self.heard("regrow", self._world.regrow(), None, CommonsCount.model_dump)

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        await self._world.diverge(seed, guard=guard)

    async def recount(self) -> None:
        await self._world.recount()

    async def watch(self) -> None:
        await self._world.watch()
