"""Connects standard input and output to a seat, for clients that start their servers themselves."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from minecrew.runlog import UserError

REACHED = 10.0
"""Maximum number of real seconds until the run answers."""


async def bridge_seat(url: str, token: str) -> None:
    """Runs until the input ends. Raises UserError if the run does not answer or needs a different token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(REACHED, read=None)) as http:
        try:
            async with asyncio.timeout(REACHED):
                status = (await http.post(url, json={})).status_code
        except (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise UserError(f"no seat answers at {url!r} ({error or type(error).__name__})") from None
        if status == 401:
            raise UserError(
                f"the seat at {url!r} requires a different token; put the right one into MINECREW_SEAT_TOKEN"
            )
        async with Client(streamable_http_client(url, http_client=http)) as far:

            async def list_tools(context: Any, params: Any) -> Any:
                return await far.list_tools()

            async def call_tool(context: Any, params: Any) -> Any:
                return await far.call_tool(params.name, params.arguments)

            near: Server[Any] = Server(
                "minecrew", instructions=far.instructions, on_list_tools=list_tools, on_call_tool=call_tool
            )
            async with stdio_server() as (read, write):
                await near.run(read, write, near.create_initialization_options())
