"""Three bots with the whole library in one embedded world, one world per module.

Game time passes while a program runs, as fast as the machine allows, and stands still in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest_asyncio

from minecrew.agents import Knowledge, SkillPlanner
from minecrew.bridge import Bot, Bridge, Observation, Outcome, Program
from minecrew.mc_server import EmbeddedServer
from minecrew.skills import Library

NAMES = ("Alice", "Bob", "Carol")
AWAIT_ITEM = """async function awaitItem (bot, name, count) {
  while (bot.inventory.count(mcData.itemsByName[name].id) !== count) await bot.waitForTicks(1)
}"""
AWAIT_BLOCK = """async function awaitBlock (bot, x, y, z, name) {
  while (bot.blockAt(new Vec3(x, y, z))?.name !== name) await bot.waitForTicks(1)
}"""


@dataclass
class Crew:
    server: EmbeddedServer
    bots: dict[str, Bot]

    async def run(
        self, agent: str, skill: str, *args: Any, deadline: float = 60.0, code: str | None = None
    ) -> Outcome:
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

    @asynccontextmanager
    async def taught(self, agent: str, **skills: str) -> AsyncIterator[None]:
        """Other bodies for skills or steps of these names meanwhile; they are handed `bot` and `args`."""
        sources = Library().sources()
        bodies = {name: f"async function {name} (bot, ...args) {{ {body} }}" for name, body in skills.items()}
        await self.bots[agent].learn(sources | bodies)
        try:
            yield
        finally:
            await self.bots[agent].learn(sources)

    async def held(self, agent: str) -> dict[str, int]:
        """By the server's own count."""
        return (await self.server.inventories())[agent]

    async def sees(self, agent: str) -> Observation:
        return await self.bots[agent].observe(surroundings=True)

    async def grant(self, agent: str, item: str, count: int) -> None:
        """Returns when the bot has noticed."""
        assert await self.server.grant(agent, item, count) == count
        due = (await self.held(agent))[item]
        await self.does(agent, "awaitItem", item, due, code=AWAIT_ITEM)

    async def set_block(self, x: int, y: int, z: int, block: str) -> None:
        """Returns when every bot has noticed. block: its name, and its data behind a blank."""
        await self.server.command(f"/setblock {x} {y} {z} {block}")
        name = block.split()[0]
        async with asyncio.TaskGroup() as group:
            for agent in self.bots:
                group.create_task(self.does(agent, "awaitBlock", x, y, z, name, code=AWAIT_BLOCK))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def crew() -> AsyncIterator[Crew]:
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        server = await EmbeddedServer.start(bridge, seed=42)
        bridge.counsel = SkillPlanner(Knowledge.model_validate(await server.knowledge()))
        async with asyncio.TaskGroup() as group:
            joins = {name: group.create_task(bridge.join(name, server.address, seed=1)) for name in NAMES}
        bots = {name: join.result() for name, join in joins.items()}
        for bot in bots.values():
            await bot.learn(Library().sources())
        yield Crew(server=server, bots=bots)
