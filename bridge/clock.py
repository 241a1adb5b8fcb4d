"""The Python side of the virtual clock of a built-in world: speed, holds and state. Each `Bridge` has a
clock, which the supervisor keeps.

The clock is started before the server and the bots. A process that was started without `clock.js` uses the
machine's time.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from minecrew.bridge.transport import WireMessage
from minecrew.runlog import Fault, Record

PRELOAD = Path(__file__).with_name("clock.js")
Speed = float | Literal["max"]
"""A multiple of real time, or "max" for as fast as the machine allows."""


class Free(NamedTuple):
    """A call during which the virtual clock, if there is one, is not paused."""

    holder: str
    """The holder whose hold is released during the call and taken again before the answer is returned."""
    seconds: float
    """Game seconds after which the call fails with CallTimeout."""


class ClockState(Record):
    """The state of the clock."""

    moving: bool
    speed: float | None
    """None means as fast as the machine allows."""
    seconds: float
    """Game seconds since the clock was started."""
    quanta: int
    """Ticks granted."""
    faults: int
    """The number of times that the server's ticks differed from game time, or that nothing moved for a long
    time.
    """
    holders: tuple[str, ...]
    members: tuple[str, ...]


class Clock:
    """The clock pauses while anybody holds it, except that a joining process still moves it."""

    def __init__(self, ask: Callable[..., Any], post: Callable[[WireMessage], None]) -> None:
        self._ask, self._post = ask, post
        self._ids = itertools.count(-1, -1)
        self.on = False
        """Whether children are started under this clock."""

    async def begin(self, *, speed: Speed = 1.0, waits: bool = False, strict: bool = False) -> ClockState:
        """From now on, children use the clock. With `waits`, the clock moves only while a bot runs a program.

        With `strict`, the order of actions within a tick, and of the reports, is the same in every run.
        """
        how = {"speed": None if speed == "max" else float(speed), "waits": waits, "strict": strict}
        state = ClockState.model_validate(await self._ask("supervisor", "clock.set", how))
        self.on = True
        return state

    async def state(self) -> ClockState:
        self._require()
        return ClockState.model_validate(await self._ask("supervisor", "clock.state"))

    def hold(self, holder: str) -> None:
        """Pauses everything after the current tick; a program that is run on behalf of `holder` lifts the
        pause.
        """
        self._tell("clock.hold", holder)

    def release(self, holder: str) -> None:
        self._tell("clock.release", holder)

    @asynccontextmanager
    async def alarm(self, seconds: float, holder: str) -> AsyncIterator[None]:
        """Enters the context after `seconds` of game time; from then on, `holder` pauses the world until
        the context ends.
        """
        self._require()
        try:
            await self._ask("supervisor", "clock.alarm", {"holder": holder, "seconds": seconds}, timeout=None)
            yield
        finally:
            self.release(holder)

    @contextmanager
    def held(self, holder: str) -> Iterator[None]:
        """While the context is open, `holder` pauses the clock. Does nothing without a virtual clock."""
        if not self.on:
            yield
            return
        self.hold(holder)
        try:
            yield
        finally:
            self.release(holder)

    def _tell(self, method: str, holder: str) -> None:
        params = {"holder": holder}
        self._post({"id": next(self._ids), "to": "supervisor", "method": method, "params": params})

    def _require(self) -> None:
        if not self.on:
            raise Fault("this world has no virtual clock; start the clock before the server")
