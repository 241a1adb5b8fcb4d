"""Runs eight busy bots for 30 minutes of game time at maximum speed, and checks that the ledger balances.

python -m benchmarks.busy [--agents N] [--minutes N] [--arena NAME] [--seed N]

Each bot performs random actions, determined by the seed: it gathers, crafts, smelts, hunts, builds, hands
over, throws away and picks up items. Most actions fail, which is intended: even then, no item may be lost.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from minecrew.agents import (
    Action,
    Assignment,
    AssignmentView,
    Discussion,
    DiscussionView,
    Plan,
    Refusal,
    Subtask,
    SubtaskView,
    Task,
    Utterance,
    Verdict,
    goal_task,
    open_world,
    run_crew,
)
from minecrew.behaviors import keep_ledger
from minecrew.bridge import Program
from minecrew.runlog import EVENT, EVENTS_FILE, TICKS, CheatRefused, FaultEvent, Log, SkillEnded

ROUND = 300
MINED = (
    "oak_log",
    "oak_log",
    "birch_log",
    "dirt",
    "stone",
    "stone",
    "coal_ore",
    "iron_ore",
    "sugar_cane",
    "wheat",
)
CRAFTED = (
    *("oak_planks", "oak_planks", "birch_planks", "stick", "crafting_table", "wooden_pickaxe", "wooden_axe"),
    *("stone_pickaxe", "furnace", "chest", "paper", "bread", "ladder", "iron_pickaxe", "book"),
)
THROW = """async function throwAway (bot, name, count) {
  const item = bot.inventory.items().find(item => item.name === name)
  if (!item) throw fail('MISSING_ITEM', `no ${name}`)
  await bot.toss(item.type, null, Math.min(count, item.count))
}"""


class Busybody:
    """A mind that always chooses a random action."""

    kind = "busybody"

    def __init__(self, name: str, team: tuple[str, ...], seed: int) -> None:
        self.random = random.Random(f"{seed} {name}")
        self.others = [other for other in team if other != name]

    async def speak(self, view: DiscussionView) -> Utterance:
        return Utterance(text="I'll keep busy. [END]")

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return [Subtask(text=f"thing {number} to do") for number in range(1, 500)]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        return Action(
            program=self._program(view.observation.inventory), seconds=self.random.choice((5, 20, 40))
        )

    async def verify(self, view: SubtaskView) -> Verdict:
        return Verdict(done=True)

    def _program(self, held: Mapping[str, int]) -> Program:
        draw = self.random
        mine = Program(call="mineBlock", args=(draw.choice(MINED), draw.randint(1, 4)))
        mob = draw.choice(("cow", "sheep", "pig"))
        made = draw.choice(CRAFTED)
        others = [
            (6, mine),
            (4, Program(call="craftItem", args=(made, draw.randint(1, 3)))),
            (1, Program(call="killMob", args=(mob, 20))),
            (1, Program(call="pickUp", args=(draw.choice((*MINED, "cobblestone", "leather")),))),
        ]
        if held:
            item = draw.choice(sorted(held))
            count = draw.randint(1, held[item])
            others += [
                (2, Program(call="giveItem", args=(draw.choice(self.others), item, count))),
                (1, Program(call="throwAway", args=(item, count), code=THROW)),
                (2, Program(call="placeItem", args=(item,))),
                (1, Program(call="equipItem", args=(item,))),
                (1, Program(call="smeltItem", args=(item, draw.choice(("coal", "oak_planks", "stick")), 1))),
                (2, Program(call="depositItemIntoChest", args=(None, {item: count}))),
                (1, Program(call="getItemFromChest", args=(None, {item: count}))),
            ]
        (program,) = draw.choices([p for _, p in others], [weight for weight, _ in others])
        return program


class Foreman:
    """A secretary that gives every agent the same assignment."""

    async def assign(self, record: Discussion) -> Plan:
        return Plan(
            assignments=tuple(Assignment(agent=name, text="Keep busy.", cause=()) for name in record.team)
        )


async def play(task: Task, directory: Path, *, port: int = 0) -> None:
    seed = task.world.seed
    with Log.create(directory) as log:
        async with open_world(task, log, port=port) as (world, _):
            minds = {name: Busybody(name, task.names, seed) for name in task.names}
            await run_crew(task, run="busy", log=log, world=world, minds=minds, secretary=Foreman())


def busy_task(*, agents: int, minutes: float, arena: str, seed: int) -> Task:
    task = goal_task({"dragon_egg": 1}, agents=agents)
    seconds = minutes * 60
    rounds = max(1, round(seconds / ROUND))
    update = {"rounds": rounds, "round_seconds": min(ROUND, seconds), "attempts": 1}
    return task.model_copy(
        update={
            "limits": task.limits.model_copy(update=update),
            "world": task.world.model_copy(update={"arena": arena, "seed": seed, "speed": "max"}),
        }
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.busy")
    parser.add_argument("--agents", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=30, help="minutes of game time")
    parser.add_argument("--arena", default="mine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a new directory for the log")
    parser.add_argument("--port", type=int, default=0, help="the server's port; 0 selects a free one")
    options = parser.parse_args()
    directory = options.out or Path(mkdtemp(prefix="minecrew-busy-"))
    began = time.monotonic()
    world = {name: getattr(options, name) for name in ("agents", "minutes", "arena", "seed")}
    asyncio.run(play(busy_task(**world), directory, port=options.port))
    wall = time.monotonic() - began
    # After hours, the log is larger than `read_events` takes.
    with (directory / EVENTS_FILE).open("rb") as lines:
        events = [EVENT.validate_json(line) for line in lines]
    ledger = keep_ledger(events)
    ticks = max((event.tick for event in events if event.tick is not None), default=0)
    ended = [event for event in events if isinstance(event, SkillEnded)]
    codes = Counter("ok" if event.ok else str(event.code) for event in ended)
    faults = [event.message for event in events if isinstance(event, FaultEvent)]
    cheats = [event for event in events if isinstance(event, CheatRefused)]
    moved = sum(line.made + line.dropped + line.picked for line in ledger.accounts.values())
    print(
        f"{options.agents} bots, {ticks / TICKS / 60:.1f} min of game time in {wall / 60:.1f} min: "
        f"{len(ended)} programs ({', '.join(f'{n} {code}' for code, n in codes.most_common())}), "
        f"{moved} items made, dropped or picked up, of {len(ledger.accounts)} kinds; "
        f"{'balanced' if ledger.balanced and ledger.counted else 'NOT BALANCED'}, {len(faults)} faults, "
        f"{len(cheats)} cheats refused"
    )
    for line in itertools.chain(map(str, ledger.imbalances.values()), faults[:10], map(repr, cheats[:10])):
        print(f"  {line}")
    print(f"  {directory}")
    return 0 if ledger.balanced and ledger.counted and not (faults or cheats) else 1


if __name__ == "__main__":
    sys.exit(main())
