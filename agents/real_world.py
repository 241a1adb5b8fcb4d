"""The real world: a server, and one bot in it per agent.

The server's events are logged when they arrive (`world_log.py`). The set-up is in `open_world.py`.
"""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.recount import corrected, count_anew
from minecrew.agents.task import AgentSpec, WorldSpec
from minecrew.agents.turns import Turns
from minecrew.agents.views import TalkLine
from minecrew.agents.visitors import Visitors
from minecrew.agents.world import CommonsCount
from minecrew.agents.world_log import WorldLog, introduced
from minecrew.bridge import (
    Bot,
    Bridge,
    CallError,
    Observation,
    Outcome,
    Program,
)
from minecrew.game import CHAT_LIMIT
from minecrew.mc_server import Server
from minecrew.runlog import (
    TICKS,
    BotJoined,
    CallTimeout,
    ChildLost,
    Fault,
    GuardMode,
    ItemGranted,
    Items,
    Log,
    Note,
)
from minecrew.skills import Library, Skill

BUSY_TRIES, BUSY_PAUSE = 10, 0.5
"""The number of times that a busy bot is asked again, and the pause between two attempts in real seconds."""
GLANCE = 1.0
"""Real seconds between two checks of another server's clock."""
CREW = "the crew"
"""The name under which the world is paused at the end of a round."""
LINE = CHAT_LIMIT - 16
"""Maximum length of an utterance in characters; a bot may have to put a prefix before it."""


def bot_seed(seed: int, number: int) -> int:
    """The seed of the bot with this number (counted from 0) in a world with this seed."""
    return seed * 1000 + number


class RealWorld:
    """A server with one bot per agent. The server's events are logged when they arrive."""

    def __init__(
        self,
        bridge: Bridge,
        server: Server,
        bots: Mapping[str, Bot],
        knowledge: Knowledge,
        log: Log,
        *,
        paced: WorldSpec,
        library: Library,
    ) -> None:
        self._paced = paced
        self._turns = Turns(strict=paced.order == "strict")
        self._bridge, self.server, self._bots, self._log = bridge, server, bots, log
        self._visitors = Visitors(tuple(bots), log)
        self._world_log = WorldLog(log, self._visitors, paced)
        self.knowledge, self.library = knowledge, library

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        if "clock" in self.server.abilities:
            state = await self._bridge.clock.state()
            self._world_log.clock("running" if state.moving else "paused", state.speed)
        for name, bot in self._bots.items():
            self._log.append(BotJoined(agent=name, source="bot", position=bot.position))
        if "witness" not in self.server.abilities:
            self._log.append(Note(text=introduced(self.server.found)))
            for name, bot in self._bots.items():
                self._world_log.report(name, await bot.observe())
        for agent in agents:
            for item, count in agent.inventory.items():
                granted = await self.server.grant(agent.name, item, count)
                self._log.append(ItemGranted(agent=agent.name, item=item, count=granted))
            if agent.inventory:  # its bot hears of it as time passes, and its first word may be about it
                await self._bots[agent.name].notice()

    async def observe(self, agent: str) -> Observation:
        return await self._bots[agent].observe(surroundings=True)

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        async with self._turns.passed():
            outcome = await self._run(self._bots[agent], program, deadline=deadline)
            outcome = await corrected(outcome, self._bots[agent], self.server, self._log)
            await self._bridge.caught_up()
            if "witness" not in self.server.abilities and outcome.observation:
                self._world_log.report(agent, outcome.observation)
        if (tick := await self.tick()) is not None:
            self._log.set_tick(tick)
        return outcome

    async def _run(self, bot: Bot, program: Program, *, deadline: float) -> Outcome:
        for _ in range(BUSY_TRIES):
            try:
                return await bot.run(program, deadline=deadline)
            except CallError as error:
                if error.code != "BUSY":
                    raise
                await bot.stop()  # a program that was cut off has not come to its end yet
                await asyncio.sleep(BUSY_PAUSE)
        raise Fault(f"{bot.name}'s bot did not end its last program")

    async def keep(self, source: str, name: str) -> Skill | None:
        skill = self.library.keep(source, name)
        if skill:
            for bot in self._bots.values():
                await bot.learn(self.library.sources())
        return skill

    async def tick(self) -> int | None:
        return (await self.server.clock())["tick"] if "witness" in self.server.abilities else None

    @asynccontextmanager
    async def alarm(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(self._ring(seconds, ring))
            yield
            waiting.cancel()

    async def _ring(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> None:
        if "clock" in self.server.abilities:
            async with self._bridge.clock.alarm(seconds, CREW), self._turns.taken():
                await ring()
            return
        end = await self._seconds() + seconds
        while (left := end - await self._seconds()) > 0:  # noqa: ASYNC110 (a clock that nobody rings)
            await asyncio.sleep(min(left, GLANCE))
        await ring()

    async def _seconds(self) -> float:
        tick = await self.tick()
        return asyncio.get_running_loop().time() if tick is None else tick / TICKS

    async def stop(self, agent: str) -> None:
        await self._bots[agent].stop()

    async def say(self, agent: str, text: str) -> None:
        try:
            for part in textwrap.wrap(text, LINE):
                await self._bots[agent].chat(part)
        except (ChildLost, CallTimeout, CallError) as error:
            self._log.append(Note(agent=agent, text=f"could not say the line in the game's chat: {error}"))

    def overheard(self) -> tuple[TalkLine, ...]:
        return self._visitors.take()

    def hear(self, user: str, text: str) -> None:
        """Adds a line of a visitor who is not in the game."""
        self._visitors.hear("", user, text)

    @asynccontextmanager
    async def thinking(self, agent: str) -> AsyncIterator[None]:
        paused = self._paced.thinking == "paused"
        with self._bridge.clock.held(agent) if paused else nullcontext():
            async with self._turns.taken():
                yield

    async def inventories(self) -> dict[str, Items]:
        if "inventories" in self.server.abilities:
            counted = await self.server.inventories()
            await self._bridge.caught_up()
            return {name: counted.get(name, {}) for name in self._bots}
        seen = {name: await bot.observe() for name, bot in self._bots.items()}
        for name, observation in seen.items():
            self._world_log.report(name, observation)
        return {name: observation.inventory for name, observation in seen.items()}

    async def count_commons(self) -> CommonsCount:
        count = CommonsCount.model_validate(await self.server.count_commons())
        await self._bridge.caught_up()
        return count

    async def regrow(self) -> CommonsCount:
        count = CommonsCount.model_validate(await self.server.regrow())
        await self._bridge.caught_up()
        for bot in self._bots.values():
            await bot.notice()  # otherwise the next observation is the one before the growth
        return count

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        await self.server.diverge(seed, guard=guard)
        for number, bot in enumerate(self._bots.values()):
            await bot.diverge(bot_seed(seed, number), guard=guard)

    async def recount(self) -> None:
        if "inventories" not in self.server.abilities:
            for bot in self._bots.values():
                await count_anew(bot, self._log)

    async def watch(self) -> None:
        async for event in self._bridge.events():
            self._world_log.pass_on(event)
