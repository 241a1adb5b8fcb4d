"""The meaning of a clause in the discussion: somebody takes on work, asks for it, agrees, has or lacks
something.
"""

from __future__ import annotations

from dataclasses import dataclass

from minecrew.agents.answers import Heading
from minecrew.agents.offline.vocabulary import ActKind, Verb
from minecrew.runlog import Position


@dataclass(frozen=True)
class Work:
    """A piece of work: an action, an item and an amount."""

    verb: Verb
    thing: str
    """The registry name of an item, block or mob."""
    count: int | None = None
    to: str | None = None
    at: Position | None = None
    heading: Heading | None = None


@dataclass(frozen=True)
class TalkAct:
    """The meaning of one clause of the discussion."""

    kind: ActKind
    speaker: str
    who: str
    """The agent whose work the act is about; for accept and decline, the speaker."""
    works: tuple[Work, ...] = ()
    also: bool = False
    """Whether the clause adds to earlier ones instead of replacing them."""
