"""Events that the server reports as a witness: items, blocks, containers and bodies.

On another server the bots report what they see, and `source` says so.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from minecrew.runlog.header import Amount, Amounts, Figure, Header, Position
from minecrew.runlog.row import HARM, WHOSE, Row

__all__ = [
    "Attacked",
    "BlockBroken",
    "BlockPlaced",
    "CheatRefused",
    "ContainerMoved",
    "ContainerStocked",
    "Died",
    "FuelBurnt",
    "Hurt",
    "Inventory",
    "ItemCrafted",
    "ItemDropped",
    "ItemEaten",
    "ItemLost",
    "ItemPicked",
    "ItemSmelted",
    "ItemSpent",
    "Moved",
    "Respawned",
]


class ItemDropped(Header):
    """An item appears in the world. `agent` threw the item, broke the block, killed the mob, or died."""

    kind: Literal["item.dropped"] = "item.dropped"
    row: ClassVar = Row(
        "{agent?={count} {item} on the ground[ from {of}]|{origin?agent=drops {count} {item}|"
        "death=leaves {count} {item} behind|makes {count} {item} drop[ from {of}]}}",
        family="items",
        moves={
            "item": "{origin?container=stored|agent={agent?=gathered|held}|"
            "death={agent?=gathered|held}|gathered}>ground"
        },
        deed="done",
        because=("died victim=of tick=tick", "block.broken agent=agent block=of tick=tick"),
        calls=("toss", "tossStack", "giveItem", "deliver"),
    )
    entity: int
    item: str
    count: Amount
    origin: Literal["agent", "death", "block", "mob", "container", "world"]
    """For `agent` and `death`, an agent held the item before. For `container`, the item was in the broken
    block. Otherwise, the item is new.
    """
    of: str = ""
    """Name of the block or mob that the item came from."""
    position: Position


class ItemPicked(Header):
    """`count` of item entity `entity` went into `agent`'s inventory; the rest stays on the ground."""

    kind: Literal["item.picked"] = "item.picked"
    row: ClassVar = Row(
        "picks up {count} {item}",
        family="items",
        moves={"item": "ground>held"},
        deed="done",
        because=("skill.started", "item.dropped entity=entity"),
        calls=("pickUp", "receiveItem", "collect"),
    )
    entity: int
    item: str
    count: Amount


class ItemLost(Header):
    """An item entity vanished without being picked up."""

    kind: Literal["item.lost"] = "item.lost"
    row: ClassVar = Row(
        "{count} {item} vanished ({why})",
        family="items",
        moves={"item": "ground>lost"},
        because=("item.dropped entity=entity",),
    )
    entity: int
    item: str
    count: Amount
    why: str


class ItemCrafted(Header):
    kind: Literal["item.crafted"] = "item.crafted"
    row: ClassVar = Row(
        "crafts {count} {item} from {used}[, gives back {left}]",
        family="items",
        moves={"used": "held>used", "item": "crafted>held", "left": "crafted>held"},
        deed="done",
        calls=("craft", "craftItem"),
    )
    item: str
    count: Amount
    used: Amounts
    left: Amounts = {}
    """Items that the recipe gives back, e.g. empty buckets."""


class ItemEaten(Header):
    kind: Literal["item.eaten"] = "item.eaten"
    row: ClassVar = Row(
        "eats {count} {item}", family="items", moves={"item": "held>eaten"}, deed="done", calls=("consume",)
    )
    item: str
    count: Amount = 1


class ItemSpent(Header):
    """`count` of `item` that `agent` held is used up without a product."""

    kind: Literal["item.spent"] = "item.spent"
    row: ClassVar = Row(
        "uses up {count} {item} ({why})", family="items", moves={"item": "held>spent"}, deed="done"
    )
    item: str
    count: Amount = 1
    why: Literal["worn", "spread"]
    """worn: a tool, weapon or piece of armour broke. spread: bone meal was used."""


class ContainerMoved(Header):
    """`agent` puts `count` of `item` into a chest or furnace, or takes it out."""

    kind: Literal["container.moved"] = "container.moved"
    row: ClassVar = Row(
        "{direction?in=puts|takes} {count} {item} {direction?in=into|out of} the {container}" + WHOSE,
        family="items",
        moves={"item": "{direction?in=held>stored|stored>held}"},
        deed="done",
        because=("skill.started", "container.moved position=position"),
        calls=(
            "deposit",
            "withdraw",
            "depositItemIntoChest",
            "getItemFromChest",
            "putInput",
            "putFuel",
            "takeOutput",
            "smeltItem",
        ),
    )
    container: str
    """Name of the block."""
    position: Position
    """Position of the block; for a double chest, of the half that holds the slot."""
    item: str
    count: Amount
    direction: Literal["in", "out"]
    owner: str | None = None
    """The agent that placed the block, or the owner of its building; None if it has no owner."""
    structure: str | None = None


class ContainerStocked(Header):
    """The contents of a chest or furnace at the start."""

    kind: Literal["container.stocked"] = "container.stocked"
    row: ClassVar = Row(
        "{container}" + WHOSE + " at {position:spot} holds {items}",
        family="items",
        moves={"items": "gathered>stored"},
    )
    container: str
    position: Position
    items: Amounts
    owner: str | None = None
    structure: str | None = None


