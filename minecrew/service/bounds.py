"""Limits how many requests one client may send per second, and how large a body may be.

The framework can also limit bodies, but its error responses are plain text.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from minecrew.service.problem import problem_response

BURST = 1000
"""Number of requests that one host may send at once, which is enough for 200 browsers to open a page."""
LARGEST = 1 << 20
"""Maximum size of a body in bytes."""
TOO_LARGE = f"a body may have at most {LARGEST} bytes"
BODY = 30.0
"""Seconds within which a body must have arrived."""
CLIENTS = 1000
"""Maximum number of clients that are remembered, by host."""


@dataclass
class Bucket:
    """The requests that one client may still send."""

    left: float
    at: float


class Allowances:
    """The limit of every client: `burst` requests at once, and after that `rate` per second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def takes(self, client: str, cost: float = 1) -> bool:
        """Returns whether the client may send a request of this `cost`; if so, subtracts the cost."""
        now = self._clock()
        bucket = self._buckets.setdefault(client, Bucket(self._burst, now))
        self._buckets.move_to_end(client)
        while len(self._buckets) > CLIENTS:
            self._buckets.popitem(last=False)
        bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._rate)
        bucket.at = now
        if bucket.left < 1:
            return False
        bucket.left -= cost
        return True


class Bounds:
    """Middleware that refuses a request if its client sends too many, or if its body is too large.

    `rate`: requests per second from each client.
    """

    def __init__(
        self, app: ASGIApp, rate: float, burst: float = BURST, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app, self._rate, self._allowances = app, rate, Allowances(rate, burst, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = Headers(scope=scope).get("content-length", "")
        if not self._allowances.takes(client_of(scope)):
            told = f"more than {self._rate:g} requests per second; send requests more slowly"
            answer = problem_response(scope["path"], 429, told, headers={"Retry-After": "1"})
            await answer(scope, receive, send)
        elif said.isdecimal() and int(said) > LARGEST:
            await problem_response(scope["path"], 413, TOO_LARGE)(scope, receive, send)
        else:
            await self.app(scope, _bounded(receive), send)


def client_of(scope: Scope) -> str:
    """The client's host; '' if it is unknown."""
    return str((scope.get("client") or ("",))[0])


def _bounded(receive: Receive) -> Receive:
    """Cuts off a body that has no length and is too large, or that does not arrive in time."""
    taken, whole = 0, False
    until = asyncio.get_running_loop().time() + BODY

    async def take() -> Message:
        nonlocal taken, whole
        try:
            async with asyncio.timeout_at(None if whole else until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, f"the body did not arrive within {BODY:g} s") from None
        taken += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if taken > LARGEST:
            raise HTTPException(413, TOO_LARGE)
        return message

    return take
