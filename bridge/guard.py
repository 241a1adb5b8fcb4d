"""What the guard is told of a run: how strict it is, and whom and what there is to protect.

The rules are in `policy.js`; a bot's process keeps them by `guard.js`, our server by a plugin of its own.
"""

from __future__ import annotations

from minecrew.runlog import GuardMode, Record


class Building(Record):
    """A building that the world owns, as it is at the start."""

    structure: str
    owner: str | None = None
    blocks: dict[str, tuple[tuple[int, int, int], ...]]
    """Where it has blocks of each name."""


class Guard(Record):
    """off: everything is allowed. warn: harm is logged. block: harm is denied, and the agent is told why."""

    mode: GuardMode = "off"
    team: tuple[str, ...] = ()
    """The crew, whose deeds are judged."""
    buildings: tuple[Building, ...] = ()
    """For a bot: those known of the world; whose a block is a server of ours knows by itself."""
    witnessed: bool = False
    """For a bot: the server guards as well, and tells of what it warns of."""
