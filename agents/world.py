"""What stands behind execution: observing, running programs, counting, speaking. Also the way to the real
one.

`RealWorld` is server and bots; `FakeWorld` (agents/fake_world.py) is for unit tests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from agents.knowledge import Knowledge
from agents.task import AgentSpec, Task
from bridge import Address, Bot, Bridge, ChildEvent, Observation, Outcome, Program
from mc_server import EmbeddedServer, ExternalServer, Server
from runlog import (
    EVENT,
    BotJoined,
    BotLeft,
    BotRestarted,
    BridgeLost,
    CallTimeout,
    ChildLost,
    FaultEvent,
    ItemGranted,
    Items,
    Log,
    Note,
    UserError,
)
from skills import Library

CATCH_UP = 5.0
"""Seconds; the events are here already and only have to be written."""
CHAT_LIMIT = 240
"""Characters of one line in the game's chat."""


class World(Protocol):
    """Where agents act. Failure of a program is a value; an exception means that the world itself broke."""

    rules: Knowledge

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        """Logs who is there, and grants what the task gives."""
        ...

    async def observe(self, agent: str) -> Observation:
        """What the agent sees and holds, surroundings included."""
        ...

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        """Runs a program in the agent's bot; `deadline` in game seconds."""
        ...

    async def stop(self, agent: str) -> None:
        """Ends the agent's running program, which then comes back as STOPPED."""
        ...

    async def say(self, agent: str, text: str) -> None:
        """In the game's chat; nothing is lost when it cannot be said."""
        ...

    async def inventories(self) -> dict[str, Items]:
        """What each agent holds, by the server's own count where it can count."""
        ...

    async def watch(self) -> None:
        """Passes on what happens until it is cancelled; raises Fault when the world is lost."""
        ...


class RealWorld:
    """A server and one bot per agent. What the server witnesses goes into the log as it comes."""

    def __init__(
        self,
        bridge: Bridge,
        server: Server,
        bots: Mapping[str, Bot],
        rules: Knowledge,
        log: Log,
    ) -> None:
        self._bridge, self._server, self._bots, self._log = bridge, server, bots, log
        self._marks: list[asyncio.Event] = []
        self.rules = rules

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        for name, bot in self._bots.items():
            self._log.append(BotJoined(agent=name, source="bot", position=bot.position))
        for agent in agents:
            for item, count in agent.inventory.items():
                granted = await self._server.grant(agent.name, item, count)
                self._log.append(ItemGranted(agent=agent.name, item=item, count=granted))

    async def observe(self, agent: str) -> Observation:
        return await self._bots[agent].observe(surroundings=True)

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        outcome = await self._bots[agent].run(program, deadline=deadline)
        await self._catch_up()
        return outcome

    async def stop(self, agent: str) -> None:
        await self._bots[agent].stop()

    async def say(self, agent: str, text: str) -> None:
        try:
            for start in range(0, len(text), CHAT_LIMIT):
                await self._bots[agent].chat(text[start : start + CHAT_LIMIT])
        except (ChildLost, CallTimeout):
            self._log.append(Note(agent=agent, text="could not say it in the game's chat"))

    async def inventories(self) -> dict[str, Items]:
        if "inventories" in self._server.abilities:
            counted = await self._server.inventories()
            await self._catch_up()
            return {name: counted.get(name, {}) for name in self._bots}
        return {name: (await bot.observe()).inventory for name, bot in self._bots.items()}

    async def watch(self) -> None:
        async for event in self._bridge.events():
            self._pass_on(event)

    async def _catch_up(self) -> None:
        """Waits until all that was witnessed so far stands in the log."""
        mark = asyncio.Event()
        self._marks.append(mark)
        self._bridge.tell(ChildEvent(event="mark", child="crew"))
        async with asyncio.timeout(CATCH_UP):
            await mark.wait()

    def _pass_on(self, event: ChildEvent) -> None:
        match event.event:
            case "witness":
                self._log.append(EVENT.validate_python({**event.data, "source": "server"}))
            case "log":
                self._log.append(
                    Note(agent=event.child, source="bot", text=str(event.data.get("text", ""))[:1000])
                )
            case "fault":
                self._log.append(
                    FaultEvent(where=event.child, message=str(event.data.get("message", ""))[:1000])
                )
            case "left":
                self._log.append(BotLeft(agent=event.child, source="bot", why=str(event.data.get("why", ""))))
            case "restarted":
                self._log.append(
                    BotRestarted(agent=event.child, source="bot", why=str(event.data.get("why", "")))
                )
            case "mark":
                self._marks.pop(0).set()
            case "gone":
                raise ChildLost(event.child, str(event.data.get("message", "")))
            case "lost":
                raise BridgeLost(str(event.data.get("message", "")))
            case "exit" if event.child == "server":
                why = event.data.get("why") or event.data.get("signal") or event.data.get("code")
                raise ChildLost("server", f"the server's process ended ({why})")


class Opening(Protocol):
    """Told what is being set up, for a progress line."""

    def __call__(self, text: str) -> None: ...


@asynccontextmanager
async def open_world(
    task: Task,
    log: Log,
    *,
    address: Address | None = None,
    skills: Sequence[Path] = (),
    opening: Opening = lambda text: None,
) -> AsyncIterator[tuple[RealWorld, dict[str, Any] | None]]:
    """Starts the server (or goes to the one at `address`) and lets the bots join.

    Yields the world and the arena's description, if the server has one. Raises UserError, Fault.
    """
    library = Library(skills)
    async with Bridge() as bridge:
        opening("the server starts")
        if address is None:
            server: Server = await EmbeddedServer.start(bridge, arena=task.world.arena, seed=task.world.seed)
        else:
            server = ExternalServer(address.host, address.port)
        bots: dict[str, Bot] = {}
        for number, name in enumerate(task.names):
            opening(f"{name} joins")
            bots[name] = await bridge.join(name, server.address, seed=task.world.seed * 1000 + number)
            await bots[name].learn(library.sources())
        rules = await _rules(bridge, server, bots)
        for item in task.goal:
            rules.require(item, "the goal")
        for agent in task.agents:
            for item in agent.inventory:
                rules.require(item, f"the inventory of {agent.name}")
            if agent.inventory and "grant" not in server.abilities:
                remedy = "remove its inventory from the task"
                raise UserError(f"this server cannot give items to {agent.name}; {remedy}")
        arena = await server.arena() if "arena" in server.abilities else None
        yield RealWorld(bridge, server, bots, rules, log), arena


async def _rules(bridge: Bridge, server: Server, bots: Mapping[str, Bot]) -> Knowledge:
    if "knowledge" in server.abilities:
        return Knowledge.model_validate(await server.knowledge())
    first = next(iter(bots.values()))
    return Knowledge.model_validate(await bridge.call(first.name, "knowledge", timeout=15.0))
