"""A command of ours that answers in JSON, or in bytes, and ends: what needs Node is done in such a child.

It takes no more than DEADLINE seconds, and has deadlines of its own for what it starts, so that it ends soon
whatever becomes of us.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

from runlog import Fault, UserError

DEADLINE = 60.0
"""Seconds, the wait for its turn included."""
AT_ONCE = 2
"""Commands that run at the same time."""
MISTAKE = 2
"""Exit code of the user's mistake; what it is stands in the last line."""


class Commands:
    """Runs them, some at a time; the rest waits."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def ask(self, *words: str, told: str = "") -> bytes:
        """What the command `minecrew words` prints, given `told` on its standard input.

        Ends with 0 or 1. Raises UserError with the line of a mistake; Fault.
        """
        try:
            async with asyncio.timeout(DEADLINE), self._turn:
                return await _run(words, told)
        except TimeoutError:
            raise Fault(f"`minecrew {words[0]}` took more than {DEADLINE:.0f} s") from None


async def _run(words: tuple[str, ...], told: str) -> bytes:
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "minecrew", *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "COLUMNS": "10000"},
        )
    except OSError as error:
        raise Fault(f"no process could be had: {error.strerror}") from error
    try:
        out, said = await process.communicate(told.encode())
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    last = next(iter(said.decode(errors="replace").strip().splitlines()[-1:]), "")
    if process.returncode == MISTAKE:
        raise UserError(last.removeprefix("minecrew: "))
    if process.returncode not in (0, 1):
        raise Fault(f"`minecrew {words[0]}` ended with {process.returncode}: {last[:300]}")
    return out
