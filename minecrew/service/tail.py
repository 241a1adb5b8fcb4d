"""Follows the logs of active runs. Each log is read once for all its followers.

While a run has followers, its log is checked every `LOOK` seconds. New events are read and formatted once
for all followers. A late or slow follower reads the file at its own pace.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from fastapi.concurrency import run_in_threadpool
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event

from minecrew.runlog import THINKERS, RunBundle, Thinkers
from minecrew.service.card import RunCard, RunState
from minecrew.service.lines import LogPlace, read_lines
from minecrew.service.problem import ProblemError

LOOK = 0.1
"""Seconds between two checks."""
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that no proxy closes the connection."""
KEPT = 8
"""Number of formatted pieces of the log that are kept; followers that keep up share the newest."""
MOST = 1000
"""Maximum number of followers of all runs together."""


@dataclass(frozen=True)
class LogPiece:
    """Some events in the stream's format, and the place at which the log continues."""

    frames: bytes
    end: LogPlace


@dataclass
class Tail:
    """One run's log, for its current followers."""

    bundle: RunBundle
    state: RunState
    followers: int = 0
    thinking: Thinkers = ()
    """The agents that are thinking now."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """An event that is set and replaced when the log has grown or the run's state has changed."""
    _size: int = -1
    _pieces: OrderedDict[LogPlace, LogPiece] = field(default_factory=OrderedDict)
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The lock that is held while a piece is read, so that other followers wait for it."""

    def look(self, state: RunState) -> None:
        """`state` is read before the log's size: if it says that the run has ended, the size is final."""
        try:
            size = self.bundle.events_path.stat().st_size
        except OSError:
            size = 0
        thinking = self.bundle.thinking() if state == "running" else ()
        if (size, state, thinking) != (self._size, self.state, self.thinking):
            self._size, self.state, self.thinking = size, state, thinking
            self.wake()

    def wake(self) -> None:
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def piece(self, place: LogPlace) -> LogPiece:
        """The next piece after `place`. A thread reads it, so that other requests can be answered in the
        meantime.
        """
        if place in self._pieces:
            return self._pieces[place]
        async with self._reading:
            if place not in self._pieces:
                piece = await run_in_threadpool(read_piece, self.bundle, place)
                if piece.end == place:
                    return piece
                self._pieces[place] = piece
                while len(self._pieces) > KEPT:
                    self._pieces.popitem(last=False)
            return self._pieces[place]


def read_piece(bundle: RunBundle, place: LogPlace) -> LogPiece:
    read = read_lines(bundle.events_path, place)
    frames = (b"id: %d\nevent: event\ndata: %s\n\n" % (line.seq, line.text) for line in read.lines)
    return LogPiece(b"".join(frames), read.end)


class Tails:
    """The tails of all runs with followers. `state`: returns a run's state; `card`: returns its card."""

    def __init__(
        self,
        *,
        state: Callable[[RunBundle], RunState],
        card: Callable[[RunBundle], Awaitable[RunCard]],
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self._state, self._card, self._heartbeat = state, card, heartbeat
        self._tails: dict[str, Tail] = {}
        self._wanted = asyncio.Event()
        self._closed = False

    @property
    def followers(self) -> int:
        return sum(tail.followers for tail in self._tails.values())

    async def watch(self) -> None:
        """Checks the followed logs for as long as the service lives."""
        while True:
            await self._wanted.wait()
            for tail in tuple(self._tails.values()):
                tail.look(self._state(tail.bundle))
            await asyncio.sleep(LOOK)

    def close(self) -> None:
        """Ends all streams; their followers connect again and continue from their last event."""
        self._closed = True
        for tail in self._tails.values():
            tail.wake()

    def check_room(self) -> None:
        """Raises a 503 if there are MOST followers already."""
        if self.followers >= MOST:
            told = f"{MOST} clients are already following runs; close some, or try again later"
            raise ProblemError(503, told, headers={"Retry-After": "10"})

    async def follow(self, bundle: RunBundle, place: LogPlace) -> AsyncIterator[bytes]:
        """The stream of a run: its state, its events after `place`, thinking agents, changes of state, and
        its end.
        """
        with self._tail(bundle) as tail, suppress(ProblemError):  # the run is gone, with its files
            yield _frame("state", await self._card(bundle))
            told = tail.state
            thinkers: Thinkers = ()
            while not self._closed:
                changed, state = tail.changed, tail.state
                if state not in (told, "ended"):
                    yield _frame("state", await self._card(bundle))
                    told = state
                piece = await tail.piece(place)
                if piece.frames:
                    yield piece.frames
                if tail.thinking != thinkers:
                    thinkers = tail.thinking
                    yield format_sse_event(event="thinking", data_str=THINKERS.dump_json(thinkers).decode())
                if piece.end != place:
                    place = piece.end
                elif state == "ended":
                    card = await self._card(bundle)
                    if told != "ended":
                        yield _frame("state", card)
                    yield _frame("end", card)
                    return
                elif not await _happens(changed, within=self._heartbeat):
                    yield KEEPALIVE_COMMENT

    @contextmanager
    def _tail(self, bundle: RunBundle) -> Iterator[Tail]:
        tail = self._tails.get(bundle.id)
        if tail is None:
            tail = self._tails[bundle.id] = Tail(bundle, self._state(bundle))
        tail.followers += 1
        self._wanted.set()
        try:
            yield tail
        finally:
            tail.followers -= 1
            if not tail.followers:
                del self._tails[bundle.id]
            if not self._tails:
                self._wanted.clear()


async def _happens(event: asyncio.Event, *, within: float) -> bool:
    """Whether the event happens within that many seconds."""
    try:
        async with asyncio.timeout(within):
            await event.wait()
    except TimeoutError:
        return False
    return True


def _frame(name: str, card: RunCard) -> bytes:
    return format_sse_event(event=name, data_str=card.model_dump_json())
