"""A supervisor that does not answer: because it is frozen, or because the machine is too busy."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path

import pytest

from minecrew.bridge import Bridge, supervisor
from minecrew.bridge.bot import HERE
from minecrew.bridge.processor_wait import processor_wait
from minecrew.runlog import BridgeLost, CallTimeout


@pytest.mark.parametrize("busy", [True, False])
async def test_a_supervisor_without_a_processor_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    """On a busy machine it cannot answer, and is not frozen."""
    monkeypatch.setattr(supervisor, "PING_LIMIT", 0.2)
    monkeypatch.setattr(supervisor, "PING_EVERY", 0.05)
    monkeypatch.setattr(supervisor, "MOST_SILENT", 1000)
    monkeypatch.setattr(supervisor, "processor_wait", lambda pid: time.monotonic() if busy else 0.0)
    async with Bridge() as bridge:
        assert bridge.supervisor_pid is not None
        os.kill(bridge.supervisor_pid, signal.SIGSTOP)
        await asyncio.sleep(1)
        if not busy:
            with pytest.raises(BridgeLost, match="supervisor is gone"):
                await bridge.call("supervisor", "ping")
            return
        os.kill(bridge.supervisor_pid, signal.SIGCONT)
        await bridge.call("supervisor", "ping", timeout=30)
        monkeypatch.setattr(supervisor, "MOST_SILENT", 1)
        os.kill(bridge.supervisor_pid, signal.SIGSTOP)
        with pytest.raises(BridgeLost, match="supervisor is gone"):
            await bridge.call("supervisor", "ping", timeout=30)


async def test_who_was_stopped_itself_waits_longer() -> None:
    """As if all processes were stopped and continued together."""
    async with Bridge() as bridge:
        assert bridge.supervisor_pid is not None
        os.kill(bridge.supervisor_pid, signal.SIGSTOP)
        ping = asyncio.create_task(bridge.call("supervisor", "ping", timeout=4.0))
        await asyncio.sleep(0.1)
        time.sleep(4.5)  # noqa: ASYNC251 (nothing of this process runs)
        os.kill(bridge.supervisor_pid, signal.SIGCONT)
        await ping


async def test_a_call_has_a_deadline() -> None:
    async with Bridge() as bridge:
        assert bridge.supervisor_pid is not None
        os.kill(bridge.supervisor_pid, signal.SIGSTOP)
        with pytest.raises(CallTimeout, match=r"within 0\.7 s"):
            await bridge.call("supervisor", "ping", timeout=0.7)


async def test_a_bridge_that_is_lost_tells_who_waits_for_the_end_of_a_child(tmp_path: Path) -> None:
    script, channel = tmp_path / "quiet.js", json.dumps(str(HERE / "channel.js"))
    script.write_text(
        f"require({channel}).openChannel().send({{ event: 'ready', info: {{}} }})\n"
        "setInterval(() => {}, 1000)\n"
    )
    async with Bridge() as bridge:
        await bridge.start_child("quiet", script=script, options={})
        waiting = asyncio.create_task(bridge.has_ended("quiet", within=60))
        await asyncio.sleep(0)
        assert bridge.supervisor_pid is not None
        os.kill(bridge.supervisor_pid, signal.SIGKILL)
        async with asyncio.timeout(30):
            await waiting


def test_the_system_says_how_long_a_process_had_no_processor() -> None:
    assert processor_wait(os.getpid()) > 0
    assert processor_wait(None) == 0.0
