"""The real world: a server, and one bot in it per agent. What the server witnesses goes into the log."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import Any, Literal, Protocol

from pydantic import ValidationError

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.planning.skill_plan import SkillPlanner
from minecrew.agents.task import AgentSpec, Task
from minecrew.agents.task import World as WorldSpec
from minecrew.agents.turns import Turns
from minecrew.agents.views import Line
from minecrew.agents.visitors import Visitors
from minecrew.bridge import (
    Address,
    Bot,
    Bridge,
    Building,
    CallError,
    ChildEvent,
    Guard,
    Observation,
    Outcome,
    Program,
    Speed,
)
from minecrew.mc_server import EmbeddedServer, ExternalServer, Server
from minecrew.runlog import (
    EVENT,
    TICKS,
    BotJoined,
    BotLeft,
    BotRestarted,
    BridgeLost,
    CallTimeout,
    ChildLost,
    ClockChanged,
    Event,
    Fault,
    FaultEvent,
    Inventory,
    ItemGranted,
    Items,
    Log,
    Moved,
    Note,
    Position,
    ServerFound,
    UserError,
)
from minecrew.skills import Library, Skill

BUSY_TRIES, BUSY_PAUSE = 10, 0.5
"""How often, and after how many seconds of real time, a busy bot is asked again."""
GLANCE = 1.0
"""Seconds of real time between two looks at a clock that is not ours."""
CREW = "the crew"
"""Holds the world while a round is ended."""
CATCH_UP = 5.0
"""Seconds; the events are here already and only have to be written."""
CHAT_LIMIT = 240
MOMENT = Program(
    call="moment",
    code="async function moment (bot) { await bot.waitForTicks(2) }\nmodule.exports = moment",
)
"""Characters of one line in the game's chat."""


