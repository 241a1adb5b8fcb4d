"""Bots with the whole library in one embedded world per module. A bot joins when it is first asked for.

Game time passes while a program runs, as fast as the machine allows, and stands still in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest_asyncio

from minecrew.agents import Knowledge, SkillPlanner
from minecrew.bridge import Bot, Bridge, Observation, Outcome, Program
from minecrew.mc_server import EmbeddedServer
from minecrew.skills import Library

AWAIT_ITEM = """async function awaitItem (bot, name, count) {
  while (bot.inventory.count(mcData.itemsByName[name].id) !== count) await bot.waitForTicks(1)
}"""
AWAIT_BLOCKS = """async function awaitBlocks (bot, blocks) {
  const differs = ([place, name]) => bot.blockAt(new Vec3(...place))?.name !== name
  while (blocks.some(differs)) await bot.waitForTicks(1)
}"""
Place = tuple[int, int, int]


@dataclass
class Crew:
    bridge: Bridge
    server: EmbeddedServer
    bots: dict[str, Bot] = field(default_factory=dict)
    """Those that have joined."""

    async def join(self, *names: str) -> None:
        """All at once, as far as they are not there yet."""
        async with asyncio.TaskGroup() as group:
            for name in names:
                if name not in self.bots:
                    group.create_task(self._join(name))

    async def _join(self, name: str) -> None:
        bot = await self.bridge.join(name, self.server.address, seed=1)
        await bot.learn(Library().sources())
        self.bots[name] = bot

    async def run(
        self, agent: str, skill: str, *args: Any, deadline: float = 60.0, code: str | None = None
    ) -> Outcome:
        await self.join(agent)
        return await self.bots[agent].run(Program(call=skill, args=args, code=code), deadline=deadline)

    async def does(
        self, agent: str, skill: str, *args: Any, deadline: float = 60.0, code: str | None = None
    ) -> Outcome:
        """Runs it and insists on success."""
        outcome = await self.run(agent, skill, *args, deadline=deadline, code=code)
        assert outcome.ok, f"{agent} {skill}{args}: {outcome.code} {outcome.message} at {outcome.at}"
        return outcome

    async def fails(
        self, code: str, words: str, agent: str, skill: str, *args: Any, deadline: float = 60.0
    ) -> Outcome:
        """Runs it and insists on this failure, and that its message contains these words."""
        outcome = await self.run(agent, skill, *args, deadline=deadline)
        assert (outcome.ok, outcome.code) == (False, code), f"{outcome.code} {outcome.message}"
        assert words in outcome.message
        return outcome

    async def together(self, *programs: Coroutine[Any, Any, Outcome]) -> list[Outcome]:
        """All begin in the same tick, however busy the machine is. Their bots have joined before."""
        with self.bridge.clock.held("the test"):
            running = [asyncio.ensure_future(program) for program in programs]
            await asyncio.sleep(0)  # each is asked for before the world goes on
        return list(await asyncio.gather(*running))

    @asynccontextmanager
    async def taught(self, agent: str, **skills: str) -> AsyncIterator[None]:
        """Other bodies for skills or steps of these names meanwhile; they are handed `bot` and `args`."""
        await self.join(agent)
        sources = Library().sources()
        bodies = {name: f"async function {name} (bot, ...args) {{ {body} }}" for name, body in skills.items()}
        await self.bots[agent].learn(sources | bodies)
        try:
            yield
        finally:
            await self.bots[agent].learn(sources)

    async def held(self, agent: str) -> dict[str, int]:
        """By the server's own count."""
        await self.join(agent)
        return (await self.server.inventories())[agent]

    async def sees(self, agent: str) -> Observation:
        await self.join(agent)
        return await self.bots[agent].observe(surroundings=True)

    async def grant(self, agent: str, item: str, count: int) -> None:
        """Returns when the bot has noticed."""
        await self.join(agent)
        assert await self.server.grant(agent, item, count) == count
        due = (await self.held(agent))[item]
        await self.does(agent, "awaitItem", item, due, code=AWAIT_ITEM)

    async def set_block(self, x: int, y: int, z: int, block: str) -> None:
        """Returns when every bot has noticed. block: its name, and its data behind a blank."""
        await self.set_blocks({(x, y, z): block})

    async def set_blocks(self, blocks: Mapping[Place, str]) -> None:
        """Several at once, in this order."""
        for (x, y, z), block in blocks.items():
            await self.server.command(f"/setblock {x} {y} {z} {block}")
        due = [[place, block.split()[0]] for place, block in blocks.items()]
        async with asyncio.TaskGroup() as group:
            for agent in self.bots:
                group.create_task(self.does(agent, "awaitBlocks", due, code=AWAIT_BLOCKS))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def crew() -> AsyncIterator[Crew]:
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        server = await EmbeddedServer.start(bridge, seed=42)
        bridge.counsel = SkillPlanner(Knowledge.model_validate(await server.knowledge()))
        yield Crew(bridge, server)
