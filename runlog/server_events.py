"""Events that the server appends as witness: items, blocks, containers, bodies.

From a foreign server the bots themselves tell what of it they see, and `source` says so.
"""

from __future__ import annotations

from typing import Literal

from minecrew.runlog.header import Header, Items, Position


class ItemDropped(Header):
    """An item entity comes into the world. `agent`: who threw it, broke the block, killed the mob or died."""

    kind: Literal["item.dropped"] = "item.dropped"
    entity: int
    item: str
    count: int
    origin: Literal["agent", "death", "block", "mob", "container", "world"]
    """agent, death: it was held before. container: it lay in the block that stood here. Else it is new."""
    of: str = ""
    """Name of the block or mob it came from."""
    position: Position


class ItemPicked(Header):
    """`count` of item entity `entity` went into `agent`'s inventory; the rest stays on the ground."""

    kind: Literal["item.picked"] = "item.picked"
    entity: int
    item: str
    count: int


class ItemLost(Header):
    """An item entity vanished without being picked up."""

    kind: Literal["item.lost"] = "item.lost"
    entity: int
    item: str
    count: int
    why: str


class ItemCrafted(Header):
    kind: Literal["item.crafted"] = "item.crafted"
    item: str
    count: int
    used: Items
    left: Items = {}
    """What the recipe gives back, e.g. empty buckets."""


class ItemEaten(Header):
    kind: Literal["item.eaten"] = "item.eaten"
    item: str
    count: int = 1


class ItemSpent(Header):
    """`count` of `item` that `agent` held is used up, and nothing is made of it."""

    kind: Literal["item.spent"] = "item.spent"
    item: str
    count: int = 1
    why: Literal["worn", "spread"]
    """worn: a tool, weapon or piece of armour broke. spread: bone meal."""


class ContainerMoved(Header):
    """`agent` lays `count` of `item` into a chest or furnace, or takes them out."""

    kind: Literal["container.moved"] = "container.moved"
    container: str
    """Name of the block."""
    position: Position
    """Of the block; of the half, where it is one of a double chest."""
    item: str
    count: int
    direction: Literal["in", "out"]
    owner: str | None = None
    """The agent that placed the block, or whose building it is part of; None: nobody's."""
    structure: str | None = None


class ContainerStocked(Header):
    """All that lies in a chest or furnace before anybody comes."""

    kind: Literal["container.stocked"] = "container.stocked"
    container: str
    position: Position
    items: Items
    owner: str | None = None
    structure: str | None = None


class ItemSmelted(Header):
    """A furnace turns what lies in it into something else; nobody needs to be there."""

    kind: Literal["item.smelted"] = "item.smelted"
    container: str
    position: Position
    item: str
    count: int
    used: Items


class FuelBurnt(Header):
    """A furnace lights `count` of `item` that lay in it."""

    kind: Literal["fuel.burnt"] = "fuel.burnt"
    container: str
    position: Position
    item: str
    count: int
    left: Items = {}
    """What stays in the furnace, e.g. an empty bucket."""


class BlockBroken(Header):
    kind: Literal["block.broken"] = "block.broken"
    block: str
    position: Position
    tool: str | None = None
    owner: str | None = None
    """The agent that placed it, or whose building or field it is part of; None: nobody's."""
    structure: str | None = None
    """The world's building that it is part of; None for crops, wild blocks, and what agents placed."""


class BlockPlaced(Header):
    """One `item` left `agent`'s inventory and stands in the world as `block`."""

    kind: Literal["block.placed"] = "block.placed"
    block: str
    item: str
    position: Position


class Attacked(Header):
    """`agent` hits `target`."""

    kind: Literal["attacked"] = "attacked"
    target: str
    target_kind: Literal["agent", "mob"]
    entity: int
    damage: float
    weapon: str | None = None


class Hurt(Header):
    """`agent` loses health."""

    kind: Literal["hurt"] = "hurt"
    by: str
    """Name of agent or mob, or 'fall', 'hunger', 'void'."""
    damage: float
    health: float


class Died(Header):
    """An agent or a mob dies; `agent` is set where the victim is an agent."""

    kind: Literal["died"] = "died"
    victim: str
    victim_kind: Literal["agent", "mob"]
    entity: int
    by: str | None = None
    position: Position


class Respawned(Header):
    kind: Literal["respawned"] = "respawned"
    position: Position


class Inventory(Header):
    """All that `agent` holds by the server's own count: slots, armour, crafting grid, cursor."""

    kind: Literal["inventory"] = "inventory"
    items: Items


class Moved(Header):
    """Where `agent` is, about once a second while it moves."""

    kind: Literal["position"] = "position"
    position: Position


class CheatRefused(Header):
    """`agent` tried what no honest client does; nothing came of it."""

    kind: Literal["cheat.refused"] = "cheat.refused"
    what: Literal["attack_rate", "click", "command", "dig_time", "move", "place", "reach", "slot"]
    why: str
    """In a few words."""
    position: Position
    """Where `agent` stood."""
    target: Position | None = None
    """The block or body it was done to, or the place it was to lead to."""
    measured: float | None = None
    """dig_time: ticks; move, reach: blocks; click: pieces or slot; slot: its number."""
    allowed: float | None = None
    """The most of it, or for dig_time the least; attack_rate: blows a second."""
    count: int = 1
    """Tries of that kind; the first is told at once, those of each second after it together."""
