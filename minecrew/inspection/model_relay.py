"""Offers Inspect's model as an OpenAI-compatible endpoint on 127.0.0.1 to the process in which a crew
plays. Every question becomes a call of `generate` in the sample's own context, so Inspect's retries, cache,
limits and log apply to it. Each sample has its own relay.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ResponseSchema,
)
from inspect_ai.util import JSONSchema

LARGEST = 32 << 20
"""Maximum size of a request in bytes."""
ROLES: Mapping[str, Any] = {
    "system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant
}  # fmt: skip
SETTINGS = ("temperature", "top_p", "seed", "max_tokens", "reasoning_effort")


class Relay:
    """An endpoint that answers with the model's completions. It refuses requests without its key."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.key = secrets.token_hex(16)
        self.url = ""
        self.model_name = str(model)
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """The error that Inspect raised, e.g. for a limit or an unreachable provider."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.LimitOverrunError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
                length = int(fields.get("content-length", 0))
                body = await reader.readexactly(min(length, LARGEST))
                if fields.get("authorization") != f"bearer {self.key}":
                    await _reply(writer, 401, {"error": {"message": "another key"}})
                    continue
                await _reply(writer, *await self._answer(json.loads(body)))
        writer.close()

    async def _answer(self, asked: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        try:
            found = await self._model.generate(messages(asked), config=config(asked))
        except Exception as error:
            if not self.broken.done():
                self.broken.set_exception(error)
            return 400, {"error": {"message": f"{type(error).__name__}: {error}"[:300]}}
        usage = found.usage
        return 200, {
            "object": "chat.completion",
            "model": found.model,
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": found.completion},
                    "finish_reason": "length" if found.stop_reason == "max_tokens" else "stop",
                }
            ],
            "usage": {
                "prompt_tokens": usage.input_tokens if usage else 0,
                "completion_tokens": usage.output_tokens if usage else 0,
            },
        }


@asynccontextmanager
async def relaying(model: Model) -> AsyncIterator[Relay]:
    relay = Relay(model)
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    relay.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield relay
    finally:
        server.close()
        relay.broken.cancel()


def messages(asked: Mapping[str, Any]) -> list[ChatMessage]:
    return [ROLES[one["role"]](content=one["content"]) for one in asked["messages"]]


def config(asked: Mapping[str, Any]) -> GenerateConfig:
    """Returns the settings of a request and the requested shape of the answer."""
    given = {name: asked[name] for name in SETTINGS if asked.get(name) is not None}
    shape = asked.get("response_format") or {}
    if shape.get("type") == "json_schema":
        wanted = shape["json_schema"]
        schema = JSONSchema.model_validate(_resolved(wanted["schema"], wanted["schema"].get("$defs", {})))
        given["response_schema"] = ResponseSchema(
            name=wanted["name"], json_schema=schema, strict=wanted.get("strict")
        )
    return GenerateConfig(**given)


def _resolved(schema: Any, known: Mapping[str, Any]) -> Any:
    """Returns the schema without references, because Inspect's schemas do not support them."""
    if isinstance(schema, list):
        return [_resolved(one, known) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _resolved(known[schema["$ref"].rpartition("/")[2]], known)
    return {name: _resolved(inner, known) for name, inner in schema.items() if name != "$defs"}


async def _reply(writer: asyncio.StreamWriter, status: int, body: Mapping[str, Any]) -> None:
    content = json.dumps(body).encode()
    head = f"HTTP/1.1 {status} OK\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    writer.write(head.encode() + content)
    await writer.drain()
