"""Events that a bot appends: it joins, leaves, and runs programs."""

from __future__ import annotations

from typing import ClassVar, Literal

from minecrew.runlog.header import Amounts, Figure, Header, Items, Position, Record
from minecrew.runlog.plain import Plain
from minecrew.runlog.row import Row

__all__ = [
    "BotJoined",
    "BotLeft",
    "BotRestarted",
    "CodePlace",
    "InventoryCorrected",
    "Observed",
    "SkillEnded",
    "SkillStarted",
]


class BotJoined(Header):
    kind: Literal["bot.joined"] = "bot.joined"
    row: ClassVar = Row("joins at {position:spot}")
    position: Position


class BotLeft(Header):
    kind: Literal["bot.left"] = "bot.left"
    row: ClassVar = Row("leaves: {why}")
    why: str


class BotRestarted(Header):
    kind: Literal["bot.restarted"] = "bot.restarted"
    row: ClassVar = Row("is back after a restart|: {why}", tone="warning")
    why: str


class InventoryCorrected(Header):
    """`agent`'s bot and the server disagreed about the bot's inventory; the server's count is used."""

    kind: Literal["inventory.corrected"] = "inventory.corrected"
    row: ClassVar = Row(
        "thought it held| {seen}; the server counts {counted}", family="items", tone="warning"
    )
    seen: Items
    """The items in the bot's view, which may contain any mistake."""
    counted: Amounts
    """The items by the server's count at the same moment."""


class SkillStarted(Header):
    """An attempt begins. The agent's bot starts a program."""

    kind: Literal["skill.started"] = "skill.started"
    row: ClassVar = Row(
        "tries {name}([{args}])",
        family="task",
        noun="program",
        because=("subtask.started", "program.written", "model.called"),
    )
    name: str
    args: tuple[Plain, ...] = ()
    code: str | None = None
    """The program's text, if it is not a skill of the library."""
    attempt: int
    deadline: Figure
    """The deadline in game seconds."""


class CodePlace(Record):
    """The place of a line in a program or skill."""

    skill: str
    line: int
    program: int | None = None
    """The line of the program, if `line` is in a skill that the program called."""


class SkillEnded(Header):
    kind: Literal["skill.ended"] = "skill.ended"
    row: ClassVar = Row(
        "{name} {ok?true=succeeds|fails[: {code}][ {message}]} after {seconds} s{injected?true=, on purpose}",
        family="task",
        tone="{injected?true=warning}",
    )
    name: str
    ok: bool
    code: str | None = None
    message: str = ""
    at: CodePlace | None = None
    gained: Items = {}
    """The change of the inventory; a negative number is a loss."""
    seconds: Figure
    """The duration in game seconds."""
    injected: bool | None = None
    """True if the call was not run but made to fail on purpose, which the agent cannot see; None if it was
    run.
    """


class Observed(Header):
    kind: Literal["observed"] = "observed"
    row: ClassVar = Row("observes {observation}", family="places")
    observation: dict[str, Plain]
