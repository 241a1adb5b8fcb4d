"""A bot in the world, which can observe, run programs, stop and leave. If the bot's process dies, it is
restarted; the Bot object stays the same.

If the process was killed or died during a program, the result is an Outcome, not an exception. This module
knows why the game may refuse a join, but nothing about tasks or minds.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from collections import Counter
from collections.abc import Set
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from minecrew.bridge.clock import Free
from minecrew.bridge.event import ChildEvent
from minecrew.bridge.guard import Guard
from minecrew.bridge.node import node_modules
from minecrew.bridge.observation import Observation
from minecrew.bridge.outcome import Code, Outcome, Program
from minecrew.bridge.own_time import within
from minecrew.bridge.recount import Recount
from minecrew.bridge.server_address import ServerAddress
from minecrew.bridge.sightings import StoredSightings
from minecrew.bridge.supervisor import CallError, Supervisor
from minecrew.game import GAME_FOLDER
from minecrew.runlog import BridgeLost, CallTimeout, ChildLost, GuardMode, Position, UserError

HERE = Path(__file__).resolve().parent
NAME = re.compile(r"[A-Za-z0-9_]{3,16}")
RESERVED = frozenset({"server", "supervisor", "bridge"})
HEAP_MB = 256
RSS_MB = 450
JOIN = 40.0
"""Time limit for joining, in seconds. The bot's own limit is 15 s after loading its modules, and several
bots load at the same time.
"""
TRIES = 3
PAUSE = 0.5
BACK = 10.0
"""Seconds to wait, after a program was killed, until its bot is back and can report its inventory."""
SETTLED = 5.0
"""Seconds after which a connection counts as stable."""
RECOUNT = 10.0
"""Seconds within which a server must send a bot's inventory again; the bot itself gives up after two."""
ANSWER = 30.0
"""Seconds to wait for an observation, including a restart of the bot in between."""
WALL_FACTOR, WALL_EXTRA = 2.0, 15.0
"""The time limit for running a program, in real time or on the virtual clock: deadline * factor + extra."""
REFUSED = frozenset({"NAME_TAKEN", "UNREACHABLE", "WRONG_VERSION", "ONLINE_MODE", "KICKED"})
BROKEN = REFUSED - {"NAME_TAKEN"}
"""Codes of failures to join. If our own server process has ended, these failures are not the user's mistake.
"""
DYING = 5.0
"""Real seconds to wait for the end of a process that was killed."""
TOLD = 1.0
"""Real seconds to wait, after a bot was refused, for a report that the built-in server has ended."""
REMEDY = {
    "NAME_TAKEN": "choose another name, or wait until that player has left",
    "UNREACHABLE": "start the server, or correct the address",
    "WRONG_VERSION": "use the server's own version",
    "ONLINE_MODE": "set online-mode=false there: bots have no accounts",
    "KICKED": "see the server's log or whitelist",
}
STAYS = "the process of the bot"
LEFT = "it left"
MOMENT = Program(
    call="moment",
    code="async function moment (bot) { await bot.waitForTicks(2) }\nmodule.exports = moment",
)


