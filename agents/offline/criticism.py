"""Finds what peers made in the last round that is of no use to the goal, according to the feedback.

It uses what the sub-tasks wanted and gained, and the rules of the game. What was gathered as well
(beef besides leather) is accepted; only items that nobody can use for the goal are criticised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from minecrew.agents.addressees import addressees
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.views import DiscussionView
from minecrew.language import words
from minecrew.runlog import Items


def useful_for(goal: Iterable[str], knowledge: Knowledge) -> frozenset[str]:
    """Everything that the goal may be made from, in any way, with the stations and tools that it needs."""
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


def stray_work(view: DiscussionView, knowledge: Knowledge) -> Mapping[str, Items]:
    """Agent -> what it crafted in the last round, for agents that crafted only things of no use to the
    goal.
    """
    if not view.feedback:
        return {}
    useful = useful_for(view.goal, knowledge)
    made: dict[str, Items] = {}
    busy: set[str] = set()  # did, or tried, something of use
    for result in view.feedback[-1].results:
        step = result.subtask
        about = {*step.want, *filter(None, (step.gift and step.gift.item, step.station))}
        if step.seek or about & useful:
            busy.add(result.agent)
        elif result.state == "done":
            crafted = {item for item in step.want if item in knowledge.all_recipes.keys() - knowledge.sources}
            gained = {item: result.gained[item] for item in crafted if result.gained.get(item, 0) > 0}
            made.setdefault(result.agent, {}).update(gained)
    return {name: things for name, things in made.items() if things and name not in busy}


def is_criticised(view: DiscussionView, knowledge: Knowledge) -> bool:
    """Whether a peer has spoken to this agent about what it made in vain."""
    mine = stray_work(view, knowledge).get(view.agent, {})
    return any(
        line.speaker in view.team
        and line.speaker != view.agent
        and view.agent in addressees(line.text, view.team)
        and not knowledge.names.mentioned(words(line.text)).isdisjoint(mine)
        for line in view.lines
    )