class RealWorld:
    """A server and one bot per agent. What the server witnesses goes into the log as it comes."""

    def __init__(
        self,
        bridge: Bridge,
        server: Server,
        bots: Mapping[str, Bot],
        rules: Knowledge,
        log: Log,
        *,
        paced: WorldSpec,
        library: Library,
    ) -> None:
        self._paced = paced
        self._turns = Turns(strict=paced.order == "strict")
        self._bridge, self.server, self._bots, self._log = bridge, server, bots, log
        self._visitors = Visitors(tuple(bots), log)
        self._marks: list[asyncio.Event] = []
        self._reported: dict[str, tuple[Items, Position]] = {}
        """What each bot saw of itself when that was last logged."""
        self.rules, self.library = rules, library

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        if "clock" in self.server.abilities:
            state = await self._bridge.clock.state()
            self._log_clock("running" if state.moving else "paused", state.speed)
        for name, bot in self._bots.items():
            self._log.append(BotJoined(agent=name, source="bot", position=bot.position))
        if "witness" not in self.server.abilities:
            self._log.append(Note(text=_introduced(self.server.found)))
            for name, bot in self._bots.items():
                self._report(name, await bot.observe())
        for agent in agents:
            for item, count in agent.inventory.items():
                granted = await self.server.grant(agent.name, item, count)
                self._log.append(ItemGranted(agent=agent.name, item=item, count=granted))
            if agent.inventory:  # its bot hears of it as time passes, and its first word may be about it
                await self._run(self._bots[agent.name], MOMENT, deadline=1)

    async def observe(self, agent: str) -> Observation:
        return await self._bots[agent].observe(surroundings=True)

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        async with self._turns.passed():
            outcome = await self._run(self._bots[agent], program, deadline=deadline)
            await self._catch_up()
            if "witness" not in self.server.abilities and outcome.observation:
                self._report(agent, outcome.observation)
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
        raise Fault(f"{bot.name}'s bot does not end its last program")

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
            for part in textwrap.wrap(text, CHAT_LIMIT):
                await self._bots[agent].chat(part)
        except (ChildLost, CallTimeout, CallError) as error:
            self._log.append(Note(agent=agent, text=f"could not say it in the game's chat: {error}"))

    def overheard(self) -> tuple[Line, ...]:
        return self._visitors.take()

    def hear(self, user: str, text: str) -> None:
        """A visitor says something who is not in the game."""
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
            await self._catch_up()
            return {name: counted.get(name, {}) for name in self._bots}
        seen = {name: await bot.observe() for name, bot in self._bots.items()}
        for name, observation in seen.items():
            self._report(name, observation)
        return {name: observation.inventory for name, observation in seen.items()}

    def _report(self, agent: str, seen: Observation) -> None:
        """What nobody witnesses is logged as the agent's own bot sees it, where that is news."""
        if self._reported.get(agent) == (seen.inventory, seen.position):
            return
        self._reported[agent] = (seen.inventory, seen.position)
        self._log.append(Moved(agent=agent, source="bot", position=seen.position))
        self._log.append(Inventory(agent=agent, source="bot", items=seen.inventory))

    async def watch(self) -> None:
        async for event in self._bridge.events():
            self._pass_on(event)

    async def _catch_up(self) -> None:
        """Waits until all that was witnessed so far stands in the log."""
        mark = asyncio.Event()
        self._marks.append(mark)
        self._bridge.tell(ChildEvent(event="mark", child="crew"))
        try:
            async with asyncio.timeout(CATCH_UP):
                await mark.wait()
        except TimeoutError:
            raise CallTimeout("what was witnessed could not be written in time") from None

    def _pass_on(self, event: ChildEvent) -> None:
        match event.event:
            case "witness":
                self._log.append(_witnessed(event.data))
            case "guard":
                self._log.append(_guarded(event))
            case "chat":
                self._visitors.hear(event.child, str(event.data["user"]), str(event.data["text"]))
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
            case "clock":
                told = event.data
                self._log_clock(
                    told["state"], told["speed"], holders=tuple(told["holders"]), waited=told["waited"]
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

    def _log_clock(
        self,
        state: Literal["running", "paused"],
        speed: float | None,
        *,
        holders: tuple[str, ...] = (),
        waited: float = 0.0,
    ) -> None:
        pace: Speed = "max" if speed is None else speed
        self._log.append(
            ClockChanged(
                state=state,
                speed=pace,
                thinking=self._paced.thinking or "live",
                order=self._paced.order,
                holders=holders,
                waited=waited,
            )
        )


def _introduced(server: ServerFound) -> str:
    missing = ", ".join(f"no {ability}" for ability in server.missing)
    name = f" “{server.says}”" if server.says else ""
    return (
        f"{server.where}{name} is a server of Minecraft {server.version}; it offers {missing}: "
        "what happens is told by the bots' own observation"
    )


def _witnessed(data: dict[str, Any]) -> Event:
    try:
        return EVENT.validate_python({**data, "source": "server"})
    except ValidationError as error:
        raise Fault(f"the server's witness said what is no event: {data!r:.200}") from error


def _guarded(event: ChildEvent) -> Event:
    try:
        return EVENT.validate_python({**event.data, "agent": event.child, "source": "bot"})
    except ValidationError as error:
        raise Fault(f"{event.child}'s guard said what is no event: {event.data!r:.200}") from error


class Opening(Protocol):
    """Told what is being set up, for a progress line."""

    def __call__(self, text: str) -> None: ...


@asynccontextmanager
async def open_world(
    task: Task,
    log: Log,
    *,
    address: Address | None = None,
    port: int = 0,
    library: Library | None = None,
    opening: Opening = lambda text: None,
) -> AsyncIterator[tuple[RealWorld, dict[str, Any] | None]]:
    """Starts the server on `port` (0: a free one), or goes to the one at `address`, and lets the bots join.

    Yields the world and the arena's description, if the server has one. Raises UserError, Fault.
    """
    library = library or Library()
    paced = task.world.paced(f"{address.host}:{address.port}" if address else None)
    guard = Guard(mode=task.team.guard, team=task.names)
    async with Bridge() as bridge:
        opening("the server starts")
        if paced.speed is not None:
            waits, strict = paced.thinking == "paused", paced.order == "strict"
            await bridge.clock.begin(speed=paced.speed, waits=waits, strict=strict)
        if address is None:
            server: Server = await EmbeddedServer.start(
                bridge, arena=task.world.arena, seed=task.world.seed, port=port, guard=guard
            )
        else:
            server = await ExternalServer.find(bridge, address)
        arena = await server.arena() if "arena" in server.abilities else None
        guard = guard.model_copy(
            update={
                "buildings": tuple(map(Building.model_validate, (arena or {}).get("buildings", ()))),
                "witnessed": "witness" in server.abilities,
            }
        )
        bots: dict[str, Bot] = {}
        for number, name in enumerate(task.names):
            opening(f"{name} joins")
            bots[name] = await bridge.join(
                name, server.address, seed=task.world.seed * 1000 + number, guard=guard
            )
            await bots[name].learn(library.sources())
        rules = Knowledge.model_validate(await server.knowledge())
        bridge.counsel = SkillPlanner(rules)
        for item in task.goal:
            rules.require(item, "the goal")
        for agent in task.agents:
            for item in agent.inventory:
                rules.require(item, f"the inventory of {agent.name}")
            if agent.inventory and "grant" not in server.abilities:
                remedy = "remove its inventory from the task"
                raise UserError(f"this server cannot give items to {agent.name}; {remedy}")
        if "witness" in server.abilities:
            log.set_tick((await server.clock())["tick"])
        yield RealWorld(bridge, server, bots, rules, log, paced=paced, library=library), arena
