"""The Python side of the supervisor: calls with deadlines, child processes, and a stream of events.

A supervisor that stops answering is killed, unless the machine is too busy to let it answer. When the
supervisor has ended, all pending calls fail with BridgeLost at once, and no process of minecrew is left. This
module knows nothing about Minecraft.

This module's part of the error tree (`runlog.errors` holds the rest):

Fault └── CallError          a child, or the supervisor, answered a call with an error
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from minecrew.bridge.clock import PRELOAD, Clock, Free
from minecrew.bridge.event import ChildEvent
from minecrew.bridge.node import readable_paths
from minecrew.bridge.own_time import done_within, within
from minecrew.bridge.processor_wait import processor_wait
from minecrew.bridge.transport import Transport, WireMessage
from minecrew.runlog import BridgeLost, CallTimeout, ChildLost, Fault

PING_EVERY = 0.5
PING_LIMIT = 3.0
"""Seconds for which a supervisor may be silent. Together with PING_EVERY, this is less than 5 seconds, the
time after which no process of ours may be left.
"""
MOST_SILENT = 10
"""Number of pings in a row that may stay without an answer if the supervisor has no processor meanwhile."""
Job = Callable[[], Coroutine[Any, Any, None]]
"""A function that returns a job. The job is not created earlier, so nothing is left behind if the bridge ends
first.
"""
Counsel = Callable[[str, dict[str, Any]], Any]
"""Answers the questions that a bot's program asks Python: a method's name and its parameters. It never waits.
"""
LOST_CHILD = frozenset({"CHILD_LOST", "NO_CHILD"})
CATCH_UP = 5.0
"""Seconds that the reader may take for the events that have already arrived."""


class CallError(Fault):
    """`code` comes from the other side: e.g. PORT_IN_USE, NO_METHOD, BUSY, EXISTS."""

    where = "bridge"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Supervisor:
    """A supervisor process and its children, as a context manager. A Python process can have only one
    supervisor at a time.
    """

    def __init__(self) -> None:
        self._transport = Transport(self._receive, self._lose)
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[WireMessage]] = {}
        self._events: asyncio.Queue[ChildEvent] = asyncio.Queue()
        self._pids: dict[str, int] = {}
        self._ended: dict[str, int | None] = {}
        self._ending = asyncio.Event()
        """The event that is set when a child has ended."""
        self._listeners: dict[str, Callable[[ChildEvent], None]] = {}
        """The listeners to a child's events, besides the reader of the stream."""
        self._marks: list[asyncio.Event] = []
        self._why_lost: str | None = None
        self.clock = Clock(self.call, self._post)
        self.counsel: Counsel | None = None
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._background: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._transport.open()
        except BaseException:
            await self._transport.close()
            raise
        self._background = asyncio.create_task(self._keep(), name="bridge")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._background:
            self._background.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._background
        await self._transport.close()
        self._lose("the bridge was closed")

    @property
    def supervisor_pid(self) -> int | None:
        return self._transport.pid

    @property
    def pids(self) -> dict[str, int]:
        """The process ids of the running children, by name."""
        return dict(self._pids)

    async def has_ended(self, name: str, *, within: float) -> bool:
        """Whether a child of that name was started and has ended, now or `within` seconds of real time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                while name in self._pids:
                    self._ending.clear()
                    await self._ending.wait()
        return name in self._ended and name not in self._pids

    # ---- calls --------------------------------------------------------------------------------------------

    async def call(
        self,
        child: str,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        timeout: float | None = 30.0,
        free: Free | None = None,
    ) -> Any:
        """Raises BridgeLost, ChildLost, CallTimeout, CallError. `timeout` in real seconds for which this
        process runs.
        """
        if self._why_lost is not None:
            raise BridgeLost(self._why_lost)
        number = next(self._ids)
        answer: asyncio.Future[WireMessage] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        message = {"id": number, "to": child, "method": method, "params": params or {}}
        self._transport.post(message if free is None else {**message, "free": free._asdict()})
        try:
            if timeout is not None and not await done_within(answer, timeout):
                raise CallTimeout(f"{child} did not answer {method} within {timeout:g} s")
            reply = await answer
        finally:
            self._waiting.pop(number, None)
        if error := reply.get("error"):
            if error["code"] in LOST_CHILD:
                raise ChildLost(child, error["message"])
            if error["code"] == "TIMEOUT":
                raise CallTimeout(error["message"])
            raise CallError(error["code"], error["message"])
        return reply.get("result")

    async def start_child(
        self,
        name: str,
        *,
        script: Path,
        options: dict[str, Any],
        heap_mb: int = 256,
        rss_mb: int = 450,
        timeout: float = 30.0,
        permission: bool = False,
        readable: Sequence[Path] = (),
        preload: Sequence[Path] = (),
    ) -> dict[str, Any]:
        """Starts a Node process and waits until it is ready. Returns the process's info and its `pid`.

        With `permission`, the process may read only `readable`, and may neither start processes nor write
        files. Raises CallError with the code that the child gave (UNREACHABLE, PORT_IN_USE, ...), CRASHED or
        START_TIMEOUT, or ChildLost if the process has already ended again. Once the clock has been started,
        the process follows it.
        """
        spec = {
            "name": name,
            "script": str(script.resolve()),
            "options": options,
            "heapMb": heap_mb,
            "rssMb": rss_mb,
            "permission": permission,
            "readable": readable_paths(readable),
            "preload": [str(path.resolve()) for path in ((PRELOAD, *preload) if self.clock.on else preload)],
            "clock": self.clock.on,
        }
        try:
            info: dict[str, Any] = await self.call("supervisor", "start", spec, timeout=timeout)
        except (CallTimeout, asyncio.CancelledError):
            self._transport.post(
                {"id": next(self._ids), "to": "supervisor", "method": "kill", "params": {"name": name}}
            )
            raise
        if self._ended.get(name) == info["pid"]:  # that was told while this call had yet to be resumed
            raise ChildLost(name, f"{name} ended as soon as it was ready")
        self._pids[name] = info["pid"]
        return info

    async def kill_child(self, name: str) -> None:
        """Ends a child at once. It is not an error if the child has already ended."""
        await self.call("supervisor", "kill", {"name": name})

    def listen(self, name: str, listener: Callable[[ChildEvent], None]) -> None:
        """From now on, `listener` gets the events of the child `name`, and is told if the bridge is lost."""
        self._listeners[name] = listener

    def forget(self, name: str) -> None:
        """Removes the listener of that child; its name is free again."""
        self._listeners.pop(name, None)

    @property
    def names(self) -> frozenset[str]:
        """The names that are taken: the names of children, and the names that have a listener."""
        return frozenset(self._pids) | frozenset(self._listeners)

    def spawn(self, job: Job) -> None:
        """Runs `job` in the background, at most until the bridge ends."""
        self._jobs.put_nowait(job)

    # ---- events -------------------------------------------------------------------------------------------

    async def events(self) -> AsyncIterator[ChildEvent]:
        """Everything that children report, from the start; ends after the event 'lost'. For one reader."""
        while True:
            event = await self._events.get()
            if event.event == "mark":
                self._marks.pop(0).set()
                continue
            yield event
            if event.event == "lost":
                return

    async def caught_up(self) -> None:
        """Waits until the reader of `events` has processed everything so far. Raises CallTimeout."""
        mark = asyncio.Event()
        self._marks.append(mark)
        self.tell(ChildEvent(event="mark", child="bridge"))
        try:
            await within(mark.wait(), CATCH_UP)
        except TimeoutError:
            raise CallTimeout("the server's events could not be read in time") from None

    def tell(self, event: ChildEvent) -> None:
        """Appends an event to the stream."""
        self._events.put_nowait(event)

    # ---- inside -------------------------------------------------------------------------------------------

    def _post(self, message: WireMessage) -> None:
        if self._why_lost is None:
            self._transport.post(message)

    def _receive(self, message: WireMessage) -> None:
        if message.get("event") == "asked":
            self._answer(message)
        elif "event" in message:
            self._hear(ChildEvent(event=message.pop("event"), child=message.pop("from"), data=message))
        elif (answer := self._waiting.get(message["id"])) and not answer.done():
            answer.set_result(message)

    def _answer(self, question: WireMessage) -> None:
        """Answers a bot's program. If the question cannot be answered, the program is told so at once."""
        answer: WireMessage = {"id": question["id"]}
        try:
            answer["result"] = self.counsel(question["method"], question["params"]) if self.counsel else None
        except Exception as error:
            message = f"{question['from']} asked for {question['method']}: {error!r}"
            self.tell(ChildEvent(event="fault", child="bridge", data={"message": message}))
            answer["error"] = {"code": "FAULT", "message": message[:600]}
        self._post({"id": next(self._ids), "to": "supervisor", "method": "answer", "params": answer})

    def _hear(self, event: ChildEvent) -> None:
        if event.event == "exit":
            self._pids.pop(event.child, None)
            self._ended[event.child] = event.data.get("pid")
            self._ending.set()
        self.tell(event)
        if listener := self._listeners.get(event.child):
            listener(event)

    def _lose(self, why: str) -> None:
        if self._why_lost is not None:
            return
        self._why_lost = why
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(BridgeLost(why))
        for pid in self._pids.values():  # the supervisor and the kernel normally did it
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._pids.clear()
        self._ending.set()
        for listener in self._listeners.values():
            listener(ChildEvent(event="lost", child="bridge"))
        self.tell(ChildEvent(event="lost", child="bridge", data={"message": why}))

    async def _keep(self) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._contain(self._watch, "the watchdog", fatal=True))
            while True:
                group.create_task(self._contain(await self._jobs.get(), "a job"))

    async def _contain(self, job: Job, what: str, *, fatal: bool = False) -> None:
        """An unforeseen error ends `job`, not its siblings; without a watchdog the bridge is lost."""
        try:
            await job()
        except Exception as error:
            message = f"{what} of the bridge failed: {error!r}"
            self.tell(ChildEvent(event="fault", child="bridge", data={"message": message}))
            if fatal:
                self._transport.kill()
                self._lose(message)

    async def _watch(self) -> None:
        """Kills a frozen supervisor: its socket closes, and this reports the loss."""
        silent = 0
        while self._why_lost is None:
            await asyncio.sleep(PING_EVERY)
            waited = processor_wait(self.supervisor_pid)
            try:
                await self.call("supervisor", "ping", timeout=PING_LIMIT)
                silent = 0
            except CallTimeout:
                silent += 1
                had_none = processor_wait(self.supervisor_pid) - waited > PING_LIMIT / 2
                if silent >= MOST_SILENT or not had_none:
                    self._transport.kill()
            except BridgeLost:
                return
