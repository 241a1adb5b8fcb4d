"""Serves the local model as an OpenAI-compatible endpoint on 127.0.0.1 until Ctrl-C or SIGTERM.

A child process answers the questions. It holds the other end of a pipe and ends when the pipe closes, so it
never outlives this process.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

from rich.console import Console

from minecrew.bridge import install_environment
from minecrew.local_model.installation import NAME, WEIGHTS, require_model
from minecrew.runlog import ChildLost, UserError

T = TypeVar("T")
CHILD = Path(__file__).with_name("child.py")
LOADING, ENDING = 60.0, 5.0
"""Time limits, in seconds, for the start and for the end of the process."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def start_model(port: int, longest: int, console: Console) -> None:
    """Serves until a signal arrives. `longest`: maximum number of tokens per answer. Raises UserError if the
    model is not installed or the port is not available, and Fault if the model's process ends.
    """
    directory = require_model()
    _check_port(port)
    asyncio.run(_serve(directory, port, longest, console))


async def _serve(directory: Path, port: int, longest: int, console: Console) -> None:
    over = asyncio.Event()
    for name in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(name, over.set)
    with tempfile.TemporaryFile("w+b") as said:
        async with _child(directory, port, longest, said) as child:
            if url := await _unless(over, _url(child), LOADING):
                _introduce(url, console)
                await _unless(over, child.wait())
            if not over.is_set():
                raise ChildLost("model", _why(child, said))
    console.print("the model's process has ended")


async def _unless(
    over: asyncio.Event, awaited: Coroutine[Any, Any, T], limit: float | None = None
) -> T | None:
    """Returns the result of `awaited`, or None if a signal arrives or `limit` seconds pass first."""
    async with asyncio.TaskGroup() as group:
        tasks = group.create_task(awaited), group.create_task(over.wait())
        await asyncio.wait(tasks, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        return tasks[0].result() if tasks[0].done() else None


@asynccontextmanager
async def _child(directory: Path, port: int, longest: int, said: IO[bytes]) -> AsyncIterator[Process]:
    """Starts the process that serves. Everything that it prints besides its URL goes to `said`."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(CHILD)),
        *(str(directory), str(directory / WEIGHTS), NAME, str(port), str(longest)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=said,
        env=install_environment(),
        process_group=0,
    )
    assert child.stdin
    try:
        yield child
    finally:
        child.stdin.close()
        try:
            await asyncio.wait_for(child.wait(), ENDING)
        except TimeoutError:
            child.kill()
            await child.wait()


async def _url(child: Process) -> str:
    assert child.stdout
    return (await child.stdout.readline()).decode().strip()


def _why(child: Process, said: IO[bytes]) -> str:
    said.seek(0)
    last = (said.read().decode("utf-8", "replace").strip().splitlines() or ["it gave no reason"])[-1]
    state = f"it ended with code {child.returncode}" if child.returncode is not None else "it does not answer"
    return f"{state}: {last}"


def _check_port(port: int) -> None:
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            free.bind(("127.0.0.1", port))
        except OSError as error:
            why = f"port {port} on 127.0.0.1 is not available ({error.strerror})"
            raise UserError(f"{why}; choose another port with --port, or 0 for any free port") from None


def _introduce(url: str, console: Console) -> None:
    for line in (
        f"{NAME} answers at {url}/v1 (local access only)",
        "To try the model with a crew, run this in another terminal:",
        f"  minecrew run paper --rounds 1 --mind openai --model {NAME} --base-url {url}/v1",
        "This model is far too small to plan; a run only shows that the connection works.",
        "Press Ctrl-C to stop it.",
    ):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
