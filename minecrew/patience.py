"""Closes connections whose client sends no complete request or does not read the response, and connections
beyond the maximum number.

The framework itself would wait for such clients forever.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0
"""Seconds within which the head of a request must have arrived."""


STALLED = 60.0
"""Seconds within which a client must read some of the response."""
CONNECTIONS = 1500
"""Maximum number of simultaneous connections, because the number of open files is limited."""


class PatientProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol, which also closes slow connections, and new ones beyond the limit."""

    stalled, most = STALLED, CONNECTIONS
    _until: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self.most:
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(self.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()
        self._read()

    def _wait(self) -> None:
        """Starts the timer at the first byte of a head; a complete request stops it."""
        if not self._lacks_head():
            self._stop()
        elif self._until is None:
            self._until = self.loop.call_later(HEAD, self._give_up)

    def _stop(self) -> None:
        if self._until is not None:
            self._until.cancel()
            self._until = None

    def _lacks_head(self) -> bool:
        cycle: Any = self.cycle
        return cycle is None or bool(cycle.response_complete)

    def _give_up(self) -> None:
        self._until = None
        if self._lacks_head() and not self.transport.is_closing():
            self.transport.close()
