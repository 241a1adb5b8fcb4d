"""A world, and a proxy on 127.0.0.1 through which players connect to it; the proxy can cut connections."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any, Self, TypeVar

T = TypeVar("T")


class World:
    """The process of `minecrew world start`, which runs in real time."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def __enter__(self) -> Self:
        command = [
            sys.executable,
            "-m",
            "minecrew",
            "world",
            "start",
            "--port",
            "0",
            "--seed",
            str(self._seed),
        ]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        said = ""
        for line in self._process.stdout or ():
            said += line
            if found := re.search(r"127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                Thread(target=self._listen, daemon=True).start()
                return self
        raise RuntimeError(f"no world: {said}")

    def _listen(self) -> None:
        for _ in self._process.stdout or ():
            pass

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=60)


class Proxy:
    """Passes all data on in both directions, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._pass_on, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def cut(self) -> int:
        """Cuts all connections, and returns their number."""
        return self._run(self._cut())

    def close(self) -> None:
        """Accepts no new connections."""
        self._loop.call_soon_threadsafe(self._server.close)

    def __exit__(self, *_: object) -> None:
        self.close()
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=30)

    async def _cut(self) -> int:
        cut = len(self._writers) // 2
        for writer in tuple(self._writers):
            writer.transport.abort()
        return cut

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(_pump(reader, back))
                tasks.create_task(_pump(there, writer))
        finally:
            self._writers -= {writer, back}


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    writer.close()
