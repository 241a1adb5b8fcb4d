"""A process that had no time to read does not blame the supervisor for it."""

from __future__ import annotations

import asyncio
import select
import time

import pytest

from minecrew.bridge import Bridge
from minecrew.runlog import CallTimeout

LIMIT = 0.3
"""Real seconds that a call may take."""


async def test_an_answer_that_came_while_nobody_read_counts() -> None:
    async with Bridge() as bridge:
        asked = asyncio.create_task(bridge.call("supervisor", "echo", {"n": 7}, timeout=LIMIT))
        await asyncio.sleep(0)  # the question is on its way
        assert select.select([bridge._transport._wire._transport.get_extra_info("socket")], [], [], 60)[0]
        time.sleep(3 * LIMIT)  # noqa: ASYNC251 (as planning does on a busy machine)
        assert await asked == {"n": 7}


async def test_no_answer_is_still_a_timeout() -> None:
    async with Bridge() as bridge:
        with pytest.raises(CallTimeout, match=r"supervisor did not answer clock\.alarm within 0\.3 s"):
            await bridge.call("supervisor", "clock.alarm", {"ticks": 1000}, timeout=LIMIT)
