"""Connections that read nothing of their answer, and more of them than the service has room for."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from minecrew.patience import PatientProtocol

PIECE = b"x" * 100_000
STALLED = 0.5


class Hasty(PatientProtocol):
    stalled, most = STALLED, 3


async def endless(request: Request) -> Response:
    async def pieces() -> AsyncIterator[bytes]:
        while True:
            yield PIECE
            await asyncio.sleep(0)  # or nobody else has a turn once the client is gone

    return StreamingResponse(pieces())


@asynccontextmanager
async def served() -> AsyncIterator[tuple[int, uvicorn.Server]]:
    app = Starlette(routes=[Route("/", endless)])
    config = uvicorn.Config(
        app, port=0, http=Hasty, lifespan="off", log_level="critical", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield server.servers[0].sockets[0].getsockname()[1], server
        finally:
            server.should_exit = True


async def test_who_reads_nothing_of_its_answer_is_let_go() -> None:
    async with served() as (port, server):
        with closing(socket.create_connection(("127.0.0.1", port))) as deaf:
            deaf.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(20):
                while not server.server_state.connections:
                    await asyncio.sleep(0.01)
                while server.server_state.connections:
                    await asyncio.sleep(0.05)


async def test_who_reads_slowly_is_served() -> None:
    async with served() as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 16)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in range(8):
            await reader.readexactly(4_000_000)  # more than lies in any buffer on the way
            await asyncio.sleep(STALLED / 4)
        writer.close()


async def test_there_is_room_for_so_many_connections() -> None:
    async with served() as (port, server):
        idle = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(Hasty.most + 5)]
        try:
            async with asyncio.timeout(20):
                ended = [await asyncio.to_thread(_ends, one) for one in idle[Hasty.most :]]
            assert ended == [True] * 5
            assert len(server.server_state.connections) == Hasty.most
        finally:
            for one in idle:
                one.close()


def _ends(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
