"""To be killed by test_orphans: a server, a bot in an endless loop, one in a run without end; prints pids."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from minecrew.bridge import Bridge, Program, ServerAddress
from minecrew.game import VERSION
from minecrew.runlog import BridgeLost

SERVER = Path(__file__).resolve().parents[2] / "mc_server" / "server.js"


async def main() -> None:
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max")
        options = {"port": 0, "seed": 1, "arena": "meadow"}
        info = await bridge.start_child("server", script=SERVER, options=options, heap_mb=512, rss_mb=1500)
        address = ServerAddress(host="127.0.0.1", port=info["port"], version=VERSION)
        alice, bob = await bridge.join("Alice", address), await bridge.join("Bob", address)
        endless = Program(call="main", code="async function main (bot) { await new Promise(() => {}) }")
        spin = Program(call="main", code="async function main (bot) { for (;;) {} }")
        waiting = asyncio.create_task(alice.run(endless, deadline=1e6))
        spinning = asyncio.create_task(bob.run(spin, deadline=60))
        await asyncio.sleep(0.3)  # both have begun; the second ends with its process, 2 s later
        pids = [bridge.supervisor_pid, *bridge.pids.values()]
        print(
            json.dumps({"python": os.getpid(), "supervisor": bridge.supervisor_pid, "pids": pids}), flush=True
        )
        try:
            await waiting
        except BridgeLost as error:
            print(json.dumps({"lost": str(error)}), flush=True)
        await asyncio.gather(spinning, return_exceptions=True)
        events = [event.event async for event in bridge.events()]
        print(json.dumps({"last": events[-1]}), flush=True)
    async with Bridge() as again:
        print(json.dumps({"again": await again.call("supervisor", "ping")}), flush=True)


try:
    asyncio.run(main())
except KeyboardInterrupt:
    print(json.dumps({"interrupted": True}), flush=True)
    sys.exit(130)
