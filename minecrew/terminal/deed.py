"""What the server saw, in words for the terminal. The page says the same (page/words.js)."""

from __future__ import annotations

from minecrew.runlog import (
    Attacked,
    BlockBroken,
    BlockPlaced,
    ContainerMoved,
    Died,
    Header,
    Hurt,
    ItemCrafted,
    ItemDropped,
    ItemEaten,
    ItemPicked,
)
from minecrew.terminal.formatting import items


def tell_deed(event: Header) -> tuple[str, str] | None:
    """('breaks', 'bookshelf of the library, belonging to the village'); None: no deed, or nobody's."""
    if event.agent is None:
        return None
    match event:
        case BlockBroken():
            return "breaks", f"{event.block}{_whose(event)}{f', {event.tool} in hand' if event.tool else ''}"
        case BlockPlaced():
            return "places", event.block
        case Attacked():
            return (
                "hits",
                f"{event.target}{f' with {event.weapon}' if event.weapon else ''}, damage {event.damage:g}",
            )
        case Hurt():
            return "is hurt", f"by {event.by}, damage {event.damage:g}, health {event.health:g}"
        case Died(victim_kind="agent"):
            return "dies", f"by {event.by or 'itself'}"
        case ItemPicked():
            return "picks up", f"{event.count} {event.item}"
        case ItemDropped(origin="agent"):
            return "drops", f"{event.count} {event.item}"
        case ItemCrafted():
            return "crafts", f"{event.count} {event.item} of {items(event.used)}"
        case ItemEaten():
            return "eats", f"{event.count} {event.item}"
        case ContainerMoved():
            verb, way = ("lays", "into") if event.direction == "in" else ("takes", "out of")
            return verb, f"{event.count} {event.item} {way} the {event.container}{_whose(event)}"
        case _:
            return None


def _whose(event: BlockBroken | ContainerMoved) -> str:
    of = [f"of the {event.structure}"] if event.structure else []
    of += [f"belonging to {event.owner}"] if event.owner else []
    return f" {', '.join(of)}" if of else ""
