"""Decides which agents think at the same time. In strict order, they think one after the other, in the
order of their calls.

Answers that come within one tick of game time arrive in a fixed order, so agents get their turns in a fixed
order, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Gives one turn at a time, or any number of turns at once if order does not matter."""

    def __init__(self, *, strict: bool) -> None:
        self._lock = asyncio.Lock() if strict else None

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Waits for a turn and keeps it while the context is open."""
        if self._lock is None:
            yield
            return
        async with self._lock:
            yield

    @asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """To be used within `taken`: lets others have their turns while the context is open, and waits for
        the next turn when it closes.
        """
        if self._lock is None:
            yield
            return
        self._lock.release()
        try:
            yield
        finally:
            await self._lock.acquire()
