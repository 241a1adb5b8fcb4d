"""One question over HTTP, and the reply to it, bounded while it arrives.

The one file that touches `httpx`. What is compressed is unpacked in small pieces, so that whoever reads can
stop in time; what takes far more than any answer is given up. No redirect is followed, so that what is asked
goes to the one address that was named. Has no deadline of its own: who asks sets one.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

LONGEST_REPLY = 50_000_000
"""Bytes, after they are unpacked: of a stream, which has some 200 for each token."""
PIECE = 65_536
"""Bytes that are unpacked at once."""


class WireError(Exception):
    """No reply, or not a whole one."""


class Exchange:
    """A reply whose head has come."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.status = response.status_code
        self.headers: Mapping[str, str] = response.headers

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body as it comes. Raises WireError where it is too long or does not come whole."""
        unpack, total = _unpacking(self.headers.get("content-encoding", "")), 0
        try:
            async for packed in self._response.aiter_raw():
                while packed:
                    chunk = unpack.decompress(packed, PIECE) if unpack else packed
                    packed = unpack.unconsumed_tail if unpack else b""
                    total += len(chunk)
                    if total > LONGEST_REPLY:
                        raise WireError("the reply does not end")
                    yield chunk
        except (httpx.HTTPError, httpx.StreamError, zlib.error) as error:
            raise WireError(f"the reply broke off: {error or type(error).__name__}") from None


class Wire:
    """Asks one address."""

    def __init__(self, url: str, key: str) -> None:
        """Raises ValueError where the address, or a proxy that the environment names, cannot be asked."""
        try:
            self._url = httpx.URL(url)
            self._client = httpx.AsyncClient(timeout=None, follow_redirects=False)
        except (httpx.InvalidURL, ImportError) as error:
            raise ValueError(str(error)) from None
        self._headers = {"content-type": "application/json", "accept-encoding": "identity"}
        if key:
            self._headers["authorization"] = f"Bearer {key}"

    async def close(self) -> None:
        await self._client.aclose()

    @asynccontextmanager
    async def post(self, body: Mapping[str, Any]) -> AsyncIterator[Exchange]:
        """Sends `body` as JSON. Raises WireError where no reply begins."""
        content = json.dumps(body).encode()
        request = self._client.build_request("POST", self._url, content=content, headers=self._headers)
        try:
            response = await self._client.send(request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise WireError(f"no connection: {error or type(error).__name__}") from None
        try:
            yield Exchange(response)
        finally:
            await response.aclose()


def _unpacking(encoding: str) -> Any:
    """What unpacks the body, or None. Raises WireError for a packing that was never asked for."""
    match encoding.strip().lower():
        case "" | "identity":
            return None
        case "gzip" | "x-gzip" | "deflate":
            return zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
        case other:
            raise WireError(f"the reply is packed by {other[:40]!r}, which was not asked for")
