"""Finds the kinds of blocks that matter for the goal and a sub-task, from the recipes and sources."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from minecrew.agents.answers import Subtask
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.views import RoundView, SubtaskView
from minecrew.language import registry_name

ALWAYS = frozenset(
    ("crafting_table", "furnace", "smoker", "blast_furnace", "chest", "trapped_chest", "barrel", "water")
)
"""Stations, containers, and liquids in which a bot can die."""


def relevant_blocks(
    view: RoundView, knowledge: Knowledge, seen: Collection[str], *texts: str
) -> frozenset[str]:
    """Returns the kinds of blocks that the goal or the sub-task can use, and those in `seen` that are named
    in `texts`.
    """
    step = view.subtask if isinstance(view, SubtaskView) else None
    shared = (view.commons.resource, view.commons.item) if view.commons else ()
    items = [*view.goal, *shared, *(_items(step) if step else ())]
    words = " ".join([*texts, step.text if step else ""]).lower().replace("_", " ")
    named = {name for name in seen if f" {name.replace('_', ' ')}" in f" {words}"}
    needed = _needed(items, knowledge)
    sources = {source.name for item in needed for source in knowledge.sources.get(item, ())}
    return ALWAYS | named | needed | sources


def _items(step: Subtask) -> Iterable[str]:
    yield from step.want
    yield from step.seek
    gifts = step.gift.items if step.gift else ()
    for name in (*gifts, step.station, step.source, step.fuel):
        if name:
            yield registry_name(name)


def _needed(items: Iterable[str], knowledge: Knowledge) -> frozenset[str]:
    """Returns the items, everything from which they can be made, the tools for that, and natural fuels if
    something is smelted.
    """
    found: set[str] = set()
    smelts = False
    ahead = list(items)
    while ahead:
        item = ahead.pop()
        if item in found:
            continue
        found.add(item)
        if item in knowledge.sources:  # it is taken as it is; what it could be made of leads far away
            ahead += [tool for source in knowledge.sources[item] for tool in source.tools[:1]]
            continue
        recipes = knowledge.all_recipes.get(item, ())
        ahead += [part for recipe in recipes for part in recipe.needs]
        ahead += [recipe.station for recipe in recipes if recipe.station]
        smelts = smelts or any(recipe.ticks for recipe in recipes)
    return frozenset(found | (knowledge.firewood.keys() & knowledge.sources.keys() if smelts else set()))
