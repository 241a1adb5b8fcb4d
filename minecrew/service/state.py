"""What the routes of one service share, made when it starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from minecrew.service.settings import Settings
from minecrew.service.shelf import Shelf


@dataclass(frozen=True)
class State:
    settings: Settings
    shelf: Shelf


def _state(request: Request) -> State:
    return cast(State, request.app.state.service)


Shared = Annotated[State, Depends(_state)]
"""A route's parameter of this type is the service's state."""
