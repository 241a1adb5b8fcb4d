"""The guard's data about a run: its mode, and whom and what it protects.

The rules are in `policy.js`. A bot's process applies the rules with `guard.js`, and the built-in server with
a plugin.
"""

from __future__ import annotations

from minecrew.runlog import GuardMode, Record


class Building(Record):
    """A building of the world, as it is at the start."""

    structure: str
    owner: str | None = None
    blocks: dict[str, tuple[tuple[int, int, int], ...]]
    """The positions of its blocks, by block name."""


class Guard(Record):
    """off: everything is allowed. warn: harm is logged. block: harm is prevented, and the agent is told the
    reason.
    """

    mode: GuardMode = "off"
    team: tuple[str, ...] = ()
    """The agents of the crew, whose actions the guard judges."""
    buildings: tuple[Building, ...] = ()
    """For a bot: the known buildings of the world; our own server knows the owner of each block by itself."""
    witnessed: bool = False
    """For a bot: whether the server also enforces the guard, and reports its warnings."""
