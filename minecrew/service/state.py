"""What the routes of one service share, made when it starts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from minecrew.service import card
from minecrew.service.card import RunCard, card_of
from minecrew.service.settings import Settings
from minecrew.service.shelf import Shelf
from minecrew.service.tail import Tails
from runlog import RunBundle


class State:
    """One service's: what it was asked to do, its runs, and who follows them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.shelf = Shelf(settings.runs)
        self.tails = Tails(state=self.state_of, card=self._tell)

    def find(self, run: str) -> RunBundle:
        """Raises a 404 where there is none of just that id."""
        return self.shelf.find(run)

    def state_of(self, bundle: RunBundle) -> card.State:
        return card.state_of(bundle)

    @asynccontextmanager
    async def live(self) -> AsyncIterator[None]:
        """While the service is up."""
        async with asyncio.TaskGroup() as tasks:
            watch = tasks.create_task(self.tails.watch())
            yield
            watch.cancel()

    def close(self) -> None:
        """The service is about to end. May be called from a signal's handler."""
        self.tails.close()

    async def _tell(self, bundle: RunBundle) -> RunCard:
        return await run_in_threadpool(card_of, bundle)


def _state(request: Request) -> State:
    return cast(State, request.app.state.service)


Shared = Annotated[State, Depends(_state)]
"""A route's parameter of this type is the service's state."""
