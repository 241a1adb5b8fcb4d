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
"""The codes of failures. The same list is in codes.js; a test compares the two."""

CODES: tuple[Code, ...] = get_args(Code)


class Program(Record):
    """A call of a function by name: a skill in the library, or a function that `code` defines."""

    call: str
    args: tuple[Any, ...] = ()
    """The arguments as JSON values; the bot is passed before them."""
    code: str | None = None
    """The JavaScript of the program, which may call any skill of the library by name."""


class Outcome(Record):
    ok: bool
    code: Code | None = None
    """The code of the failure; None if the program succeeded."""
    message: str = ""
    began: bool = True
    """Whether any line of the program was run. If no line was run, the program can be run again unchanged."""
    at: CodePlace | None = None
    """The place of the failure, the innermost skill first."""
    result: Any = None
    """What the program returned or, if it failed, what it achieved nevertheless; None if it did not say."""
    gained: dict[str, int] = Field(default_factory=dict)
    """The change of the inventory; a negative number is a loss. If the program was killed, the change is
    determined when the bot is back.
    """
    seconds: float = 0.0
    """The duration in game seconds; 0 if the process that measured it has ended."""
    observation: Observation | None = None
    """The observation right after the program, without surroundings. If the program was killed, the
    observation is made when the bot is back; it is None if that failed.
    """
