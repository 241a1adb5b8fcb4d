"""A run's process: `minecrew run` on a queued bundle, controlled through a pipe to its standard input.

The pipe carries people's lines. If the service ends for any reason, the pipe closes and the run ends. The
process's own output is kept in case it ends without an entry in its log.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from contextlib import suppress
from typing import IO

from minecrew.run.remote import RemoteMessage
from minecrew.runlog import RunBundle

COMMANDS = {"run": ("run",), "try": ("skills", "try-queued")}
"""Kind of run -> the command that plays a bundle with `--queued`."""
GENTLE = 5.0
"""Seconds until a stopped run gets SIGTERM, and again until SIGKILL; normally, it ends within 2 seconds."""
UNREAD = 1 << 16
"""Maximum number of waiting bytes, besides those in the pipe, for a process that does not read."""
SHOWN = 300
"""Maximum number of characters that are kept of the process's last output."""


class Child:
    """The process of one run."""

    def __init__(self, bundle: RunBundle, process: asyncio.subprocess.Process, said: IO[bytes]) -> None:
        self.bundle, self._process, self._said = bundle, process, said

    @classmethod
    async def start(cls, bundle: RunBundle, kind: str) -> Child:
        """Raises OSError if no process can be started."""
        said = tempfile.TemporaryFile()  # noqa: SIM115  # a pipe would break under it when we end
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "minecrew", *COMMANDS[kind], "--queued", str(bundle.path)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,  # Ctrl-C is for us; the run ends by its pipe
            )
        except OSError:
            said.close()
            raise
        return cls(bundle, process, said)

    def tell(self, message: RemoteMessage) -> None:
        """Sends a line.

        The line is lost if the process has ended, or if too many bytes are already waiting.
        """
        pipe = self._process.stdin
        if pipe and not pipe.is_closing() and pipe.transport.get_write_buffer_size() < UNREAD:
            pipe.write(message.model_dump_json(exclude_none=True).encode() + b"\n")

    def let_go(self) -> None:
        """Closes the pipe, which ends the run."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def wait(self) -> str:
        """Waits until the process has ended. Returns '' or, if it did not end normally, its last output."""
        code = await self._process.wait()
        with self._said as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 4096))
            last = file.read().decode(errors="replace").strip().splitlines()[-1:]
        told = last[0][:SHOWN] if last else ""
        return "" if code in (0, 1, 130) else f"{_words(code)}{': ' if told else ''}{told}"

    async def see_off(self) -> None:
        """Waits for a process that was told to end; if it does not end, kills it and its children."""
        for name in (signal.SIGTERM, signal.SIGKILL):
            try:
                async with asyncio.timeout(GENTLE):
                    await self._process.wait()
                return
            except TimeoutError:
                with suppress(ProcessLookupError):
                    os.killpg(self._process.pid, name)


def _words(code: int) -> str:
    if code >= 0:
        return f"its process ended with {code}"
    return f"its process was ended by {signal.Signals(-code).name}"
