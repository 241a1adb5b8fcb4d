"""The choice of an offline mind that has finished its part: it gives away items that it holds and that a
peer still gathers.

It knows only its own inventory and the peers' parts of the plan. It keeps items of the goal, because they
count in any inventory.
"""

from __future__ import annotations

from minecrew.agents.answers import IdleAnswer
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.speech import amount
from minecrew.agents.views import IdleView


def spare_gift(view: IdleView, knowledge: Knowledge) -> IdleAnswer | None:
    """Returns a gift to the first peer, in the order of the plan, that still gathers an item which this
    agent holds.
    """
    reader = Reader(knowledge, view.team)
    given = {item for result in view.earlier if result.subtask.gift for item in result.subtask.gift.items}
    for part in view.plan:
        if part.agent == view.agent or part.agent not in view.at_work:
            continue
        works = [w for act in reader.order(part.agent, part.text) if act.who == part.agent for w in act.works]
        for work in works:
            count = min(work.count or 1, view.observation.inventory.get(work.thing, 0))
            if work.verb != "gather" or count < 1 or work.thing in view.goal or work.thing in given:
                continue
            things = amount(work.thing, count)
            return IdleAnswer(
                deed="give",
                target=part.agent,
                part=f"Bring {things} to {part.agent}.",
                say=f"{part.agent}, I am done and have {things} to spare; I'll bring {things} to you.",
            )
    return None
