"""A saved world by way of Python: kept, gone on with, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.bridge import Bridge
from minecrew.mc_server import EmbeddedServer
from minecrew.runlog.errors import UserError


@pytest.mark.asyncio
async def test_a_saved_world_goes_on(tmp_path: Path) -> None:
    async with Bridge() as bridge:
        server = await EmbeddedServer.start(bridge, arena="flat", seed=7, save=tmp_path)
        await bridge.join("Alice", server.address, seed=1)
        assert await server.grant("Alice", "stick", 3) == 3
        await server.save()
    async with Bridge() as bridge:
        server = await EmbeddedServer.start(bridge, arena="flat", seed=7, save=tmp_path)
        assert await server.inventories() == {"Alice": {"stick": 3}}
    async with Bridge() as bridge:
        with pytest.raises(UserError, match="holds a world of seed 7, not 8"):
            await EmbeddedServer.start(bridge, arena="flat", seed=8, save=tmp_path)
