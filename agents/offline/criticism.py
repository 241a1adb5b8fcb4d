"""Finds the items that peers made in the last round and that are of no use for the goal, according to the
feedback.

It uses the aims of the sub-tasks, the items gained in them, and the rules of the game. By-products of
gathering (such as beef when the aim was leather) are accepted. Only items that nobody can use for the goal
are criticised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from minecrew.agents.addressees import addressees
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.views import RoundView, TalkLine
from minecrew.language import words
from minecrew.runlog import Items


def useful_for(goal: Iterable[str], knowledge: Knowledge) -> frozenset[str]:
    """Returns every item from which the goal can be made by any recipe, and the stations and tools for it."""
    found: set[str] = set()
    ahead = [*goal]
    while ahead:
        item = ahead.pop()
        if item in found:
            continue
        found.add(item)
        for recipe in knowledge.all_recipes.get(item, ()):
            ahead += [*recipe.needs, *([recipe.station] if recipe.station else ())]
            if recipe.ticks:
                ahead += knowledge.fuels
        for source in knowledge.sources.get(item, ()):
            ahead += source.tools
    return frozenset(found)


def stray_work(view: RoundView, knowledge: Knowledge) -> Mapping[str, Items]:
    """Returns the items that each agent crafted in the last round, for agents that crafted only useless
    items.
    """
    if not view.feedback:
        return {}
    useful = useful_for(view.goal, knowledge)
    made: dict[str, Items] = {}
    busy: set[str] = set()  # did, or tried, something of use
    for result in view.feedback[-1].results:
        step = result.subtask
        about = {*step.want, *(step.gift.items if step.gift else ()), *filter(None, (step.station,))}
        if step.seek or about & useful:
            busy.add(result.agent)
        elif result.state == "done":
            crafted = {item for item in step.want if item in knowledge.all_recipes.keys() - knowledge.sources}
            gained = {item: result.gained[item] for item in crafted if result.gained.get(item, 0) > 0}
            made.setdefault(result.agent, {}).update(gained)
    return {name: things for name, things in made.items() if things and name not in busy}


def is_criticised(view: RoundView, agent: str, lines: Iterable[TalkLine], knowledge: Knowledge) -> bool:
    """Returns whether a peer has criticised `agent` in `lines` for the useless items that it made."""
    mine = stray_work(view, knowledge).get(agent, {})
    return any(
        line.speaker in view.team
        and line.speaker != agent
        and agent in addressees(line.text, view.team)
        and not knowledge.names.mentioned(words(line.text)).isdisjoint(mine)
        for line in lines
    )
