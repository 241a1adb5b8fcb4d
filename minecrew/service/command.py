"""Runs minecrew's commands as child processes, which answer in JSON or bytes. Work that needs Node is done
in this way.

A command takes at most DEADLINE seconds and sets time limits for the processes that it starts, so it ends
soon even if the service is killed. If the client disconnects, its command is stopped.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

from minecrew.runlog import Fault, UserError
from minecrew.service.problem import ProblemError

DEADLINE = 60.0
"""Time limit of a command in seconds, counted from its start."""
AT_ONCE = 2
"""Maximum number of commands that run at the same time."""
WAITING = 50
"""Maximum number of commands that wait for their turn."""
LOOK = 0.25
"""Seconds between two checks of whether the client is still connected."""
MISTAKE = 2
"""The exit code for a user's mistake. The last line of the output describes the mistake."""

Gone = Callable[[], Awaitable[bool]]


class Commands:
    """Runs a limited number of commands at the same time; the others wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def ask(self, *words: str, told: str = "", gone: Gone | None = None) -> bytes:
        """Runs `minecrew` with the arguments `words`, gives it `told` on standard input, and returns its
        output.

        The command must end with 0 or 1. If the client is `gone`, the command is stopped. Raises UserError
        for a user's mistake, a 503 if the client is gone or too many commands wait, and otherwise Fault.
        """
        if self._waiting >= WAITING:
            busy = "too many requests at once; try again in a moment"
            raise ProblemError(503, busy, headers={"Retry-After": "5"})
        working = asyncio.ensure_future(self._ask(words, told))
        try:
            while not (await asyncio.wait([working], timeout=LOOK))[0]:
                if gone is not None and await gone():
                    raise ProblemError(503, "the client has closed the connection")
            return working.result()
        finally:
            working.cancel()
            await asyncio.wait([working])

    async def _ask(self, words: tuple[str, ...], told: str) -> bytes:
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            async with asyncio.timeout(DEADLINE):
                return await _run(words, told)
        except TimeoutError:
            raise Fault(f"`minecrew {words[0]}` took more than {DEADLINE:.0f} s") from None
        finally:
            self._turn.release()


async def _run(words: tuple[str, ...], told: str) -> bytes:
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "minecrew", *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "COLUMNS": "10000"},
            start_new_session=True,
        )
    except OSError as error:
        raise Fault(f"no process could be started: {error.strerror}") from error
    try:
        out, said = await process.communicate(told.encode())
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # what it started is of its group
            await process.wait()
    last = next(iter(said.decode(errors="replace").strip().splitlines()[-1:]), "")
    if process.returncode == MISTAKE:
        raise UserError(last.removeprefix("minecrew: "))
    if process.returncode not in (0, 1):
        raise Fault(f"`minecrew {words[0]}` ended with {process.returncode}: {last[:300]}")
    return out
