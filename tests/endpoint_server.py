"""A chat endpoint on 127.0.0.1 that misbehaves as it is told: real sockets, real HTTP, no model."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

KEY = "sk-secret-0123456789abcdef"
"""What must be found nowhere."""


@dataclass
class Misbehaving:
    """Answers request number n as `answer(n, request)` says; see `respond` for what it may say."""

    answer: Callable[[int, dict[str, Any]], Any]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    url: str = ""
    written: int = 0
    """Bytes of endless replies that were taken."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                self.headers.append(head)
                length = next(
                    int(line.split(":")[1])
                    for line in head.split("\r\n")
                    if line.lower().startswith("content-length")
                )
                request = json.loads(await reader.readexactly(length))
                self.requests.append(request)
                what = self.answer(len(self.requests), request)
                if what == "<endless>":
                    await self.pour(writer)
                if not await respond(writer, what):
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def pour(self, writer: asyncio.StreamWriter) -> None:
        """A body without an end."""
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        while True:
            writer.write(b" " * 65536)
            await writer.drain()
            self.written += 65536


async def respond(writer: asyncio.StreamWriter, what: Any) -> bool:
    """A string: the model's words. A dict: the body. (status, body): so. Else a fault by name."""
    match what:
        case "<drop>":
            writer.transport.abort()
            return False
        case "<half>":  # more is promised than is sent
            writer.write(
                b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"choi'
            )
            await writer.drain()
            return False
        case "<hang>":
            await asyncio.sleep(60)
            return False
        case "<dribble>":  # never silent for long, never through
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n")
            for _ in range(600):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.05)
            return False
        case "<html>":
            return await _send(writer, 200, b"<html>so sorry</html>")
        case (int(status), body):
            return await _send(writer, status, json.dumps(body).encode())
        case (int(status), body, str(wait)):
            return await _send(writer, status, json.dumps(body).encode(), f"Retry-After: {wait}\r\n")
        case (int(status), bytes(body), dict(headers)):
            extra = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            return await _send(writer, status, body, extra)
        case AsyncIterator():  # of a stream: an event, or bytes as they are
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            async for event in what:
                raw = event if isinstance(event, bytes) else f"data: {json.dumps(event)}\n\n".encode()
                writer.write(raw)
                await writer.drain()
            return False
        case bytes():  # head and all
            writer.write(what)
            await writer.drain()
            return False
        case str():
            return await _send(writer, 200, json.dumps(completion(what)).encode())
        case _:
            return await _send(writer, 200, json.dumps(what).encode())


def completion(text: str | None, *, finish: str = "stop", refusal: str | None = None) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": refusal}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
    }


async def _send(writer: asyncio.StreamWriter, status: int, body: bytes, extra: str = "") -> bool:
    head = (
        f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{extra}\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()
    return True


@asynccontextmanager
async def misbehaving(answer: Callable[[int, dict[str, Any]], Any]) -> AsyncIterator[Misbehaving]:
    endpoint = Misbehaving(answer)
    open_: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        open_.add(task)
        await endpoint.serve(reader, writer)
        open_.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    endpoint.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield endpoint
    finally:
        server.close()
        for task in tuple(open_):
            task.cancel()
        await asyncio.gather(*open_, return_exceptions=True)


@contextmanager
def misbehaving_aside(answer: Callable[[int, dict[str, Any]], Any]) -> Iterator[Misbehaving]:
    """The same in a thread, for what runs a loop of its own."""
    ready, over = threading.Event(), asyncio.Event()
    found: list[Any] = []

    async def main() -> None:
        async with misbehaving(answer) as endpoint:
            found.extend((endpoint, asyncio.get_running_loop()))
            ready.set()
            await over.wait()

    thread = threading.Thread(target=asyncio.run, args=(main(),), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield found[0]
    finally:
        found[1].call_soon_threadsafe(over.set)
        thread.join(10)
