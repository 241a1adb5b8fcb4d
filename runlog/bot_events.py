"""Events that a bot appends: its coming and going, and the programs it runs."""

from __future__ import annotations

from typing import Any, Literal

from minecrew.runlog.header import Header, Items, Position, Record


class BotJoined(Header):
    kind: Literal["bot.joined"] = "bot.joined"
    position: Position


class BotLeft(Header):
    kind: Literal["bot.left"] = "bot.left"
    why: str


class BotRestarted(Header):
    kind: Literal["bot.restarted"] = "bot.restarted"
    why: str


class SkillStarted(Header):
    """One attempt: a program begins in the agent's bot."""

    kind: Literal["skill.started"] = "skill.started"
    name: str
    args: tuple[Any, ...] = ()
    code: str | None = None
    """The text, where it is not a skill of the library."""
    attempt: int
    deadline: float
    """Game seconds."""


class CodePlace(Record):
    """A line of a program or skill."""

    skill: str
    line: int
    program: int | None = None
    """Where that is a skill that a program called: the line of the program."""


class SkillEnded(Header):
    kind: Literal["skill.ended"] = "skill.ended"
    name: str
    ok: bool
    code: str | None = None
    message: str = ""
    at: CodePlace | None = None
    gained: Items = {}
    """Difference of the inventory; negative: lost."""
    seconds: float
    """Game seconds."""
    injected: bool | None = None
    """True: it was not run but made to fail on purpose, which the agent cannot see; None: it was run."""


class Observed(Header):
    kind: Literal["observed"] = "observed"
    observation: dict[str, Any]
