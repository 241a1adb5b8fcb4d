"""Deadlines in the time for which this process itself runs.

A process may be stopped for a while, for example with its whole group (SIGSTOP), or by a container that is
paused. The processes that it waits for are then stopped as well, so they must not count as silent.
"""

from __future__ import annotations

import asyncio
from typing import Any

SLICE = 0.5
"""Real seconds between two looks at the clock. If one of them takes more than twice as long, this process was
stopped in between, or had no processor.
"""


async def done_within(answer: asyncio.Future[Any], seconds: float) -> bool:
    """Waits for the answer for at most `seconds` of the time for which this process runs; returns whether it
    has come.
    """
    clock, left = asyncio.get_running_loop().time, seconds
    while left > 0 and not answer.done():
        begun = clock()
        await asyncio.wait((answer,), timeout=min(SLICE, left))
        left -= min(clock() - begun, 2 * SLICE)
    return answer.done()
