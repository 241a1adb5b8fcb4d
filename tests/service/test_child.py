"""What a run's process is told, while it does not listen."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from minecrew.run.remote import RemoteMessage
from minecrew.runlog import RunBundle
from minecrew.service.child import UNREAD, Child


async def test_what_nobody_reads_is_not_kept(tmp_path: Path) -> None:
    deaf = (sys.executable, "-c", "import time; time.sleep(600)")
    process = await asyncio.create_subprocess_exec(*deaf, stdin=asyncio.subprocess.PIPE)
    child = Child(RunBundle(tmp_path), process, tempfile.TemporaryFile())  # noqa: SIM115  # the child closes it
    try:
        assert process.stdin is not None
        for _ in range(1000):
            child.tell(RemoteMessage(say="x" * 1000))
        assert 0 < process.stdin.transport.get_write_buffer_size() < 2 * UNREAD
    finally:
        process.kill()
        await child.wait()
