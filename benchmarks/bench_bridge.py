"""Measures how fast the bridge is and how much bots cost, and prints a table.

    python -m benchmarks.bench_bridge [--quick]

The kinds of calls take turns (socket, HTTP, socket, ...), so that a moment in which the machine is busy
affects all kinds alike. The world is the built-in server's meadow, in real time.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from benchmarks.computing import computed
from minecrew.bridge import Bot, Bridge, Program, ServerAddress
from minecrew.skills import Library

HERE = Path(__file__).resolve().parent
SERVER = HERE.parent / "mc_server" / "server.js"
TEAM = ("Alice", "Bob", "Carol")
CROWD = (3, 8, 16)
WALK = """async function main (bot, x, z) {
  for (;;) {
    const near = v => v + Math.floor(Math.random() * 24) - 12
    try { await bot.pathfinder.goto(new GoalNearXZ(near(x), near(z), 2)) } catch {}
    await bot.waitForTicks(1)
  }
}"""
EMPTY = Program(call="main", code="async function main () {}")

PROGRAMS = {
    "empty program": "",
    "program of 100 questions": (
        "let n = 0; for (let i = 0; i < 100; i++) if (bot.blockAt(new Vec3(i, 60, 0)) === null) n++; return n"
    ),
}
WAITS = {
    "a wait for ticks": "await bot.waitForTicks(1e6)",
    "a promise": "await new Promise(() => {})",
    "a look": "for (;;) await bot.look((bot.entity.yaw + 3) % 6, 0, false)",
    "a walk": (
        "for (let x = 4; ; x = -x) await bot.pathfinder.goto(new GoalNearXZ(x, x, 3))"
        ".catch(() => bot.waitForTicks(1))"
    ),
    "a dig": "for (;;) await bot.dig(bot.blockAt(bot.entity.position.offset(1, -1, 0)))",
}
Call = Callable[[], Awaitable[object]]
Row = tuple[str, str, str]


async def timed(calls: dict[str, Call], *, rounds: int, each: int) -> dict[str, list[float]]:
    """Returns the duration of every call in milliseconds, by kind; the kinds take turns."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        for _ in range(20):
            await call()
    for _ in range(rounds):
        for name, call in calls.items():
            for _ in range(each):
                began = time.perf_counter()
                await call()
                times[name].append(1e3 * (time.perf_counter() - began))
    return times


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    p95 = ordered[int(0.95 * len(ordered))]
    return f"p50 {statistics.median(ordered):.2f}, p95 {p95:.2f} ms"


async def latency(bridge: Bridge, bot: Bot, quick: bool) -> list[Row]:
    info = await bridge.start_child("http", script=HERE / "http_child.js", options={})
    body = {"id": 1, "method": "ping", "params": {}}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{info['port']}", trust_env=False) as client:

        async def over_http() -> object:
            return (await client.post("/", json=body)).json()["result"]

        calls: dict[str, Call] = {
            "supervisor ping": lambda: bridge.call("supervisor", "ping"),
            "ping over HTTP (httpx)": over_http,
            "bot ping": lambda: bridge.call(bot.name, "ping"),
            "bot observe": lambda: bot.observe(),
            "bot observe, surroundings": lambda: bot.observe(surroundings=True),
            "bot empty program": lambda: bot.run(EMPTY, deadline=5),
        }
        times = await timed(calls, rounds=4 if quick else 20, each=50)
    await bridge.kill_child("http")
    ours = statistics.median(times["supervisor ping"])
    ratio = statistics.median(times["ping over HTTP (httpx)"]) / ours
    aims = {
        "supervisor ping": "p50 <= 0.3 ms",
        "bot ping": "p50 < 1 ms",
        "bot observe": "p50 < 1 ms",
    }
    rows = [(name, spread(values), aims.get(name, "")) for name, values in times.items()]
    rows.insert(2, ("HTTP / supervisor, p50", f"{ratio:.1f}x", ">= 8x"))
    return rows


async def sandbox(bridge: Bridge, quick: bool) -> list[Row]:
    """Times each program in the sandbox, with all built-in skills, and outside the sandbox."""
    await bridge.start_child("sandbox", script=HERE / "sandbox_child.js", options={})
    skills = Library().sources()
    rows: list[Row] = []
    for name, body in PROGRAMS.items():
        params = {"body": body, "rounds": 100 if quick else 1000, "skills": skills}
        times = await bridge.call("sandbox", "measure", params, timeout=120)
        with_it, without = (statistics.median(times[kind]) for kind in ("sandboxed", "plain"))
        figures = f"p50 {with_it:.2f} ms, without the sandbox {without:.2f} ms: {with_it - without:+.2f} ms"
        rows.append((f"sandbox, {name}", figures, "< +1 ms"))
    await bridge.kill_child("sandbox")
    return rows