class Bot:
    """A bot that `Bridge.join` created."""

    def __init__(
        self,
        supervisor: Supervisor,
        name: str,
        address: ServerAddress,
        *,
        seed: int,
        guard: Guard | None = None,
    ) -> None:
        self.name = name
        self.address = address
        self.position: Position = (0.0, 0.0, 0.0)
        """Its position when it last joined."""
        self._supervisor = supervisor
        self._seed = seed
        self._guard = guard
        self._runs = itertools.count(1)
        self._library: dict[str, str] = {}
        self._sightings = StoredSightings()
        self._ready = asyncio.Event()
        self._lost: str | None = None
        self._left: str | None = None
        self._death: Code = "CRASHED"
        self._leaving = False
        self._joined_at = 0.0
        self._tries = 0
        self._held: dict[str, int] | None = None
        """The bot's items when its program began; None if no program has begun."""

    # ---- what it can be asked -----------------------------------------------------------------------------

    async def observe(self, *, surroundings: bool = False, timeout: float = ANSWER) -> Observation:
        """Returns what the bot sees and holds. Raises CallTimeout or BridgeLost, or ChildLost if the bot
        could not be restarted.
        """
        reply = await self._ask("observe", {"surroundings": surroundings}, timeout)
        return self._sightings.share(Observation.model_validate(reply))

    async def learn(self, skills: dict[str, str]) -> None:
        """Replaces the library, which maps names to sources; it is kept when the bot restarts."""
        await self._ask("learn", {"skills": skills}, ANSWER)
        self._library = dict(skills)

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        """From now on, the bot's programs use another seed; if a mode of the guard is given, the bot's guard
        uses it.
        """
        self._seed = seed
        await self._ask("reseed", {"seed": seed}, ANSWER)
        if guard and self._guard:
            self._guard = self._guard.model_copy(update={"mode": guard})
            await self._ask("guard", self._guard.model_dump(mode="json"), ANSWER)

    async def run(self, program: Program, *, deadline: float) -> Outcome:
        """Runs a program for at most `deadline` game seconds.

        Only one program can run at a time; a second one raises CallError BUSY. Raises BridgeLost, or
        ChildLost if the bot could not be restarted.
        """
        cap = deadline * WALL_FACTOR + WALL_EXTRA
        params = {
            "id": next(self._runs),
            "program": program.model_dump(mode="json"),
            "deadline": deadline,
        }
        clocked = self._supervisor.clock.on
        limit = None if clocked else cap
        free = Free(holder=self.name, seconds=cap) if clocked else None
        self._held = None
        try:
            reply = await within(self._run(params, limit, free), limit)
        except ChildLost:
            if self._lost is not None:
                raise
            return await self._cut_off(Outcome(ok=False, code=self._death, message=self._epitaph()))
        except (TimeoutError, CallTimeout):
            with contextlib.suppress(CallTimeout):
                await self._supervisor.kill_child(self.name)
            time = "game" if clocked else "real"
            message = f"not done within {cap:g} s of {time} time"
            return await self._cut_off(Outcome(ok=False, code="TIMEOUT", message=message))
        if reply.pop("last"):  # what the program began would not end: the process does
            await self._gone()
        try:
            outcome = Outcome.model_validate(reply)
        except ValidationError:
            # The bot refuses results that a log cannot keep. If it lets one through, only this program fails.
            code = reply["code"] if reply.get("code") in get_args(Code) else "LIMIT"
            return Outcome(ok=False, code=code, message="what it returned cannot be kept")
        return self._sightings.share_in(outcome)

    async def _run(self, params: dict[str, Any], limit: float | None, free: Free | None) -> Any:
        await self._present()
        return await self._supervisor.call(self.name, "run", params, timeout=limit, free=free)

    async def notice(self) -> None:
        """Lets a moment of game time pass, so that the bot learns what has changed in the world."""
        await self.run(MOMENT, deadline=1)

    async def _cut_off(self, outcome: Outcome) -> Outcome:
        """Returns the outcome of a program whose process has ended, with the bot's inventory after the
        restart.
        """
        if self._leaving:
            return outcome
        try:
            seen = await self.observe(timeout=BACK)
        except (CallTimeout, ChildLost):
            return outcome
        held = Counter(seen.inventory)
        held.subtract(seen.inventory if self._held is None else self._held)
        gained = {item: count for item, count in held.items() if count}
        return outcome.model_copy(update={"gained": gained, "observation": seen})

    async def recount(self) -> Recount | None:
        """Makes the server send the bot's inventory again; the reply replaces the bot's view of it. Returns
        None if the server did not answer, or if the bot's process ended during the call.
        """
        await self._present()
        free = Free(holder=self.name, seconds=RECOUNT) if self._supervisor.clock.on else None
        try:
            reply = await self._supervisor.call(self.name, "recount", timeout=RECOUNT, free=free)
        except (ChildLost, CallTimeout):
            return None
        return None if reply is None else Recount.model_validate(reply)

    async def stop(self) -> bool:
        """Stops the running program, if there is one; its outcome is STOPPED."""
        with contextlib.suppress(ChildLost):
            return bool(await self._supervisor.call(self.name, "stop"))
        return False

    async def chat(self, text: str) -> None:
        await self._ask("chat", {"text": text}, ANSWER)

    async def leave(self) -> None:
        """Leaves the server and ends the bot's process."""
        self._leaving = True
        with contextlib.suppress(ChildLost, CallTimeout, BridgeLost):
            await self._supervisor.call(self.name, "leave", timeout=2.0)
        await self._gone()
        if not self._ready.is_set():  # it is being brought back; a kill ends that, too
            with contextlib.suppress(CallTimeout, BridgeLost, TimeoutError):
                await self._supervisor.kill_child(self.name)
                async with asyncio.timeout(JOIN):
                    await self._ready.wait()
        self._supervisor.forget(self.name)

    # ---- its life -----------------------------------------------------------------------------------------

    def check_name(self, *, taken: Set[str]) -> None:
        if self.name.lower() in RESERVED or not NAME.fullmatch(self.name):
            raise UserError(f"{self.name!r} cannot be a player's name; use 3 to 16 letters, digits or _")
        if self.name in taken:
            raise UserError(f"there is already a bot {self.name!r}; {REMEDY['NAME_TAKEN']}")

    async def start(self) -> dict[str, Any]:
        """Joins. Raises UserError if the server's address or version, or the bot's name, is wrong."""
        try:
            info = await self._supervisor.start_child(
                self.name,
                script=HERE / "bot.js",
                options={**self.address.model_dump(), "seed": self._seed},
                heap_mb=HEAP_MB,
                rss_mb=RSS_MB,
                timeout=JOIN,
                permission=True,
                readable=[HERE, GAME_FOLDER, node_modules()],
            )
        except CallError as error:
            if error.code in BROKEN and await self._supervisor.has_ended("server", within=TOLD):
                raise ChildLost("server", f"{self.name} cannot join: {error.message}") from error
            if error.code in REFUSED:
                raise UserError(f"{self.name!r} cannot join: {error.message}; {REMEDY[error.code]}") from None
            raise
        if self._guard:
            await self._supervisor.call(self.name, "guard", self._guard.model_dump(mode="json"))
        if self._library:
            await self._supervisor.call(self.name, "learn", {"skills": self._library})
        self.position = info["position"]
        self._joined_at = asyncio.get_running_loop().time()
        self._left = None
        self._ready.set()
        return info

    def hear(self, event: ChildEvent) -> None:
        """Handles an event about the bot, which the bot's process or the bridge reports."""
        if event.event == "began":
            self._held = event.data["inventory"]
        elif event.event == "left":
            self._left = str(event.data["why"])
        elif event.event == "lost":
            self._ready.set()  # whoever waits asks the bridge, and is told
        elif event.event == "exit" and self._ready.is_set() and not self._leaving:
            self._ready.clear()
            self._death = self._cause(event)
            held = asyncio.get_running_loop().time() - self._joined_at > SETTLED
            self._tries = 0 if held or self._death != "DISCONNECTED" else self._tries
            self._supervisor.spawn(self._come_back)

    def _cause(self, exit_event: ChildEvent) -> Code:
        why, signal = exit_event.data.get("why"), exit_event.data.get("signal")
        if why == "heartbeat":
            return "UNRESPONSIVE"
        if why == "memory" or signal in ("SIGABRT", "SIGTRAP", "SIGILL"):  # V8 aborts at its heap's limit
            return "OUT_OF_MEMORY"
        return "DISCONNECTED" if self._left is not None else "CRASHED"

    def _epitaph(self) -> str:
        return {
            "UNRESPONSIVE": f"{STAYS} was killed: it was busy and did not answer (a loop without an await?)",
            "OUT_OF_MEMORY": f"{STAYS} was killed: it used more memory than allowed",
            "DISCONNECTED": f"the connection was lost ({self._left})",
        }.get(self._death, f"{STAYS} died")

    async def _come_back(self) -> None:
        """Tries to join again several times. Afterwards, the bot is back or given up."""
        why = self._epitaph()
        try:
            problem = await self._join_again(why)
        except BridgeLost:
            return
        except Exception as error:  # a bot that never gets ready would be waited for
            problem = f"{why}; restarting it failed: {error!r}"
        if problem is not None:
            self._lost = problem
            self._ready.set()
            if not self._leaving:
                self._supervisor.tell(ChildEvent(event="gone", child=self.name, data={"message": problem}))

    async def _join_again(self, why: str) -> str | None:
        """Returns None, or the reason why the bot could not come back."""
        problem = why
        while self._tries < TRIES and not self._is_leaving():
            self._tries += 1
            try:
                info = await self.start()
            except (UserError, CallError, CallTimeout, ChildLost) as error:
                problem = str(error)
                await asyncio.sleep(0 if self._leaving else PAUSE * 2**self._tries)
                continue
            if self._is_leaving():
                await self._supervisor.kill_child(self.name)
                await self._gone()
                return LEFT
            self._tries = self._tries if self._death == "DISCONNECTED" else 0
            data = {"why": why, "position": info["position"], "tick": info["tick"]}
            self._supervisor.tell(ChildEvent(event="restarted", child=self.name, data=data))
            return None
        return LEFT if self._is_leaving() else problem

    def _is_leaving(self) -> bool:
        return self._leaving  # asked again after an await

    async def _gone(self) -> None:
        """Waits for the end of its process, and kills it if it does not end."""
        with contextlib.suppress(CallTimeout, BridgeLost):
            for _ in range(100):
                if self.name not in self._supervisor.pids:
                    return
                await asyncio.sleep(0.02)
            await self._supervisor.kill_child(self.name)
            await self._supervisor.has_ended(self.name, within=DYING)

    async def _present(self) -> None:
        """Waits until a restart in progress is over."""
        await self._ready.wait()
        if self._lost is not None:
            raise ChildLost(self.name, self._lost)

    async def _ask(self, method: str, params: dict[str, Any], timeout: float) -> Any:
        """Asks a question that can be repeated: if the bot restarts meanwhile, it is asked again."""
        try:
            return await within(self._asked(method, params, timeout), timeout)
        except TimeoutError:
            raise CallTimeout(f"{self.name} did not answer {method} within {timeout:g} s") from None

    async def _asked(self, method: str, params: dict[str, Any], timeout: float) -> Any:
        while True:
            await self._present()
            try:
                return await self._supervisor.call(self.name, method, params, timeout=timeout)
            except ChildLost:
                await asyncio.sleep(0.05)  # its 'exit' is told before, so this waits for the restart
