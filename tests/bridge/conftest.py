"""One real server and live bots for each module, three if it names no others. Game time passes at "max",
while a program runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from minecrew.bridge import Bot, Bridge, ChildEvent, Outcome, Program, ServerAddress, Speed
from minecrew.game import VERSION

SERVER = Path(__file__).resolve().parents[2] / "mc_server" / "server.js"
TEAM = ("Alice", "Bob", "Carol")


async def set_speed(bridge: Bridge, speed: Speed) -> None:
    """As nobody does but a test: the clock of a world that runs goes at another pace."""
    await bridge.call("supervisor", "clock.set", {"speed": None if speed == "max" else speed})


@dataclass
class Stage:
    """Bridge, server and bots, and all events since they began."""

    bridge: Bridge
    address: ServerAddress
    bots: dict[str, Bot]
    heard: list[ChildEvent]

    async def command(self, text: str) -> None:
        await self.bridge.call("server", "command", {"text": text})

    async def run(self, who: str, body: str, *, deadline: float = 5.0) -> Outcome:
        """Runs `body` as one program's main(bot)."""
        code = "async function main (bot, ...args) {\n" + body + "\n}"
        return await self.bots[who].run(Program(call="main", code=code), deadline=deadline)

    async def begin(self, who: str, body: str, *, deadline: float = 1000.0) -> asyncio.Task[Outcome]:
        """Runs `body` beside the caller; returns once it has begun."""
        before = len(self.of("log", who))
        running = asyncio.create_task(self.run(who, f"console.log('begun'); {body}", deadline=deadline))
        await self.until(lambda: running.done() or len(self.of("log", who)) > before)
        return running

    async def ticks(self, count: int) -> None:
        """Lets so much game time pass."""
        assert (await self.run("Alice", f"await bot.waitForTicks({count})", deadline=count)).ok

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not what():
                await asyncio.sleep(0.01)

    def of(self, event: str, child: str) -> list[dict[str, Any]]:
        self.hear()
        return [e.data for e in self.heard if e.event == event and e.child == child]

    def hear(self) -> None:
        while not self.bridge._events.empty():
            self.heard.append(self.bridge._events.get_nowait())


async def start_server(bridge: Bridge) -> ServerAddress:
    info = await bridge.start_child(
        "server",
        script=SERVER,
        options={"port": 0, "seed": 42, "arena": "meadow"},
        heap_mb=512,
        rss_mb=1500,
    )
    return ServerAddress(host="127.0.0.1", port=info["port"], version=VERSION)


async def join_all(bridge: Bridge, address: ServerAddress, names: Iterable[str]) -> dict[str, Bot]:
    """All at once: each takes its time to load."""
    async with asyncio.TaskGroup() as group:
        joins = {name: group.create_task(bridge.join(name, address, seed=7)) for name in names}
    return {name: join.result() for name, join in joins.items()}


@pytest.fixture(scope="module")
def team() -> tuple[str, ...]:
    """Who joins; a module may have fewer."""
    return TEAM


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(team: tuple[str, ...]) -> AsyncIterator[Stage]:
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        address = await start_server(bridge)
        yield Stage(bridge, address, await join_all(bridge, address, team), [])
