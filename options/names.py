"""The forms of names and numbers in options and in other HTTP requests."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

PlainName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
"""The form of names of tasks, arenas, agents and so on; it is never a path."""
ItemName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Seed = Annotated[int, Field(ge=-(2**53 - 1), le=2**53 - 1)]
"""The form of a world's seed: the integers that JavaScript represents exactly."""
