"""The queue of waiting runs, and the processes of the active runs.

A queued run is a bundle that contains only its manifest. Nothing else is stored, so a restarted service
continues with the waiting runs. The runs of an earlier service ended with it, because their pipes were
closed. If the log of such a run has no end, this module writes the end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from minecrew.run.remote import RemoteMessage
from minecrew.run.ticket import drop_ticket, has_ticket
from minecrew.runlog import RunBundle, UserError
from minecrew.service.card import RunState, run_kind, state_of
from minecrew.service.child import Child
from minecrew.service.ending import Ending, has_ended, write_end
from minecrew.service.problem import ProblemError

LOOK = 0.2
"""Seconds between two checks of whether a run of an earlier service has ended."""


class Queue:
    """`parallel`: the maximum number of simultaneous runs; `most`: the maximum number of waiting runs."""

    def __init__(self, parallel: int, most: int) -> None:
        self.parallel, self._most = parallel, most
        self._waiting: dict[str, RunBundle] = {}
        self._children: dict[str, Child] = {}
        self._beginning = asyncio.Lock()
        """The lock that is held while a waiting run gets its process, because the run is in neither list
        until then.
        """
        self._turn = asyncio.Event()
        self._stopped: set[str] = set()
        """The playing runs that were told to end."""
        self._tasks: asyncio.TaskGroup | None = None

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def running(self) -> int:
        return len(self._children)

    def state_of(self, bundle: RunBundle) -> RunState:
        """The state of a run, according to its process and its files."""
        return "running" if bundle.id in self._children else state_of(bundle)

    def check_room(self) -> None:
        """Raises a 503 if the queue is full."""
        if len(self._waiting) >= self._most:
            told = f"{self._most} runs are already waiting; try again when some have ended"
            raise ProblemError(503, told, headers={"Retry-After": "60"})

    def add(self, bundle: RunBundle) -> None:
        """Adds a run at the end of the queue."""
        self._waiting[bundle.id] = bundle
        self._turn.set()

    def child(self, run: str) -> Child | None:
        """The process of a run that this service plays."""
        return self._children.get(run)

    async def stop(self, bundle: RunBundle) -> bool:
        """Stops a run, which ends within seconds. Returns False if this service does not play the run."""
        async with self._beginning:
            waited = self._waiting.pop(bundle.id, None)
        if waited:
            await asyncio.to_thread(write_end, bundle, "interrupted", "stopped before it began")
            drop_ticket(bundle)
            return True
        child = self._children.get(bundle.id)
        if child is not None:
            child.tell(RemoteMessage(stop="by a person"))
            self._stopped.add(bundle.id)
            if self._tasks is not None:
                self._tasks.create_task(child.see_off())
        return child is not None

    async def work(self, found: Iterable[RunBundle]) -> None:
        """Starts runs as long as the service is running. `found`: the existing runs, oldest first."""
        async with asyncio.TaskGroup() as self._tasks:
            for bundle in found:
                if (bundle.path / "result.json").exists() or not _is_queued(bundle):
                    continue
                if bundle.events_path.exists():
                    self._tasks.create_task(_bury(bundle))
                elif not has_ticket(bundle):
                    told = "run %s was not queued on this machine, so it is not started"
                    logging.getLogger(__name__).warning(told, bundle.id)
                else:
                    self._waiting.setdefault(bundle.id, bundle)
            self._turn.set()
            while True:
                await self._turn.wait()
                self._turn.clear()
                while self._waiting and len(self._children) < self.parallel:
                    async with self._beginning:
                        await self._begin(self._tasks)

    async def _begin(self, tasks: asyncio.TaskGroup) -> None:
        """Starts the run that has waited longest, if there is one."""
        if not self._waiting:
            return
        bundle = self._waiting.pop(next(iter(self._waiting)))
        try:
            manifest = bundle.manifest()
            child = await Child.start(bundle, run_kind(manifest.arguments if manifest else ()))
        except (OSError, UserError) as error:
            await asyncio.to_thread(_settle, bundle, "fault", f"it could not be started: {error}")
            return
        self._children[bundle.id] = child
        tasks.create_task(self._mind(child))

    async def _mind(self, child: Child) -> None:
        """Plays one run until the run or the service ends."""
        bundle = child.bundle
        try:
            told = await child.wait()
            outcome: Ending = "interrupted" if bundle.id in self._stopped else "fault"
            await asyncio.to_thread(_settle, bundle, outcome, told or "its process ended without a message")
            drop_ticket(bundle)
        except asyncio.CancelledError:
            child.let_go()
            await child.see_off()
            raise
        finally:
            self._stopped.discard(bundle.id)
            del self._children[bundle.id]
            self._turn.set()


def _is_queued(bundle: RunBundle) -> bool:
    try:
        manifest = bundle.manifest()
    except (OSError, UserError):
        return False
    return manifest is not None and manifest.queued


async def _bury(bundle: RunBundle) -> None:
    """Waits until a run of an earlier service has ended, and writes its end if its process died."""
    while bundle.is_written:  # noqa: ASYNC110  # by another process
        await asyncio.sleep(LOOK)
    await asyncio.to_thread(_settle, bundle, "interrupted", "interrupted because its service had ended")


def _settle(bundle: RunBundle, outcome: Ending, reason: str) -> None:
    """Writes the end of a run that has none. If that fails, the run is left unchanged and the queue
    continues.
    """
    try:
        if not has_ended(bundle):
            write_end(bundle, outcome, reason)
    except Exception as error:
        logging.getLogger(__name__).error("the end of run %s cannot be written: %s", bundle.id, error)
