"""Plans how to get an item, for offline minds and for skills that make things.

The planner knows the rules of the game, the held items and the visible sources, but no agents, discussions
or places.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.planning.costs import Costs, cheapest_source
from minecrew.agents.planning.expansion import Expansion
from minecrew.agents.planning.needs import STATIONS, Craft, Fuel, Gather, Needs, Step, in_order
from minecrew.runlog import Items

__all__ = [
    "STATIONS",
    "Costs",
    "Craft",
    "Expansion",
    "Fuel",
    "Gather",
    "Needs",
    "Step",
    "cheapest_source",
    "find_needs",
    "plan_for",
    "possible_part",
    "unobtainable",
]


def find_needs(
    goal: Mapping[str, int],
    held: Mapping[str, int],
    costs: Costs,
    *,
    standing: Collection[str] = (),
    tools: bool = True,
) -> Needs:
    """Returns everything that still has to be gathered and made for `goal`.

    `costs` knows what is in sight; `standing` names the stations that
    are ready. Without `tools`, the tools for gathering are left out.
    """

    def take(expansion: Expansion) -> None:
        for item, count in goal.items():
            expansion.take(item, count)

    return plan_for(take, held, costs, standing=standing, tools=tools)


def unobtainable(goal: Mapping[str, int], held: Mapping[str, int], knowledge: Knowledge) -> Items:
    """Returns the raw materials of the goal that no source in the game yields."""
    return find_needs(goal, held, Costs.everywhere(knowledge)).lacking


def possible_part(goal: Mapping[str, int], held: Mapping[str, int], costs: Costs) -> Items:
    """Returns the largest part of the goal that is possible with the items held and the sources in sight;
    empty if it is no more than what is held now.
    """
    part = {item: min(held.get(item, 0), count) for item, count in goal.items()}
    now = dict(part)
    for item, count in goal.items():
        able, unable = part[item], count + 1
        while able + 1 < unable:
            part[item] = (able + unable) // 2
            able, unable = (
                (able, part[item]) if find_needs(part, held, costs).lacking else (part[item], unable)
            )
        part[item] = able
    return {} if part == now else {item: count for item, count in part.items() if count}


def plan_for(
    wish: Callable[[Expansion], None],
    held: Mapping[str, int],
    costs: Costs,
    *,
    standing: Collection[str] = (),
    tools: bool = True,
) -> Needs:
    """Returns the needs of `wish`, in an order in which they can be met. The parameters are the same as for
    `find_needs`.
    """
    expansion = Expansion(costs, held, standing, tools=tools)
    wish(expansion)
    needs = expansion.needs()
    needs.steps = in_order(needs.steps, held, standing)
    return needs
