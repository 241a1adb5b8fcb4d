"""Breaks an assignment into ordered sub-tasks, such as gathering, crafting, placing a table, waiting for
items and handing over.

It uses the text of the assignment, the agent's own observation and the rules, but not the plans of other
agents. The agent itself makes everything that it needs for gathering, such as tools.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from minecrew.agents.answers import HEADINGS, VICINITY, Gift, Subtask
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.schedule import Schedule
from minecrew.agents.offline.speech import amounts
from minecrew.agents.planning import STATIONS, Costs, Craft, Expansion, Gather, plan_for
from minecrew.agents.views import AssignmentView
from minecrew.language import plain
from minecrew.runlog import Items, Position


def break_down(view: AssignmentView, knowledge: Knowledge, seen: Mapping[str, float]) -> list[Subtask]:
    """Returns the sub-tasks of `view.assignment`, in an order in which they can be done."""
    acts = Reader(knowledge, view.team).order(view.agent, view.assignment)
    works = [work for act in acts if act.who == view.agent for work in act.works]
    incoming = [
        (act.who, work)
        for act in acts
        if act.who != view.agent
        for work in act.works
        if work.verb == "brought"
    ]
    gathers = [work for work in works if work.verb == "gather"]
    goal = _amounts(work for work in works if work.verb == "craft")
    gifts = [w for w in works if w.to and w.to != view.agent and w.verb in {"gather", "bring"}]
    brought = _amounts(work for _, work in incoming)
    givers: dict[str, list[str]] = {}
    for who, work in incoming:
        givers.setdefault(work.thing, []).append(who)
    place = next((work.at for work in works if work.verb == "craft" and work.at), view.observation.position)
    standing = [station for station in STATIONS if _stands(station, view, place)]

    pool = _plus(view.observation.inventory, brought)
    for item in [*goal, *(work.thing for work in gifts if work.verb == "bring")]:
        pool.pop(item, None)

    def plan(expansion: Expansion) -> None:
        for work in gathers:
            expansion.gather(work.thing, work.count or 1, keep=work not in gifts)
        for item, count in goal.items():
            expansion.take(item, count)

    needs = plan_for(plan, pool, Costs(knowledge, seen), standing=standing)
    schedule = Schedule(view, knowledge, seen, place, standing)
    late = schedule.follow(needs.steps)
    if brought:
        schedule.set_up(craft.recipe.station for craft in late if isinstance(craft, Craft))
    for step in late:  # it waits only for what the next step takes, and the rest may come meanwhile
        parts = _takes(step)
        schedule.wait({part: brought.pop(part) for part in [*brought] if part in parts}, givers)
        schedule.follow([step], anyway=True)
    schedule.wait(brought, givers)
    return [
        *schedule.subtasks,
        *_gifts(gifts),
        *(_seek(work, knowledge) for work in works if work.verb == "seek"),
    ]


def _takes(step: Gather | Craft) -> set[str | None]:
    """Returns what has to be held, or has to stand there, for the step."""
    if isinstance(step, Craft):
        return {*step.takes, step.recipe.station}
    return {*step.source.tools} if step.source else set()


def _amounts(works: Iterable[Work]) -> Items:
    out: Items = {}
    for work in works:
        out[work.thing] = out.get(work.thing, 0) + (work.count or 1)
    return out


def _plus(*bags: Mapping[str, int]) -> Items:
    out: Items = {}
    for bag in bags:
        for item, count in bag.items():
            out[item] = out.get(item, 0) + count
    return out


def _stands(station: str, view: AssignmentView, place: Position) -> bool:
    sighting = view.observation.blocks.get(station)
    return sighting is not None and math.dist(sighting.nearest, place) <= VICINITY


def _gifts(works: Iterable[Work]) -> list[Subtask]:
    """One sub-task for each receiver and place; all that goes there is handed over at once."""
    given: dict[tuple[str, Position | None], Items] = {}
    for work in works:
        items = given.setdefault((work.to or "", work.at), {})
        items[work.thing] = items.get(work.thing, 0) + (work.count or 1)
    subtasks: list[Subtask] = []
    for (to, at), items in given.items():
        (item, count), *others = items.items()
        gift = Gift(to=to, item=item, count=count, at=at, also=dict(others))
        subtasks.append(Subtask(text=f"hand {amounts(items)} to {to}", gift=gift))
    return subtasks


def _seek(work: Work, knowledge: Knowledge) -> Subtask:
    heading = work.heading or HEADINGS[0]
    text = f"look for {plain(work.thing)} to the {heading}"
    return Subtask(text=text, seek=sought_for(work.thing, knowledge), heading=heading)


def sought_for(thing: str, knowledge: Knowledge) -> tuple[str, ...]:
    """Returns the blocks and mobs that yield the item."""
    return tuple(source.name for source in knowledge.sources.get(thing, ())) or (thing,)
