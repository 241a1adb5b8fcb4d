"""The forms of names and numbers that are in options, and in what else is asked for over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

PlainName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
"""Of a task, an arena, an agent and the like; never a path."""
ItemName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Seed = Annotated[int, Field(ge=-(2**53 - 1), le=2**53 - 1)]
"""Of a world: the integers that JavaScript tells apart."""
