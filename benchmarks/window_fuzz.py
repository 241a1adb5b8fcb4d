"""Tests random window operations of three bots at one chest, one furnace and one table; prints the differences.

    python -m benchmarks.window_fuzz [--sequences N] [--seed S] [--jobs N]

A sequence is one program of up to eight actions, awaited or not: it opens windows, leaves them open, closes
them twice, and uses them after they were closed; it puts items in, takes them out, throws, wears and crafts
them. After each program, the bot's view of its inventory is compared with the server's count. The exit code
is 1 if the two differ.
"""
# ruff: noqa: E501 (JavaScript)

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.workers import workers
from minecrew.bridge import Bot, Bridge, CallError, Program, ServerAddress

SERVER = Path(__file__).resolve().parents[1] / "mc_server" / "server.js"
TEAM = ("Alice", "Bob", "Carol")
DEADLINE = 20.0
"""Time limit of a sequence, in game seconds."""
PATIENCE = 7200.0
"""Time limit for all sequences, in real seconds."""
BOUT = 200
"""Number of sequences per world; after that, most items lie on the ground, so a new world is started."""
STOCK = {
    "paper": 40,
    "coal": 12,
    "oak_log": 12,
    "oak_planks": 20,
    "stick": 20,
    "iron_helmet": 2,
    "shield": 1,
    "porkchop": 6,
}
PLACES = {"chest": (2, 2), "furnace": (-2, 0), "crafting_table": (0, -2)}
"""Block -> its position (x, z), relative to the start of the first bot."""

SET_UP = r"""
async function main (bot, block, [x, y, z]) {
  await bot.waitForTicks(2)
  await bot.equip(mcData.itemsByName[block].id, 'hand')
  const at = bot.blockAt(new Vec3(x, y - 1, z))
  await bot.placeBlock(at, new Vec3(0, 1, 0))
}
"""
FUZZ = r"""
async function main (bot, places, seed) {
  let state = seed
  const draw = n => { // mulberry32
    state = (state + 0x6D2B79F5) | 0
    let t = Math.imul(state ^ state >>> 15, 1 | state)
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
    return ((t ^ t >>> 14) >>> 0) % n
  }
  const one = list => list[draw(list.length)]
  const windows = []
  const id = () => mcData.itemsByName[one(['paper', 'coal', 'oak_log', 'oak_planks', 'stick', 'iron_helmet', 'shield', 'porkchop'])].id
  const some = () => one([1, 2, 3, 7, 64, null, 0, 2.5])
  const block = name => bot.blockAt(new Vec3(...places[name]))
  const window = () => { if (!windows.length) throw fail('NOT_FOUND', 'no window yet'); return one(windows) }
  const deeds = {
    chest: async () => { windows.push(await bot.openChest(block('chest'))) },
    furnace: async () => { windows.push(await bot.openFurnace(block('furnace'))) },
    container: async () => { windows.push(await bot.openContainer(block('chest'))) },
    deposit: () => window().deposit(id(), null, some()),
    withdraw: () => window().withdraw(id(), null, some()),
    fuel: () => window().putFuel(id(), null, some()),
    input: () => window().putInput(id(), null, some()),
    take: () => window()[one(['takeInput', 'takeFuel', 'takeOutput'])](),
    read: () => { const w = window(); return [w.slots, w.items(), w.containerItems?.()] },
    close: () => window().close(),
    shut: () => bot.closeWindow(block('chest')),
    toss: () => bot.toss(id(), null, some()),
    tossStack: () => bot.tossStack(one(bot.inventory.items())),
    equip: () => bot.equip(id(), one(['hand', 'head', 'off-hand', 'torso'])),
    equipItem: () => bot.equip(one(bot.inventory.items()), one(['hand', 'off-hand'])),
    unequip: () => bot.unequip(one(['hand', 'head', 'off-hand'])),
    planks: () => bot.craft(bot.recipesAll(mcData.itemsByName.oak_planks.id, null, true)[0], some(), null),
    sticks: () => bot.craft(bot.recipesAll(mcData.itemsByName.stick.id, null, true)[0], one([1, 2]), block('crafting_table')),
    slot: () => bot.setQuickBarSlot(one([0, 4, 8, 4.5])),
    wait: () => bot.waitForTicks(1 + draw(3))
  }
  const said = []
  const going = []
  for (let n = 2 + draw(7); n > 0; n--) {
    const name = one(Object.keys(deeds))
    said.push(name)
    const doing = (async () => deeds[name]())().catch(() => {})
    if (draw(5) > 0) await doing
    else going.push(doing)
  }
  if (draw(2)) await Promise.all(going)
  return said
}
"""


