"""A crew on a server that is not ours: it has no witness, so the bots' own observation is what counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from minecrew.bridge import Bridge
from minecrew.mc_server import EmbeddedServer

from .conftest import Run


@pytest.mark.soak  # tests/faults/test_stock.py plays on a server that is not ours
async def test_paper_on_another_server(start: Callable[..., Run]) -> None:
    async with Bridge() as bridge:  # in real time: the bots of the run have no part in this server's clock
        server = await EmbeddedServer.start(bridge, seed=2)
        run = start("paper", "--server", f"127.0.0.1:{server.address.port}")
        code, _, err = await asyncio.to_thread(run.finish)
        counted = await server.inventories()
    assert (code, err) == (0, "")
    assert not [event for event in run.events if event["source"] == "server"]
    ended = next(event for event in run.events if event["kind"] == "round.ended")
    assert ended["inventories"]["Alice"]["paper"] == counted["Alice"]["paper"] == 3
