"""The virtual clock of a world of ours, as Python sees it: speed, holds, state. Each `Bridge` has one.

The supervisor keeps it. It begins before the server and the bots are started; a process that was started
without it uses the machine's time.
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
"""A factor of real time, or as fast as the machine allows."""


class Free(NamedTuple):
    """A call during which the virtual clock, if there is one, continues."""

    holder: str
    """The holder whose hold is lifted during the call, and taken again before the answer is passed on."""
    seconds: float
    """Game seconds after which the call fails with CallTimeout."""


class ClockState(Record):
    """The state of the clock."""

    moving: bool
    speed: float | None
    """None means as fast as the machine allows."""
    seconds: float
    """Game seconds since it began."""
    quanta: int
    """Ticks granted."""
    faults: int
    """How often the server's ticks did not equal game time, or nothing moved for long."""
    holders: tuple[str, ...]
    members: tuple[str, ...]


class Clock:
    """Pauses while anybody holds it; a process that joins moves it all the same."""

    def __init__(self, ask: Callable[..., Any], post: Callable[[WireMessage], None]) -> None:
        self._ask, self._post = ask, post
        self._ids = itertools.count(-1, -1)
        self.on = False
        """Whether children are started under it."""

    async def begin(self, *, speed: Speed = 1.0, waits: bool = False, strict: bool = False) -> ClockState:
        """From now on children use the clock. With `waits` it moves only while a bot runs a program.

        With `strict` the order is the same in every run, within a tick and in the reports about it.
        """
        how = {"speed": None if speed == "max" else float(speed), "waits": waits, "strict": strict}
        state = ClockState.model_validate(await self._ask("supervisor", "clock.set", how))
        self.on = True
        return state

    async def state(self) -> ClockState:
        self._require()
        return ClockState.model_validate(await self._ask("supervisor", "clock.state"))

    def hold(self, holder: str) -> None:
        """Pauses everything after the current tick; a program that runs for `holder` lifts the pause."""
        self._tell("clock.hold", holder)

    def release(self, holder: str) -> None:
        self._tell("clock.release", holder)

    @asynccontextmanager
    async def alarm(self, seconds: float, holder: str) -> AsyncIterator[None]:
        """Enters after so much game time; from then on `holder` pauses the world until it leaves."""
        self._require()
        try:
            await self._ask("supervisor", "clock.alarm", {"holder": holder, "seconds": seconds}, timeout=None)
            yield
        finally:
            self.release(holder)

    @contextmanager
    def held(self, holder: str) -> Iterator[None]:
        """Does nothing without such a clock."""
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
            raise Fault("this world has no clock of ours; begin it before the server is started")
