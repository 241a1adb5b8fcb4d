"""The allowed forms of names and numbers in run options and HTTP requests."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

PlainName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
"""The allowed form of the names of tasks, arenas, agents and so on; such a name is never a path."""
ItemName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
LARGEST_SEED = 2**53 - 1
Seed = Annotated[int, Field(ge=-LARGEST_SEED, le=LARGEST_SEED)]
"""The type of a world's seed: the integers that JavaScript represents exactly."""