async def ends(bridge: Bridge, bot: Bot, quick: bool) -> list[Row]:
    """Measures how long it takes to end a program: with stop() if the program awaits something, otherwise by
    killing it.
    """
    took: dict[str, list[float]] = {}
    for _ in range(3 if quick else 10):
        for name, body in WAITS.items():
            running = asyncio.create_task(bot.run(program(body), deadline=1000))
            await asyncio.sleep(0.3)
            began = time.perf_counter()
            await bot.stop()
            assert (await running).code == "STOPPED"
            took.setdefault(name, []).append(1e3 * (time.perf_counter() - began))
    rows = [
        (
            f"from stop() to the outcome, {name}",
            f"p50 {statistics.median(times):.0f}, maximum {max(times):.0f} ms",
            "< 250 ms",
        )
        for name, times in took.items()
    ]
    killed = [await kill(bridge, bot) for _ in range(1 if quick else 3)]
    figures = f"maximum {max(killed):.2f} s of CPU time"
    return [*rows, ("from the start of a loop without await to its kill", figures, "< 2.5 s")]


async def kill(bridge: Bridge, bot: Bot) -> float:
    """Returns the CPU seconds that a loop uses until it is killed; real time would depend on the load."""
    pid = bridge.pids[bot.name]
    first = last = computed(pid) or 0.0
    running = asyncio.create_task(bot.run(program("for (;;) {}"), deadline=1000))
    while (now := computed(pid)) is not None:
        last = now
        await asyncio.sleep(0.01)
    assert (await running).code == "UNRESPONSIVE"
    return last - first


def program(body: str) -> Program:
    return Program(call="main", code="async function main (bot) {\n" + body + "\n}")


async def crowd(bridge: Bridge, address: ServerAddress, bots: list[Bot], quick: bool) -> list[Row]:
    """Measures the server's ticks per second while 3, 8 and 16 bots walk."""
    rows: list[Row] = []
    seconds = 5.0 if quick else 15.0
    for size in CROWD:
        while len(bots) < size:
            bots.append(await bridge.join(f"Walker{len(bots)}", address, seed=len(bots)))
        walk = Program(call="main", code=WALK, args=(8, 8))
        async with asyncio.TaskGroup() as group:
            runs = [group.create_task(bot.run(walk, deadline=seconds + 30)) for bot in bots]
            await asyncio.sleep(2)
            first, began = await bridge.call("server", "clock", timeout=10), time.perf_counter()
            starts = [(await b.observe()).position for b in bots]
            await asyncio.sleep(seconds)
            last, took = await bridge.call("server", "clock", timeout=10), time.perf_counter() - began
            ends = [(await b.observe()).position for b in bots]
            for bot in bots:
                await bot.stop()
        moved = sum(a != b for a, b in zip(starts, ends, strict=True))
        codes = {run.result().code for run in runs}
        rate = (last["tick"] - first["tick"]) / took
        note = f"{moved} of {size} moved, ended with {', '.join(map(str, codes))}"
        rows.append((f"{size} walking bots", f"{rate:.1f} ticks/s ({note})", ">= 19" if size == 16 else ""))
    return rows


async def main(quick: bool) -> None:
    rows: list[Row] = []
    began = time.perf_counter()
    async with Bridge() as bridge:
        rows.append(("bridge open", f"{time.perf_counter() - began:.2f} s", ""))
        began = time.perf_counter()
        options = {"port": 0, "seed": 42, "arena": "meadow"}
        info = await bridge.start_child("server", script=SERVER, options=options, heap_mb=512, rss_mb=1500)
        rows.append(("server boot", f"{time.perf_counter() - began:.2f} s", "< 3 s"))
        address = ServerAddress(host="127.0.0.1", port=info["port"], version=info["version"])
        bots: list[Bot] = []
        joins: list[float] = []
        for name in TEAM:
            joined = time.perf_counter()
            bots.append(await bridge.join(name, address))
            joins.append(time.perf_counter() - joined)
            if len(bots) == 1:
                rows.append(("boot to first spawn", f"{time.perf_counter() - began:.2f} s", ""))
        rows.append(
            ("join per bot", f"median {statistics.median(joins):.2f} s, slowest {max(joins):.2f} s", "")
        )
        rows += await latency(bridge, bots[0], quick)
        rows += await sandbox(bridge, quick)
        rows += await ends(bridge, bots[0], quick)
        rows += await crowd(bridge, address, bots, quick)
        stats = await bridge.call("supervisor", "stats")
        sizes = [child["rss"] / 1e6 for child in stats if child["name"] != "server"]
        server = next(child["rss"] / 1e6 for child in stats if child["name"] == "server")
        rows.append(
            ("memory per bot", f"median {statistics.median(sizes):.0f}, maximum {max(sizes):.0f} MB", "")
        )
        rows.append(("memory of the server", f"{server:.0f} MB with {len(sizes)} bots", ""))
    table = Table(title="bridge", show_lines=False)
    for heading in ("what", "measured", "aim"):
        table.add_column(heading)
    for row in rows:
        table.add_row(*row)
    Console(width=120).print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds, shorter walks")
    asyncio.run(main(parser.parse_args().quick))
