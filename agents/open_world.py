"""Sets up the world of a task: the server, the clock, the guard, one bot per agent, and the rules of the
game.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from minecrew.agents.commons.resource import shared_resource
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.planning.skill_plan import SkillPlanner
from minecrew.agents.real_world import RealWorld, bot_seed
from minecrew.agents.task import Task
from minecrew.bridge import Bot, Bridge, Building, Guard, ServerAddress
from minecrew.mc_server import EmbeddedServer, ExternalServer, Server
from minecrew.runlog import Log, UserError
from minecrew.skills import Library


@asynccontextmanager
async def open_world(
    task: Task,
    log: Log,
    *,
    address: ServerAddress | None = None,
    port: int = 0,
    library: Library | None = None,
    opening: Callable[[str], None] = lambda text: None,
) -> AsyncIterator[tuple[RealWorld, dict[str, Any] | None]]:
    """Starts the server on `port` (0: a free one), or connects to the one at `address`, and lets the bots
    join.

    Yields the world and the arena's description, if the server has one.
    `opening` is called with a description of each step. Raises UserError, Fault.
    """
    library = library or Library()
    paced = task.world.paced(f"{address.host}:{address.port}" if address else None)
    commons = shared_resource(task)
    guard = Guard(mode=task.team.guard, team=task.names)
    async with Bridge() as bridge:
        opening("the server starts")
        if paced.speed is not None:
            waits, strict = paced.thinking == "paused", paced.order == "strict"
            await bridge.clock.begin(speed=paced.speed, waits=waits, strict=strict)
        if address is None:
            server: Server = await EmbeddedServer.start(
                bridge,
                arena=task.world.arena,
                seed=task.world.seed,
                port=port,
                guard=guard,
                commons=commons,
            )
        else:
            server = await ExternalServer.find(bridge, address)
        if commons and "commons" not in server.abilities:
            raise UserError(f"this server cannot count the shared {commons.resource}; leave out --server")
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
                name, server.address, seed=bot_seed(task.world.seed, number), guard=guard
            )
            await bots[name].learn(library.sources())
        knowledge = Knowledge.model_validate(await server.knowledge())
        bridge.counsel = SkillPlanner(knowledge)
        for item in task.goal:
            knowledge.require(item, "the goal")
        for agent in task.agents:
            for item in agent.inventory:
                knowledge.require(item, f"the inventory of {agent.name}")
            if agent.inventory and "grant" not in server.abilities:
                remedy = "remove the agent's inventory from the task"
                raise UserError(f"this server cannot give items to {agent.name}; {remedy}")
        if "witness" in server.abilities:
            log.set_tick((await server.clock())["tick"])
        yield RealWorld(bridge, server, bots, knowledge, log, paced=paced, library=library), arena
