"""An observation of one bot: the facts that it sees and the items that it holds."""

from __future__ import annotations

from collections import Counter

from minecrew.runlog import Position, Record


class Sighting(Record):
    """The number of visible things of one kind, with the position of the nearest."""

    count: int
    nearest: Position
    others: tuple[Position, ...] = ()
    """For blocks, at most two more places, at least 8 blocks away from the nearest and from one another."""
    ripe: int | None = None
    """For a crop, how many of the blocks are ripe."""


class ContainerSighting(Record):
    """A container that this bot has opened, with its contents when it was closed."""

    block: str
    at: Position
    items: dict[str, int]


class BuildingSighting(Record):
    """A building of the world, as it was at the start; the guard reports it."""

    structure: str
    owner: str | None = None
    nearest: Position
    """The position of the nearest of its blocks."""
    blocks: dict[str, int] = {}
    """Kind of block -> how many of them belong to it."""


class OwnedSighting(Sighting):
    """The visible animals of one kind and owner, according to their name tags."""

    mob: str
    owner: str


class Observation(Record):
    position: Position
    health: float
    """From 0 to 20."""
    food: float
    """From 0 to 20."""
    time: int
    """Time of day in ticks, 0 to 23999."""
    inventory: dict[str, int]
    """All items that the bot holds: slots, armour, off-hand, crafting grid and cursor."""
    held: str | None
    players: dict[str, Position]
    mobs: dict[str, Sighting]
    """The animals and monsters, by kind. The nearest is one without an owner, if there is any."""
    drops: dict[str, int]
    """Items on the ground, by name."""
    blocks: dict[str, Sighting]
    """Kinds of blocks within 48 blocks, except plain ground; empty unless surroundings were requested."""
    ground: dict[str, Sighting] = {}
    """The items on the ground, with the position of the nearest of each kind; empty in older logs."""
    sheep: dict[str, Sighting] = {}
    """The sheep among the mobs, by colour."""
    owned: tuple[OwnedSighting, ...] = ()
    """Those of the mobs that belong to somebody."""
    containers: tuple[ContainerSighting, ...] = ()
    """The containers that this bot has opened and that still exist, as far as it knows."""
    buildings: tuple[BuildingSighting, ...] = ()
    """The buildings with a part within 48 blocks; empty if the guard is off, or if surroundings were not
    requested.
    """

    @property
    def free_mobs(self) -> dict[str, Sighting]:
        """Returns the mobs without those that belong to somebody."""
        owned: Counter[str] = Counter()
        for one in self.owned:
            owned[one.mob] += one.count
        return {
            name: spot.model_copy(update={"count": spot.count - owned[name]})
            for name, spot in self.mobs.items()
            if spot.count > owned[name]
        }
