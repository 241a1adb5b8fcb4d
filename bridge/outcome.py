"""A program and its outcome: failure is a value with a code from a fixed list."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pydantic import Field

from minecrew.bridge.observation import Observation
from minecrew.runlog import CodePlace, Record

Code = Literal[
    # what a skill says, and what errors of the game are mapped to
    "NOT_FOUND",
    "NO_PATH",
    "MISSING_ITEM",
    "NEEDS_TABLE",
    "NEEDS_TOOL",
    "INVENTORY_FULL",
    "OUT_OF_REACH",
    "NOT_RECEIVED",
    "NO_SPACE",
    "NO_EFFECT",
    "DIED",
    "BAD_ARGUMENT",
    # the sandbox
    "TIMEOUT",
    "STOPPED",
    "SYNTAX",
    "PROGRAM_ERROR",
    "LIMIT",
    "FORBIDDEN",
    # from outside: the process was killed or died, or its connection was lost
    "UNRESPONSIVE",
    "OUT_OF_MEMORY",
    "CRASHED",
    "DISCONNECTED",
]
"""The same list is in codes.js; a test compares them."""

CODES: tuple[Code, ...] = get_args(Code)


class Program(Record):
    """A call of a function by name: of a skill in the library, or one that `code` defines."""

    call: str
    args: tuple[Any, ...] = ()
    """JSON; the bot itself is passed before them."""
    code: str | None = None
    """JavaScript; may call any skill of the library by name."""


class Outcome(Record):
    ok: bool
    code: Code | None = None
    """None if ok."""
    message: str = ""
    began: bool = True
    """False: no line of it was run, so it can be run again as it is."""
    at: CodePlace | None = None
    """Where it failed, the innermost skill first."""
    result: Any = None
    gained: dict[str, int] = Field(default_factory=dict)
    """The difference of the holdings; a negative number is a loss. For a killed program, too: it is
    counted when its bot is back.
    """
    seconds: float = 0.0
    """Game seconds it took; 0 if the process that counted them is gone."""
    observation: Observation | None = None
    """Right after it, without surroundings; of a killed program when its bot is back, or None."""
