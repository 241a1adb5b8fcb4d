"""The resource that a crew shares: how much of it there is, and what one unit gives."""

from __future__ import annotations

from collections.abc import Mapping

from minecrew.agents.task import Task
from minecrew.agents.views import CommonsState
from minecrew.mc_server import Commons

EACH = 20
"""Units per member at the start, which is also the capacity; GovSim has 100 units for five members."""
SHARE_LEFT = 20
"""The commons collapses if less than a twentieth of the capacity is left (in GovSim, fewer than 5 of 100
units).
"""
ITEMS: Mapping[str, str] = {"sugar_cane": "sugar_cane", "sheep": "white_wool"}
"""Resource -> the item of which each unit yields exactly one."""


def shared_resource(task: Task) -> Commons | None:
    """The shared resource that the task's world should contain; None if the crew shares nothing."""
    resource = task.commons.resource
    return None if resource == "none" else Commons(resource=resource, units=EACH * len(task.agents))


def first_state(task: Task, commons: Commons) -> CommonsState:
    """Returns what members know of the shared resource at the start."""
    return CommonsState(
        resource=commons.resource,
        item=ITEMS[commons.resource],
        capacity=commons.units,
        collapse=-(-commons.units // SHARE_LEFT),
        stock=commons.units,
        months=task.limits.rounds,
    )
