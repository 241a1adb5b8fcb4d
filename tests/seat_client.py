"""An outside agent that takes a seat by the official client, and plays a member by what the tools tell it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

Call = tuple[str, dict[str, Any]]
"""A tool and its arguments."""
SHARE: Call = ("refuse", {"reason": "I have done my share"})


@asynccontextmanager
async def seated(url: str, token: str) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


@asynccontextmanager
async def seated_by_pipes(command: Sequence[str], environ: dict[str, str]) -> AsyncIterator[Client]:
    program, *arguments = command
    started = StdioServerParameters(command=program, args=arguments, env=environ)
    async with Client(started) as client:
        yield client


async def call(client: Client, tool: str, /, **arguments: Any) -> str:
    """What the tool says; its error begins with 'error: '."""
    result = await client.call_tool(tool, arguments)
    said = "".join(part.text for part in result.content if part.type == "text")
    return f"error: {said}" if result.is_error else said


async def play_member(client: Client, line: str, work: Sequence[Call]) -> list[str]:
    """Says `line` on each turn, and carries out `work` as its part; all that the tools said."""
    todo, told = list(work), [await call(client, "wait")]
    while "The run has ended" not in (asked := told[-1]):
        if "It is your turn to speak" in asked:
            name, arguments = "say", {"text": line}
        elif "Carry out your part" in asked:
            name, arguments = todo.pop(0) if todo else SHARE
        elif "Your program has ended" in asked:
            name, arguments = todo.pop(0) if todo else ("done", {"why": "all of it ran"})
        else:
            name, arguments = "wait", {}
        told.append(await call(client, name, **arguments))
    return told
