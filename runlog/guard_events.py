"""Events of the guard, for actions against somebody or something that the policy protects
(`bridge/policy.js`).

The event comes from the side that judged the action: the built-in server, or else the bot. An action that a
bot denies never reaches a server. A denied action was not done; an action with a warning also has its own
event.
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
    """The action that `agent` did or tried."""

    act: Literal["attack", "break"]
    target: str
    """Name of the agent, person, mob or block."""
    target_kind: Literal["agent", "visitor", "mob", "block"]
    rule: Literal["member", "bystander", "animal", "structure"]
    why: str
    """The rule in words, as the agent sees it."""
    owner: str | None = None
    """For a block: the owner of its building; for an animal: its owner."""
    structure: str | None = None
    position: Position
    """The position of the target."""
    count: Amount = 1
    """Number of actions or attempts against that rule. The first is logged at once; those of each further
    second are logged together. The built-in server logs each allowed action separately.
    """


class GuardWarned(Guarded):
    """The guard warned about an action, which was done (`guard = "warn"`)."""

    kind: Literal["guard.warned"] = "guard.warned"
    row: ClassVar = Row("is warned|" + DEED, family=HARM, tone="fatal")


class GuardDenied(Guarded):
    """The guard prevented an action (`guard = "block"`)."""

    kind: Literal["guard.denied"] = "guard.denied"
    row: ClassVar = Row("is denied|" + DEED, family=HARM, tone="alarm")