class ItemSmelted(Header):
    """A furnace turns its contents into another item; no player needs to be near."""

    kind: Literal["item.smelted"] = "item.smelted"
    row: ClassVar = Row(
        "{container} makes {count} {item} from {used}",
        family="items",
        moves={"used": "stored>used", "item": "crafted>stored"},
        because=("container.moved position=position",),
    )
    container: str
    position: Position
    item: str
    count: Amount
    used: Amounts


class FuelBurnt(Header):
    """A furnace burns `count` of `item` that was in it."""

    kind: Literal["fuel.burnt"] = "fuel.burnt"
    row: ClassVar = Row(
        "{container} burns {count} {item}[, gives back {left}]",
        family="items",
        moves={"item": "stored>burnt", "left": "crafted>stored"},
        because=("container.moved position=position",),
    )
    container: str
    position: Position
    item: str
    count: Amount
    left: Amounts = {}
    """The item that stays in the furnace, e.g. an empty bucket."""


class BlockBroken(Header):
    kind: Literal["block.broken"] = "block.broken"
    row: ClassVar = Row(
        "breaks {block}" + WHOSE + " at {position:spot}[ with {tool}]",
        family="blocks",
        deed="done",
        calls=("dig", "mineBlock"),
    )
    block: str
    position: Position
    tool: str | None = None
    owner: str | None = None
    """The agent that placed the block, or the owner of its building or field; None if the block has no owner.
    """
    structure: str | None = None
    """The building of the world that contains the block; None for crops, wild blocks, and blocks that agents
    placed.
    """
    underfoot: Literal[True] | None = None
    """True if the ground under the block was trampled, so that no agent broke it on purpose."""


class BlockPlaced(Header):
    """One `item` left `agent`'s inventory and is now in the world as `block`."""

    kind: Literal["block.placed"] = "block.placed"
    row: ClassVar = Row(
        "places {block} at {position:spot}",
        family="blocks",
        moves={"item": "held>placed"},
        deed="done",
        calls=("placeBlock", "placeItem"),
    )
    block: str
    item: str
    position: Position


class Attacked(Header):
    """`agent` hits `target`."""

    kind: Literal["attacked"] = "attacked"
    row: ClassVar = Row(
        "hits {target}[ with {weapon}], damage {damage}",
        family=HARM,
        deed="done",
        noun="blow",
        calls=("attack", "killMob"),
    )
    target: str
    target_kind: Literal["agent", "mob"]
    entity: int
    damage: Figure
    weapon: str | None = None


class Hurt(Header):
    """`agent` loses health."""

    kind: Literal["hurt"] = "hurt"
    row: ClassVar = Row(
        "is hurt by {by}, damage {damage}, health {health}",
        family="harm",
        deed="suffered",
        because=("attacked agent=by target=agent",),
    )
    by: str
    """Name of agent or mob, or 'fall', 'hunger', 'void'."""
    damage: Figure
    health: Figure


class Died(Header):
    """An agent or a mob dies; `agent` is set if the victim is an agent."""

    kind: Literal["died"] = "died"
    row: ClassVar = Row(
        "{agent?={victim} |}dies[, killed by {by}][; it belonged to {owner}]",
        family="{victim_kind?mob={victim?villager=harm|hunt}|harm}",
        tone="{victim_kind?agent=fatal}",
        deed="suffered",
        because=("attacked agent=by entity=entity",),
    )
    victim: str
    victim_kind: Literal["agent", "mob"]
    entity: int
    by: str | None = None
    owner: str | None = None
    """The owner of an animal; None: it belongs to nobody."""
    position: Position


class Respawned(Header):
    kind: Literal["respawned"] = "respawned"
    row: ClassVar = Row("comes back at {position:spot}", family="harm", because=("died victim=agent",))
    position: Position


class Inventory(Header):
    """All items that `agent` holds by the server's own count: slots, armour, crafting grid, cursor."""

    kind: Literal["inventory"] = "inventory"
    row: ClassVar = Row("holds {items}", family="items", moves={"items": "counted"})
    items: Amounts


class Moved(Header):
    """The position of `agent`, about once per second while it moves."""

    kind: Literal["position"] = "position"
    row: ClassVar = Row("is at {position:spot}", family="places")
    position: Position


class CheatRefused(Header):
    """`agent` tried something that no real player could do; it had no effect."""

    kind: Literal["cheat.refused"] = "cheat.refused"
    row: ClassVar = Row(
        "is refused| {what:spaced}: {why}[ ({measured}, allowed {allowed})][, {count:many} times]",
        family="harm",
        tone="fatal",
    )
    what: Literal["attack_rate", "click", "command", "dig_time", "move", "place", "reach", "slot"]
    why: str
    """A short description of the refused action."""
    position: Position
    """The position of `agent`."""
    target: Position | None = None
    """Position of the block or body, or the destination of the move."""
    measured: Figure | None = None
    """dig_time: ticks; move, reach: blocks; click: pieces or slot; slot: its number."""
    allowed: Figure | None = None
    """The allowed maximum, or for dig_time the minimum; attack_rate: blows per second."""
    count: Amount = 1
    """Number of attempts of that kind. The first is logged at once; those of each further second are logged
    together.
    """
