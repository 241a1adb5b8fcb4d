"""The errors for a missing or incomplete reply.

WireError
|-- TooLong        the reply is longer than any answer may be
`-- RefusedError   the endpoint answered with an error status
"""

from __future__ import annotations

from collections.abc import Mapping


class WireError(Exception):
    """The message is one sentence that says what went wrong."""


class TooLong(WireError):
    """Raised while the reply is still arriving."""


class RefusedError(WireError):
    """The endpoint refuses the request."""

    def __init__(self, message: str, *, status: int, headers: Mapping[str, str], body: str) -> None:
        super().__init__(message)
        self.status, self.headers, self.body = status, headers, body
