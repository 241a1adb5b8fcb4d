"""The objects that the routes of a service share; they are created when the service starts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from minecrew.runlog import RunBundle
from minecrew.service.atlas import Atlas
from minecrew.service.card import RunCard, RunState
from minecrew.service.command import Commands
from minecrew.service.digest import Digests
from minecrew.service.index import RunIndex
from minecrew.service.library import SkillLibrary
from minecrew.service.metrics import ServiceMetrics
from minecrew.service.new_run import NewRun, as_command, queue_run
from minecrew.service.new_trial import NewTrial
from minecrew.service.problem import ProblemError
from minecrew.service.queue import Queue
from minecrew.service.settings import Settings, default_parallel
from minecrew.service.tail import Tails
from minecrew.skills import Skill


class SharedState:
    """The settings of one service, its runs, and their followers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._starting = asyncio.Lock()
        self.queue = Queue(settings.parallel or default_parallel(), settings.waiting)
        self.index = RunIndex(settings.runs, self.state_of)
        self.commands = Commands()
        self.atlas = Atlas(self.commands)
        self.digests = Digests(self.index)
        self.library = SkillLibrary(self.digests.all)
        self.tails = Tails(state=self.state_of, card=self._tell)
        self.metrics = ServiceMetrics(self.index, self.queue, lambda: self.tails.followers)

    def find(self, run: str) -> RunBundle:
        """Raises a 404 if no run has exactly that id."""
        bundle = self.index.find(run)
        if bundle is None:
            raise ProblemError(404, f"run {run!r} was not found", remedy="GET /runs lists the runs")
        return bundle

    def state_of(self, bundle: RunBundle) -> RunState:
        return self.queue.state_of(bundle)

    def card(self, bundle: RunBundle) -> RunCard:
        """Reads files and returns the current card of a run."""
        return self.index.card(bundle)

    @property
    def is_for_us(self) -> bool:
        """Whether only clients on this machine have access, because there is no token."""
        return self.settings.is_local and self.settings.token is None

    async def start(self, asked: NewRun, *, request: str | None) -> RunBundle:
        """Queues a run. If the same run was queued before under the name `request`, returns that run."""
        async with self._starting:  # two with the same name may come at once
            if request is not None and (known := await run_in_threadpool(self.index.asked, request)):
                manifest = known.manifest()
                if manifest and manifest.arguments != as_command(asked):
                    told = (
                        f"Idempotency-Key {request!r} was already used for another run, {known.id!r};"
                        " use a new one"
                    )
                    raise ProblemError(409, told)
                return known
            self.queue.check_room()
            bundle = await run_in_threadpool(
                queue_run, asked, self.settings.runs, request=request, local=self.is_for_us
            )
            self.queue.add(bundle)
            self.index.touch()
            return bundle

    async def start_trial(self, skill: Skill, asked: NewTrial) -> RunBundle:
        """Queues a trial. Raises UserError in the same cases as the command `skills try`."""
        from minecrew.skill_tools.queued_trial import queue_trial  # brings the whole crew with it

        self.queue.check_room()
        bundle = await run_in_threadpool(
            queue_trial,
            skill,
            self.settings.runs,
            arguments=asked.words,
            arena=asked.arena,
            seed=asked.seed,
            give=asked.give,
        )
        self.queue.add(bundle)
        self.index.touch()
        return bundle

    @asynccontextmanager
    async def live(self) -> AsyncIterator[None]:
        """The background work of the service: follows logs, starts runs and creates digests."""
        async with asyncio.TaskGroup() as tasks:
            found = await run_in_threadpool(self.index.unended)
            works = (self.tails.watch(), self.queue.work(found), self._look_through())
            lasting = [tasks.create_task(work) for work in works]
            yield
            for task in lasting:
                task.cancel()
        self.index.close()

    def close(self) -> None:
        """Announces that the service is about to end. May be called from a signal handler."""
        self.tails.close()

    async def _look_through(self) -> None:
        """Indexes runs that were added while no service ran, before the first request."""
        while await run_in_threadpool(self.digests.advance):
            pass

    async def _tell(self, bundle: RunBundle) -> RunCard:
        return await run_in_threadpool(self.card, bundle)


def _shared(request: Request) -> SharedState:
    return cast(SharedState, request.app.state.service)


Shared = Annotated[SharedState, Depends(_shared)]
"""A route's parameter of this type receives the service's state."""
