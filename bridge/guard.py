"""What the guard knows about a run: how strict it is, and whom and what it protects.

The rules are in `policy.js`; a bot's process applies them by `guard.js`, and our server by a plugin of its
own.
"""

from __future__ import annotations

from minecrew.runlog import GuardMode, Record


class Building(Record):
    """A building that the world owns, as it is at the start."""

    structure: str
    owner: str | None = None
    blocks: dict[str, tuple[tuple[int, int, int], ...]]
    """The places of its blocks, by name."""


class Guard(Record):
    """off: everything is allowed. warn: harm is logged. block: harm is denied, and the agent is told why."""

    mode: GuardMode = "off"
    team: tuple[str, ...] = ()
    """The crew, whose acts are judged."""
    buildings: tuple[Building, ...] = ()
    """For a bot: the known buildings of the world; our own server knows the owner of each block by itself."""
    witnessed: bool = False
    """For a bot: whether the server guards as well, and reports its warnings."""
