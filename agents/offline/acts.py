"""What a clause of the talk does: somebody takes on work, asks for it, agrees, has or lacks something."""

from __future__ import annotations

from dataclasses import dataclass

from minecrew.agents.answers import Heading
from minecrew.agents.offline.vocabulary import ActKind, Verb
from minecrew.runlog import Position


@dataclass(frozen=True)
class Work:
    """One piece of work."""

    verb: Verb
    thing: str
    """An item, block or mob by its registry name."""
    count: int | None = None
    to: str | None = None
    at: Position | None = None
    heading: Heading | None = None


@dataclass(frozen=True)
class TalkAct:
    """The role of one clause in the discussion."""

    kind: ActKind
    speaker: str
    who: str
    """The agent whose work it is about; for accept and decline, the speaker."""
    works: tuple[Work, ...] = ()
    also: bool = False
    """Whether it adds to what was said before instead of replacing it."""
