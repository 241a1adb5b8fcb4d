"""The time at which a crew first held its goal, no matter when the round ended."""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.runlog import TICKS, Header, Inventory, Items, RoundEnded, RunStarted, SubtaskStarted


def seconds_to_goal(events: Sequence[Header]) -> float | None:
    """Game seconds from the first sub-task until the members together held the goal's items, by the server's
    counts, which come once per second; None if they never did, or if the log has no game time.
    """
    goal: Items = {}
    held: dict[str, Items] = {}
    begun: int | None = None
    for event in events:
        match event:
            case RunStarted():
                goal = dict(event.goal)
            case SubtaskStarted() if begun is None:
                begun = event.tick
            case Inventory(agent=str(agent)):
                held[agent] = dict(event.items)
            case RoundEnded():
                held = {name: dict(items) for name, items in event.inventories.items()}
            case _:
                continue
        enough = all(sum(items.get(item, 0) for items in held.values()) >= n for item, n in goal.items())
        if goal and enough and begun is not None and event.tick is not None:
            return (event.tick - begun) / TICKS
    return None
