"""The Python side of the server: a real child under a real bridge."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from minecrew.bridge import Bridge, ServerAddress
from minecrew.game import VERSION
from minecrew.mc_server import EmbeddedServer, ExternalServer, arenas, item_names
from minecrew.runlog.errors import Fault, UserError
from minecrew.runlog.events import EVENT

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bridge() -> AsyncIterator[Bridge]:
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max")
        yield bridge


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(bridge: Bridge) -> EmbeddedServer:
    return await EmbeddedServer.start(bridge, seed=5)


async def test_a_port_in_use_is_the_users_mistake(bridge: Bridge) -> None:
    # First of all: one bridge holds one server.
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(UserError, match=f"port {port} is in use"):
            await EmbeddedServer.start(bridge, port=port)


async def test_it_answers_what_it_is(server: EmbeddedServer) -> None:
    assert server.address.host == "127.0.0.1"
    assert server.address.version == VERSION
    assert "witness" in server.abilities
    arena = await server.arena()
    assert (arena["name"], arena["seed"]) == ("meadow", 5)
    assert len(arena["surface"]["cells"]) == arena["surface"]["width"] * arena["surface"]["depth"]
    assert max(arena["surface"]["cells"]) < len(arena["surface"]["palette"])
    knowledge = await server.knowledge()
    assert (knowledge["version"], set(knowledge["items"])) == (VERSION, item_names())
    assert knowledge["recipes"]["book"] == [{"count": 1, "in": {"paper": 3, "leather": 1}, "table": False}]
    assert (await server.clock())["tick"] >= 0


async def test_every_witness_event_is_one_of_the_log(bridge: Bridge, server: EmbeddedServer) -> None:
    seen: list[dict[str, Any]] = []

    async def listen() -> None:
        async for event in bridge.events():
            if event.event == "witness":
                seen.append(event.data)

    listening = asyncio.ensure_future(listen())
    bot = await bridge.join("Alice", server.address, seed=1)
    assert await server.grant("Alice", "oak_log", 70) == 70
    assert await server.inventories() == {"Alice": {"oak_log": 70}}
    await server.command("kill Alice")
    for _ in range(600):
        if {"died", "respawned", "inventory"} <= {event["kind"] for event in seen}:
            break
        await asyncio.sleep(0.1)
    listening.cancel()
    kinds = {EVENT.validate_python(event).kind for event in seen}
    assert {"item.dropped", "died", "hurt", "respawned", "inventory"} <= kinds
    assert {event["source"] for event in seen} == {"server"}
    assert (await server.inventories())["Alice"].get("oak_log", 0) in (0, 70)
    await bot.leave()


async def test_an_arena_there_is_not_is_the_users_mistake(bridge: Bridge) -> None:
    assert arenas() == ("commons", "flat", "hamlet", "meadow", "mine", "park", "pit", "prairie", "village")
    with pytest.raises(UserError, match=r"'moon'.*meadow"):
        await EmbeddedServer.start(bridge, arena="moon")


async def test_a_world_of_ours_is_known_by_its_status_and_opens_no_other_way_in(
    bridge: Bridge, server: EmbeddedServer
) -> None:
    theirs = await ExternalServer.find(bridge, server.address.model_copy(update={"version": None}))
    assert theirs.address == server.address
    assert theirs.abilities == {"knowledge", "arena"}
    assert theirs.found.missing == ("witness", "clock")
    assert theirs.says == f"minecrew meadow ({VERSION})"
    assert await theirs.arena() == await server.arena()
    assert await theirs.knowledge() == await server.knowledge()
    with pytest.raises(Fault, match="no 'inventories'"):
        await theirs.inventories()


async def test_no_server_is_the_users_mistake(bridge: Bridge) -> None:
    with pytest.raises(UserError, match=r"127\.0\.0\.1:1 cannot be reached.*start the server"):
        await ExternalServer.find(bridge, ServerAddress(host="127.0.0.1", port=1, version=None))
