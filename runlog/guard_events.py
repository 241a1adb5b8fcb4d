"""Events of the guard: an act against somebody or something that the policy protects (`bridge/policy.js`).

They are appended by the side that judged the act: our own server, or otherwise the bot; an act that a bot
denies never reaches a server. A denied act was not done; an act with a warning also has its own event.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from minecrew.runlog.header import Amount, Header, Position
from minecrew.runlog.row import HARM, WHOSE, Row

__all__ = [
    "GuardDenied",
    "GuardWarned",
]

DEED = ": {act}s {target}" + WHOSE + "[, {count:many} times]: {why}"


class Guarded(Header):
    """What `agent` did or tried to do."""

    act: Literal["attack", "break"]
    target: str
    """Name of the agent, person, mob or block."""
    target_kind: Literal["agent", "visitor", "mob", "block"]
    rule: Literal["member", "bystander", "structure"]
    why: str
    """The rule in words, as the agent sees it."""
    owner: str | None = None
    """For a block: the owner of its building."""
    structure: str | None = None
    position: Position
    """The position of the target."""
    count: Amount = 1
    """Acts or tries against that rule. The first is logged at once, and those of each further second
    together, except acts that our server allows: it logs each of them.
    """


class GuardWarned(Guarded):
    """The act was done: `guard = "warn"`."""

    kind: Literal["guard.warned"] = "guard.warned"
    row: ClassVar = Row("is warned|" + DEED, family=HARM, tone="fatal")


class GuardDenied(Guarded):
    """The act was prevented: `guard = "block"`."""

    kind: Literal["guard.denied"] = "guard.denied"
    row: ClassVar = Row("is denied|" + DEED, family=HARM, tone="alarm")
