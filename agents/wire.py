"""Sends a question over HTTP and reads the events of the reply, limiting their size while they arrive.

Only this file uses `openai`, which sends the request and splits the stream into events. `Body` prepares the
reply for `openai`: it unpacks the reply piece by piece, cuts it off if it is far longer than any answer, and
passes on a reply of one JSON object as a stream of one event. No redirect is followed, so that prompts go
only to the address that was named. There is no deadline here: the caller sets one.
"""

from __future__ import annotations

import asyncio
import codecs
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, cast

import httpx2
import openai

from minecrew.agents.completion import error_of
from minecrew.agents.wire_errors import RefusedError, TooLong, WireError

LONGEST = 1_000_000
"""Maximum size in bytes of an unpacked event, or of a reply that is one JSON object."""
LONGEST_REPLY = 50_000_000
"""Maximum size of all events in bytes; one token takes about 200 bytes."""
PIECE = 65_536
"""The number of bytes that are passed on in one piece."""
CONNECTIONS = httpx2.Limits(max_keepalive_connections=0)
"""Each request has a connection of its own: many servers close one when a reply has ended, or after some
seconds, and a request at that moment fails.
"""


class Body(httpx2.AsyncByteStream):
    """The body of a reply, after its head: valid UTF-8, unpacked and limited in size."""

    def __init__(self, packed: httpx2.Response) -> None:
        self._packed = packed
        self._pieces = self._read()
        self._bytes = 0
        """The number of bytes since the last event."""
        self.is_whole = False
        """Whether the reply is a single JSON object and not a stream."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._pieces

    async def aclose(self) -> None:
        await self._packed.aclose()

    def end_event(self) -> None:
        """Restarts the count of the bytes in the current event."""
        self._bytes = 0

    async def _read(self) -> AsyncIterator[bytes]:
        if not self._packed.is_success:
            with suppress(httpx2.HTTPError, httpx2.StreamError, OSError, TooLong):  # the status tells enough
                async for piece in self._bounded():
                    yield piece
            return
        decode, begun = codecs.getincrementaldecoder("utf-8")("replace").decode, False
        async for piece in self._bounded():
            text = decode(piece)
            if not begun:
                text = text.lstrip("\ufeff \t\r\n")
                begun, self.is_whole = bool(text), text.startswith("{")
                text = f"data: {text}" if self.is_whole else text
            if self.is_whole:  # an end of line in JSON is a space
                text = text.replace("\n", " ").replace("\r", " ")
            yield text.encode()
        yield b"\n\n"  # ends the last event, which some servers leave open

    async def _bounded(self) -> AsyncIterator[bytes]:
        total = 0
        async for chunk in self._packed.aiter_bytes():
            for at in range(0, len(chunk), PIECE):
                piece = chunk[at : at + PIECE]
                total += len(piece)
                self._bytes += len(piece)
                if self._bytes > LONGEST:
                    raise TooLong(f"the reply has more than {LONGEST // 1000} kB in one piece")
                if total > LONGEST_REPLY:
                    raise TooLong("the reply does not end")
                yield piece
                await asyncio.sleep(0)  # much can be unpacked from little: deadlines have their turn


class Events:
    """A reply whose head has arrived: its events, as JSON."""

    def __init__(self, stream: openai.AsyncStream[object]) -> None:
        self._stream = stream
        self._body = cast(Body, stream.response.stream)

    @property
    def is_whole(self) -> bool:
        """Whether the reply is not streamed, so that its only event is the whole reply."""
        return self._body.is_whole

    async def __aiter__(self) -> AsyncIterator[object]:
        """The events. Raises WireError if the reply is too long, breaks off, reports an error or is not
        JSON.
        """
        with _mapped("the reply broke off"):
            async for event in self._stream:
                self._body.end_event()
                yield event


class Wire:
    """A connection to one address."""

    def __init__(self, base_url: str, key: str) -> None:
        """Raises ValueError if the address, or a proxy that the environment names, cannot be asked."""
        try:
            self._client = openai.AsyncOpenAI(
                api_key=key or "none",
                base_url=base_url,
                max_retries=0,
                timeout=None,
                default_headers={"Accept-Encoding": "identity"},
                http_client=httpx2.AsyncClient(
                    follow_redirects=False,
                    timeout=None,
                    limits=CONNECTIONS,
                    event_hooks={"response": [_bind]},
                ),
            )
        except (httpx2.InvalidURL, ImportError) as error:
            raise ValueError(str(error)) from None

    async def close(self) -> None:
        await self._client.close()

    @asynccontextmanager
    async def post(self, request: Mapping[str, Any]) -> AsyncIterator[Events]:
        """Sends the request. Raises RefusedError, or WireError if no reply begins."""
        with _mapped("no connection"):
            stream = await self._client.post(
                "/chat/completions",
                content=json.dumps(request).encode(),
                cast_to=object,
                stream=True,
                stream_cls=openai.AsyncStream[object],
            )
        async with stream:
            yield Events(stream)


async def _bind(response: httpx2.Response) -> None:
    """Limits the size of a body before anything reads it."""
    packed = httpx2.Response(
        response.status_code, headers=response.headers, stream=response.stream, request=response.request
    )
    response.stream = Body(packed)
    response.headers.pop("content-encoding", None)


@contextmanager
def _mapped(where: str) -> Iterator[None]:
    """Raises everything that `openai` and its libraries raise as WireError."""
    try:
        yield
    except openai.APIStatusError as error:
        raise RefusedError(
            _told(error.body), status=error.status_code, headers=error.response.headers, body=str(error.body)
        ) from None
    except openai.APIConnectionError as error:
        raise WireError(f"{where}: {str(error.__cause__) or type(error.__cause__).__name__}") from None
    except openai.APIError as error:  # an event that tells of an error
        raise WireError(error_of({"error": error.body})) from None
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL) as error:
        raise WireError(f"{where}: {type(error).__name__}") from None
    except (ValueError, RecursionError):
        raise WireError("the answer is not a chat completion") from None


def _told(body: object) -> str:
    """The server's error message, in its own words if it gives some."""
    return str(body.get("message") or body) if isinstance(body, Mapping) else str(body or "")
