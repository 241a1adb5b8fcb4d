"""What peers made in the last round that is of no use to the goal, as the feedback tells it; and who says so.

Read from the sub-tasks' own words and the rules of the game. What was gathered besides (beef beside the
leather) is no matter; what nobody can make anything of for the goal is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from minecrew.agents.addressees import addressees
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.reading import Reader
from minecrew.agents.views import DiscussionView
from minecrew.runlog import Items


def useful_for(goal: Iterable[str], knowledge: Knowledge) -> frozenset[str]:
    """All that the goal may be made of, by any way, with the stations and tools that it takes."""
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
    """Agent -> what it crafted in the last round, of those that crafted only what the goal has no use for."""
    if not view.feedback:
        return {}
    useful = useful_for(view.goal, knowledge)
    made: dict[str, Items] = {}
    busy: set[str] = set()  # did, or tried, something of use
    for result in view.feedback[-1].results:
        for act in Reader(knowledge, view.team).order(result.agent, result.text):
            for work in act.works:
                if work.thing in useful:
                    busy.add(result.agent)
                elif work.verb == "craft" and result.state == "done":
                    made.setdefault(result.agent, {})[work.thing] = work.count or 1
    return {name: things for name, things in made.items() if name not in busy}


def is_criticised(view: DiscussionView, knowledge: Knowledge) -> bool:
    """Whether a peer has spoken to this agent of what it made in vain."""
    mine = stray_work(view, knowledge).get(view.agent, {})
    return any(
        line.speaker in view.team
        and line.speaker != view.agent
        and view.agent in addressees(line.text, view.team)
        and any(thing.replace("_", " ").removesuffix("s") in line.text.lower() for thing in mine)
        for line in view.lines
    )
