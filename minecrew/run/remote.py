"""People at the other end of a pipe on standard input. They speak for agents, evaluate rounds, talk as
visitors, or stop the run.

Each line is a `RemoteMessage` in JSON. A message that comes too early waits for its turn. If the pipe
closes for any reason, the run ends.
"""

from __future__ import annotations

import asyncio
import select
import sys
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import ValidationError

from minecrew.runlog import Record

if TYPE_CHECKING:  # a service sends messages, and does not load the crew for it
    from minecrew.agents import CriticView, DiscussionView, Feedback

WAITING = 8
"""Maximum number of waiting lines of one kind; further lines are dropped."""
LONGEST = 1 << 20
"""Maximum size of a line in bytes. A longer line ends the run, because it cannot be intended."""
VISITOR = "Visitor"
"""The name that the crew sees for a person who is not a member."""

HearVisitor = Callable[[str, str], None]
"""A function that takes a speaker and a text."""


class RemoteMessage(Record):
    """A message from a person, or a request to end the run."""

    say: str | None = None
    agent: str | None = None
    """The agent for which the text is said; an empty text leaves the turn to the mind. None means a
    visitor, or the answer to the question what to improve or which proposal to choose; an empty text then
    adds nothing.
    """
    stop: str | None = None
    """The reason for ending the run, e.g. 'by a person'."""


class Remote:
    """The people at the other end of the pipe."""

    def __init__(self) -> None:
        self._said: defaultdict[str | None, asyncio.Queue[str]] = defaultdict(lambda: asyncio.Queue(WAITING))
        self._advising = False
        self._visits: list[str] = []
        self._hear: HearVisitor | None = None

    async def listen(self, stop: Callable[[str], None]) -> None:
        """Reads messages. Calls `stop` with the reason when the pipe closes or a message asks for it."""
        reader = asyncio.StreamReader(LONGEST)
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        try:
            while line := await reader.readline():
                self._take(line, stop)
        except ValueError:  # LONGEST
            pass
        finally:
            transport.close()
        stop("because the service has ended")

    async def speak(self, view: DiscussionView) -> str | None:
        """Returns a person's line for `view.agent`; None leaves the turn to the mind."""
        return (await self._said[view.agent].get()) or None

    async def advise(self, feedback: Feedback) -> str | None:
        """Returns a person's message to the crew about a round."""
        return await self._answer()

    async def _answer(self) -> str:
        """Returns what a person says as nobody of the crew, who is asked now."""
        self._advising = True
        try:
            return await self._said[None].get()
        finally:
            self._advising = False

    async def choose(self, view: CriticView) -> str | None:
        """Returns a person's choice among the proposals of a speaker, and the reason."""
        return await self._answer()

    def visit(self, hear: HearVisitor) -> None:
        """From now on, passes the lines of visitors to `hear`."""
        self._hear = hear
        for text in self._visits:
            hear(VISITOR, text)
        self._visits.clear()

    def _take(self, line: bytes, stop: Callable[[str], None]) -> None:
        try:
            message = RemoteMessage.model_validate_json(line)
        except ValidationError:
            return
        if message.stop is not None:
            stop(message.stop)
        elif message.say is None:
            return
        elif message.agent is not None or self._advising:
            if not self._said[message.agent].full():
                self._said[message.agent].put_nowait(message.say.strip())
        elif self._hear:
            self._hear(VISITOR, message.say)
        elif len(self._visits) < WAITING:
            self._visits.append(message.say)


def is_let_go() -> bool:
    """Returns whether the pipe is already closed and empty."""
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    return any(event & select.POLLHUP and not event & select.POLLIN for _, event in poll.poll(0))
