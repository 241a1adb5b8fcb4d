"""A world for unit tests, without a server, bots or real time. It recognises programs by their names and
simulates them.

It knows the programs of the offline mind, `craftItem` and `smeltItem`. A source always yields one item of
the requested kind, so results depend on the crew and not on luck. The world does not try to resemble
Minecraft.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.task import AgentSpec
from minecrew.agents.views import TalkLine
from minecrew.agents.world import CommonsCount
from minecrew.bridge import CallError, Code, Observation, Outcome, Program, Sighting
from minecrew.runlog import GuardMode, Items
from minecrew.skills import Library, Skill

SPAWN = (8.5, 5.0, 8.5)


class FakeWorld:
    """`sources`: how many of each block or mob exist. `failures` maps an agent to the codes with which its
    next programs fail.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        team: Sequence[str],
        sources: Mapping[str, int],
        *,
        library: Library | None = None,
    ) -> None:
        self.knowledge = knowledge
        self.library = library or Library()
        self.sources = dict(sources)
        self.held: dict[str, Items] = {name: {} for name in team}
        self.placed: set[str] = set()
        self.failures: dict[str, list[Code]] = {name: [] for name in team}
        self.not_received: dict[str, list[Items]] = {name: [] for name in team}
        """Agent -> the items that come back to it from each of its next hand-overs."""
        self.ran: list[tuple[str, Program]] = []
        """The programs that agents ran, in order."""
        self.heard: list[tuple[str, str]] = []
        self.visitors: list[tuple[str, str]] = []
        """Visitors and their next lines."""
        self._stops: dict[str, asyncio.Event] = {}
        """The agents that are running a program."""
        self.time = 0.0
        """Game time in seconds. Every program takes one second."""
        self._alarms: list[tuple[float, asyncio.Event]] = []
        self.taken = Counter[str]()
        """Agent -> units of sources since the last count."""
        self.capacity = dict(self.sources)
        """How much of each source there can be, if it grows back."""
        self.diverged: tuple[int, GuardMode | None] | None = None
        """The seed and the guard's mode of a fork, once it has begun."""
        self.waiting_turns = 200
        """The number of turns of the event loop for which a program waits."""

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        for agent in agents:
            self.held[agent.name] = dict(agent.inventory)

    async def count_commons(self) -> CommonsCount:
        taken, self.taken = dict(self.taken), Counter()
        return CommonsCount(stock=sum(self.sources.values()), taken=taken)

    async def regrow(self) -> CommonsCount:
        for source, count in self.sources.items():
            self.sources[source] = min(self.capacity.get(source, 0), 2 * count)
        return CommonsCount(stock=sum(self.sources.values()), taken={})

    async def watch(self) -> None:
        await asyncio.Event().wait()

    async def say(self, agent: str, text: str) -> None:
        self.heard.append((agent, text))

    def overheard(self) -> tuple[TalkLine, ...]:
        said, self.visitors = self.visitors, []
        return tuple(TalkLine(speaker=name, text=text, visitor=True) for name, text in said)

    async def keep(self, source: str, name: str) -> Skill | None:
        return self.library.keep(source, name)

    async def tick(self) -> int | None:
        return None

    @asynccontextmanager
    async def alarm(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
        due = asyncio.Event()
        self._alarms.append((self.time + seconds, due))

        async def wait() -> None:
            await due.wait()
            await ring()

        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(wait())
            yield
            waiting.cancel()

    async def stop(self, agent: str) -> None:
        if agent in self._stops:
            self._stops[agent].set()

    def thinking(self, agent: str) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def inventories(self) -> dict[str, Items]:
        return {name: {item: n for item, n in held.items() if n} for name, held in self.held.items()}

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        self.diverged = (seed, guard)

    async def recount(self) -> None:
        pass

    async def observe(self, agent: str) -> Observation:
        spots = {name: Sighting(count=n, nearest=(12.0, 5.0, 12.0)) for name, n in self.sources.items() if n}
        mobs = {name: spot for name, spot in spots.items() if name in self.knowledge.mobs}
        blocks = {name: spot for name, spot in spots.items() if name not in mobs}
        blocks |= {name: Sighting(count=1, nearest=SPAWN) for name in self.placed}
        return Observation(
            position=SPAWN,
            health=20,
            food=20,
            time=0,
            inventory=(await self.inventories())[agent],
            held=None,
            players={},
            mobs=mobs,
            drops={},
            blocks=blocks,
        )

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        if agent in self._stops:
            raise CallError("BUSY", f"{agent} is running another program")
        self.ran.append((agent, program))
        self.time += 1
        for end, due in self._alarms:
            if self.time >= end:
                due.set()
        self._stops[agent] = asyncio.Event()
        try:
            return await self._outcome(agent, program)
        finally:
            del self._stops[agent]

    async def _outcome(self, agent: str, program: Program) -> Outcome:
        await asyncio.sleep(0)
        before = dict(self.held[agent])
        back = (
            self.not_received[agent].pop(0) if program.call == "deliver" and self.not_received[agent] else {}
        )
        if self.failures[agent]:
            code: Code | None = self.failures[agent].pop(0)
        else:
            play = asyncio.ensure_future(self._play(agent, program, back))
            stop = asyncio.ensure_future(self._stops[agent].wait())
            try:
                await asyncio.wait({play, stop}, return_when=asyncio.FIRST_COMPLETED)
                code = play.result() if play.done() else "STOPPED"
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                code = "PROGRAM_ERROR"  # a model chose its arguments
                self.held[agent] = dict(before)
            finally:
                play.cancel()
                stop.cancel()
        after = self.held[agent]
        for held in self.held.values():
            for item, count in held.items():
                if count < 0:  # an argument was a negative amount
                    code, held[item] = "PROGRAM_ERROR", 0
        gained = {i: after.get(i, 0) - before.get(i, 0) for i in after | before}
        gained = {item: change for item, change in gained.items() if change}
        handed = program.call == "deliver" and code in {None, "NOT_RECEIVED"}
        result = _received(program, back) if handed else None
        return Outcome(
            result=result,
            ok=code is None,
            code=code,
            message=f"{program.call} {code}" if code else "",
            gained=gained,
        )

    async def _play(self, agent: str, program: Program, back: Items) -> Code | None:
        held = self.held[agent]
        match program.call, program.args:
            case (("gather" | "hunt" | "cull"), (source, item, count, *_)):
                tools = self.knowledge.blocks[source].needs_tool if source in self.knowledge.blocks else ()
                if tools and not any(held.get(tool) for tool in tools):
                    return "NEEDS_TOOL"
                while held.get(item, 0) < count:
                    if not self.sources.get(source):
                        return "NOT_FOUND"
                    self.sources[source] -= 1
                    self.taken[agent] += 1
                    held[item] = held.get(item, 0) + 1
                    await asyncio.sleep(0)
            case "craftItem", (item, times):
                return self._craft(held, item, times)
            case "smeltItem", (source, fuel, times):
                return self._smelt(held, source, fuel, times)
            case "setUp", (block, *_):
                if block not in self.placed and not held.get(block):
                    return "MISSING_ITEM"
                if block not in self.placed:
                    held[block] -= 1
                    self.placed.add(block)
            case "deliver", (player, *_):
                for item, count in _received(program, back).items():
                    held[item] -= count
                    self.held[player][item] = self.held[player].get(item, 0) + count
                return "NOT_RECEIVED" if back else None
            case "receive", (wanted, *_):
                for _ in range(self.waiting_turns):
                    if all(held.get(item, 0) >= count for item, count in wanted.items()):
                        return None
                    await asyncio.sleep(0)
                return "NOT_RECEIVED"
            case "returnTo", (_, call, *args):
                return await self._play(agent, Program(call=call, args=tuple(args)), back)
            case "seek", (names, *_):
                return None if any(self.sources.get(name) for name in names) else "NOT_FOUND"
            case _:
                return "BAD_ARGUMENT"
        return None

    def _craft(self, held: Items, item: str, times: int) -> Code | None:
        for recipe in self.knowledge.recipes.get(item, ()):
            if recipe.station and recipe.station not in self.placed:
                return "NEEDS_TABLE"
            if all(held.get(part, 0) >= n * times for part, n in recipe.needs.items()):
                for part, n in recipe.needs.items():
                    held[part] -= n * times
                held[item] = held.get(item, 0) + recipe.count * times
                return None
        return "MISSING_ITEM"

    def _smelt(self, held: Items, source: str, fuel: str, times: int) -> Code | None:
        way = next((way for way in self.knowledge.smelting if way.source == source), None)
        if way is None or fuel not in self.knowledge.fuels:
            return "BAD_ARGUMENT"
        if "furnace" not in self.placed:
            return "NOT_FOUND"
        burnt = math.ceil(way.ticks * times / self.knowledge.fuels[fuel])
        if held.get(source, 0) < times or held.get(fuel, 0) < burnt:
            return "MISSING_ITEM"
        held[source] -= times
        held[fuel] -= burnt
        held[way.item] = held.get(way.item, 0) + times
        return None


def _received(program: Program, back: Items) -> Items:
    """What the receiver gets by a call of `deliver`, without the items that come back."""
    _, item, count, _, *also = program.args
    gifts = {item: count, **(also[0] if also else {})}
    return {item: count - back.get(item, 0) for item, count in gifts.items()}
