"""Deadlines in the time for which this process itself runs.

A process may be stopped for a while, for example with its whole group (SIGSTOP), or by a container that is
paused. The processes that it waits for are then stopped as well, so they must not count as silent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

SLICE = 0.5
"""Real seconds between two looks at the clock. If more than twice as many have passed, this process was
stopped in between, or had no processor; the time then counts as half a slice, so that a deadline is never put
off without end.
"""


async def done_within(answer: asyncio.Future[Any], seconds: float) -> bool:
    """Waits for the answer for at most `seconds` of the time for which this process runs; returns whether it
    has come.
    """
    clock, left = asyncio.get_running_loop().time, seconds
    while left > 0 and not answer.done():
        begun = clock()
        await asyncio.wait((answer,), timeout=min(SLICE, left))
        passed = clock() - begun
        left -= passed if passed <= 2 * SLICE else SLICE / 2
    return answer.done()


async def within(work: Coroutine[Any, Any, T], seconds: float | None) -> T:
    """Returns the result of `work`. Raises TimeoutError if it takes more than `seconds` of the time for which
    this process runs.
    """
    if seconds is None:
        return await work
    task = asyncio.ensure_future(work)
    try:
        if not await done_within(task, seconds):
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()
