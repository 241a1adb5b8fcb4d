"""To be killed by test_orphans; prints pids.

It has a server, a bot in an endless loop and one in a run without end; or, if it is told `light`, two
children that take no time to load, of which one is in an endless loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from minecrew.bridge import Bridge, Program, ServerAddress
from minecrew.bridge.bot import HERE
from minecrew.game import VERSION
from minecrew.runlog import BridgeLost

SERVER = Path(__file__).resolve().parents[2] / "mc_server" / "server.js"


READY = f"""const channel = require({json.dumps(str(HERE / "channel.js"))}).openChannel()
channel.serve({{ wait: () => new Promise(() => {{}}) }})
channel.ready({{}})
"""
CHILDREN = {"idle": READY, "busy": f"{READY}setImmediate(() => {{ for (;;) {{}} }})\n"}


async def bots(bridge: Bridge) -> list[asyncio.Task[object]]:
    """What waits for them without end: the first for as long as it lives, the second for the watchdog."""
    await bridge.clock.begin(speed="max")
    options = {"port": 0, "seed": 1, "arena": "meadow"}
    info = await bridge.start_child("server", script=SERVER, options=options, heap_mb=512, rss_mb=1500)
    address = ServerAddress(host="127.0.0.1", port=info["port"], version=VERSION)
    alice, bob = await asyncio.gather(bridge.join("Alice", address), bridge.join("Bob", address))
    endless = Program(call="main", code="async function main (bot) { await new Promise(() => {}) }")
    spin = Program(call="main", code="async function main (bot) { for (;;) {} }")
    return [asyncio.create_task(bot.run(what, deadline=1e6)) for bot, what in ((alice, endless), (bob, spin))]


async def children(bridge: Bridge) -> list[asyncio.Task[object]]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in CHILDREN.items():
            script = Path(folder, f"{name}.js")
            script.write_text(text)
            await bridge.start_child(name, script=script, options={})
    return [asyncio.create_task(bridge.call(name, "wait", timeout=1e6)) for name in CHILDREN]


async def main() -> None:
    async with Bridge() as bridge:
        waiting, spinning = await (children if sys.argv[1:] == ["light"] else bots)(bridge)
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