@dataclass
class Score:
    sequences: int = 0
    differences: list[str] = field(default_factory=list)
    """Differences between a bot's view and the server's count, one line each."""
    deeds: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, part: Score) -> None:
        self.sequences += part.sequences
        self.differences += part.differences
        self.deeds += part.deeds
        self.ends += part.ends


async def bout(seed: int, sequences: int, score: Score) -> None:
    """Plays sequences in one world, in which three bots act at the same time."""
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        options = {"port": 0, "seed": seed, "arena": "meadow"}
        info = await bridge.start_child("server", script=SERVER, options=options, heap_mb=512, rss_mb=1500)
        address = ServerAddress(host="127.0.0.1", port=info["port"], version=info["version"])
        bots = {name: await bridge.join(name, address, seed=seed) for name in TEAM}
        places = await _furnish(bridge, bots["Alice"])
        for name in TEAM:
            for item, count in STOCK.items():
                await bridge.call("server", "grant", {"player": name, "item": item, "count": count})

        async def play(name: str, number: int) -> None:
            program = Program(call="main", code=FUZZ, args=(places, seed * 100_003 + number))
            outcome = await bots[name].run(program, deadline=DEADLINE)
            score.sequences += 1
            score.ends[outcome.code or "ok"] += 1
            score.deeds.update(outcome.result or ())
            told = await _recounted(bots[name])
            if told is not None:
                score.differences.append(f"seed {seed}, {name}, sequence {number} {outcome.result}: {told}")

        for number in range(0, sequences, len(TEAM)):
            async with asyncio.TaskGroup() as group:
                for offset, name in enumerate(TEAM[: sequences - number]):
                    group.create_task(play(name, number + offset))


async def _recounted(bot: Bot) -> str | None:
    """Returns how the bot's view differs from the server's count at the same moment; None if it does not."""
    try:
        told = await bot.recount()
    except CallError as error:
        return f"not counted: {error}"
    if told is None:
        return "the server sent no count of its items"
    if told.seen == told.counted:
        return None
    more, less = Counter(told.seen), Counter(told.counted)
    return f"sees {dict(more - less)}, which it does not hold, and does not see {dict(less - more)}"


async def _furnish(bridge: Bridge, bot: Bot) -> dict[str, list[float]]:
    x, y, z = (await bot.observe()).position
    places: dict[str, list[float]] = {}
    for block, (dx, dz) in PLACES.items():
        await bridge.call("server", "grant", {"player": bot.name, "item": block, "count": 1})
        place = [x // 1 + dx, y // 1, z // 1 + dz]
        placed = await bot.run(Program(call="main", code=SET_UP, args=(block, place)), deadline=DEADLINE)
        if not placed.ok:
            raise RuntimeError(f"{block}: {placed}")
        places[block] = place
    return places


def fuzz(sequences: int, seed: int, jobs: int) -> Score:
    """Plays the sequences in bouts, each in its own world and process; a process can have only one bridge."""
    score = Score()
    sizes = [min(BOUT, sequences - done) for done in range(0, sequences, BOUT)]
    with workers(jobs, tasks_per_worker=1) as pool:
        for part in pool.map(play_bout, range(seed, seed + len(sizes)), sizes, timeout=PATIENCE):
            score.add(part)
            told = f"{score.sequences} sequences; differences {len(score.differences)}"
            print(told, file=sys.stderr, flush=True)
    return score


def play_bout(seed: int, sequences: int) -> Score:
    score = Score()
    asyncio.run(bout(seed, sequences, score))
    return score


def main(sequences: int, seed: int, jobs: int) -> int:
    score = fuzz(sequences, seed, jobs)
    for difference in score.differences[:20]:
        print(difference)
    print("deeds:", ", ".join(f"{count} {name}" for name, count in score.deeds.most_common()))
    print("ends:", ", ".join(f"{count} {name}" for name, count in score.ends.most_common()))
    print(f"{score.sequences} sequences of window operations; differences {len(score.differences)}")
    return 1 if score.differences else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.window_fuzz")
    parser.add_argument("--sequences", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of simultaneous worlds")
    options = parser.parse_args()
    sys.exit(main(options.sequences, options.seed, options.jobs))
