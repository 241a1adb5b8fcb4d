"""Runs every attack on the sandbox against live bots, and prints a table; exit code 1 if one got through.

    python -m benchmarks.attack [--kind KIND] [--only WORDS]

Bob runs the hostile program, while Alice and Carol are pinged continuously. Afterwards, Bob's view of his
inventory must match the server's count, and his next program must find its environment unchanged.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.attacks import ATTACKS, HOUSE, KILLED, NAMES, PRELUDE, Attack, main_of, on_name
from minecrew.bridge import Bot, Bridge, Outcome, Program, ServerAddress
from minecrew.runlog import CallTimeout

SERVER = Path(__file__).resolve().parents[1] / "mc_server" / "server.js"
TEAM = ("Alice", "Bob", "Carol")
VICTIM = "Bob"
LONGEST = 25.0
"""Maximum duration of an attack in real seconds: on a busy machine, the watchdog waits a long time before it
kills the bot, which then joins again. On an idle machine, this takes about 3 s: 2 s of computing, and 1 s
until the bot is back.
"""
PATIENCE = 2.0
"""Real seconds within which the other bots must answer."""


@dataclass(frozen=True)
class Trial:
    attack: Attack
    outcome: Outcome
    seconds: float
    worst: float
    """The longest time that either of the other two bots took to answer, in ms."""
    wrong: tuple[str, ...]
    """The problems, one line each."""


class Range:
    """A server and three bots, one of which runs the attacks."""

    def __init__(
        self, bridge: Bridge, bots: dict[str, Bot], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock`: the seconds against which the limits are held."""
        self.bridge, self.bots, self._clock = bridge, bots, clock
        self._own: str | None = None

    async def run(self, code: str, *, deadline: float = 3.0) -> Outcome:
        return await self.bots[VICTIM].run(Program(call="main", code=code), deadline=deadline)

    async def names(self) -> list[Attack]:
        """Returns one attack for each name in the facade's tables."""
        listed = await self.run(main_of(NAMES))
        return [on_name(path, key) for path, key in listed.result]

    async def house(self) -> list[str]:
        """Returns the problems that the next program finds."""
        found = await self.run(main_of(HOUSE), deadline=10.0)
        if not found.ok:
            return [f"the next program failed: {found.code} {found.message[:80]}"]
        self._own = self._own or found.result["own"]
        return [*found.result["wrong"], *([] if self._own == found.result["own"] else ["its globals"])]

    async def trial(self, attack: Attack) -> Trial:
        if self._own is None:
            assert not await self.house()
        slow: list[float] = []
        wrong: list[str] = []
        began = self._clock()
        async with self._others(slow, wrong):
            for item, count in attack.needs.items():
                await self.bridge.call("server", "grant", {"player": VICTIM, "item": item, "count": count})
            learned = await self._learn(attack)
            outcome = learned or await self.run(PRELUDE + attack.main, deadline=attack.seconds)
            took = self._clock() - began
            wrong += await self._recounted(outcome)
            wrong += await self.house()
        if attack.skills:
            await self.bots[VICTIM].learn({})
        if outcome.ok and outcome.result != attack.answers:
            wrong.append(f"broke through: {str(outcome.result)[:300]}")
        if not outcome.ok and outcome.code not in attack.ends:
            wrong.append(f"ended as {outcome.code}: {outcome.message[:100]}")
        if took > LONGEST:
            wrong.append(f"took {took:.1f} s")
        return Trial(attack, outcome, took, max(slow, default=0.0), tuple(wrong))

    async def _recounted(self, outcome: Outcome) -> list[str]:
        """Returns how the bot's view of its inventory differs from the server's count."""
        told = await self.bots[VICTIM].recount()
        if told is None:
            return [] if outcome.code in KILLED else ["the server sent no count of its items"]
        if told.seen == told.counted:
            return []
        return [f"sees {told.seen} in its inventory, but holds {told.counted}"]

    async def _learn(self, attack: Attack) -> Outcome | None:
        """Gives the bot the attack's skills; returns the outcome if they are refused, otherwise None."""
        if attack.skills:
            try:
                await self.bots[VICTIM].learn(dict(attack.skills))
            except Exception as error:
                return Outcome(ok=False, code="BAD_ARGUMENT", message=str(error))
        return None

    @asynccontextmanager
    async def _others(self, slow: list[float], wrong: list[str]) -> AsyncIterator[None]:
        """Pings the two other bots continuously; adds the ms per answer to `slow`, failures to `wrong`."""
        over = asyncio.Event()

        async def ask(name: str) -> None:
            while not over.is_set():
                began = self._clock()
                try:
                    await self.bridge.call(name, "ping", timeout=LONGEST)
                except CallTimeout:
                    wrong.append(f"{name} did not answer")
                took = self._clock() - began
                if took > PATIENCE:
                    wrong.append(f"{name} did not answer for {took:.1f} s")
                slow.append(1e3 * took)
                await asyncio.sleep(0.005)

        async with asyncio.TaskGroup() as group:
            for name in TEAM:
                if name != VICTIM:
                    group.create_task(ask(name))
            try:
                yield
            finally:
                over.set()


@asynccontextmanager
async def shooting_range() -> AsyncIterator[Range]:
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        options = {"port": 0, "seed": 42, "arena": "meadow"}
        info = await bridge.start_child("server", script=SERVER, options=options, heap_mb=512, rss_mb=1500)
        address = ServerAddress(host="127.0.0.1", port=info["port"], version=info["version"])
        bots = {name: await bridge.join(name, address, seed=7) for name in TEAM}
        yield Range(bridge, bots)


def table(trials: Sequence[Trial]) -> Table:
    made = Table(title="attacks on the sandbox", show_lines=False)
    for heading in ("attack", "kind", "outcome", "s", "slowest answer of the others, ms", ""):
        made.add_column(heading)
    for t in trials:
        end = t.outcome.code or str(t.outcome.result)[:20]
        made.add_row(
            t.attack.name, t.attack.kind, end, f"{t.seconds:.2f}", f"{t.worst:.0f}", "; ".join(t.wrong)
        )
    return made


async def main(kind: str | None, only: str | None) -> int:
    trials: list[Trial] = []
    async with shooting_range() as range_:
        for attack in [*await range_.names(), *ATTACKS]:
            if kind not in (None, attack.kind) or (only or "") not in attack.name:
                continue
            print(f"{attack.kind}: {attack.name}", file=sys.stderr, flush=True)
            trials.append(await range_.trial(attack))
            if trials[-1].wrong:
                print(f"{attack.kind}: {attack.name}: {'; '.join(trials[-1].wrong)}", flush=True)
    Console(width=150).print(table(trials))
    bad = [t for t in trials if t.wrong]
    worst = max((t.worst for t in trials), default=0.0)
    print(f"{len(trials)} attacks, {len(bad)} got through; slowest answer of the others {worst:.0f} ms")
    return 1 if bad else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attack")
    parser.add_argument("--kind", help="only attacks of this kind")
    parser.add_argument("--only", help="only attacks whose names contain this text")
    options = parser.parse_args()
    sys.exit(asyncio.run(main(options.kind, options.only)))
