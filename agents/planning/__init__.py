"""Plans how to come by an item: one planner for the offline minds and for the skills that make things.

Knows the rules of the game, what is held and what is in sight; nothing of agents, talk or places.
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
    """What is still to be gathered and made so that `goal` can be held.

    `costs` knows what is in sight; `standing` names the stations that stand ready. Without `tools`, what it
    takes to gather is left out.
    """

    def take(expansion: Expansion) -> None:
        for item, count in goal.items():
            expansion.take(item, count)

    return plan_for(take, held, costs, standing=standing, tools=tools)


def unobtainable(goal: Mapping[str, int], held: Mapping[str, int], knowledge: Knowledge) -> Items:
    """The raw materials that the goal takes and nothing in this game yields, wherever one looks."""
    return find_needs(goal, held, Costs.everywhere(knowledge)).lacking


def plan_for(
    wish: Callable[[Expansion], None],
    held: Mapping[str, int],
    costs: Costs,
    *,
    standing: Collection[str] = (),
    tools: bool = True,
) -> Needs:
    """What `wish` takes, in an order in which it can be done; the rest as for `find_needs`."""
    expansion = Expansion(costs, held, standing, tools=tools)
    wish(expansion)
    needs = expansion.needs()
    needs.steps = in_order(needs.steps, held, standing)
    return needs
