"""Breaks an assignment into ordered sub-tasks: gather, craft, place the table, wait for what others bring,
hand over.

Reads the assignment's one line and the agent's own observation; knows the rules, nothing of other agents'
plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agents.facts import VICINITY
from agents.knowledge import Knowledge
from agents.offline.acts import Work
from agents.offline.needs import TABLE, Craft, cheapest_source, find_needs
from agents.offline.reading import Reader
from agents.offline.speech import amount, amounts, listing, spot
from agents.offline.vocabulary import HEADINGS
from agents.views import AssignmentView, Gift, Subtask
from runlog import Items, Position


def break_down(view: AssignmentView, rules: Knowledge, seen: Mapping[str, float]) -> list[Subtask]:
    """The sub-tasks of `view.assignment`, in the order in which they can be done."""
    acts = Reader(rules, view.team).order(view.agent, view.assignment)
    works = [work for act in acts if act.who == view.agent for work in act.works]
    incoming = [
        (act.who, work)
        for act in acts
        if act.who != view.agent
        for work in act.works
        if work.verb == "brought"
    ]
    held = dict(view.observation.inventory)
    gathers = _amounts(work for work in works if work.verb == "gather")
    goal = _amounts(work for work in works if work.verb == "craft")
    brought = _amounts(work for _, work in incoming)
    place = next((work.at for work in works if work.verb == "craft" and work.at), view.observation.position)
    stands = _table_near(view, place)

    pool = _plus(held, gathers, brought)
    for item in goal:
        pool.pop(item, None)
    needs = find_needs(goal, pool, rules, seen, table=stands)
    raw = _plus(gathers, needs.raw)
    steps = [_gather(view, item, count, rules, seen) for item, count in raw.items()]
    early, late = _in_two(needs.crafts, _plus(held, raw))
    have = _plus(held, raw)
    table = Subtask(text=f"set up a crafting table at {spot(place)}", station=TABLE, at=place)
    later = any(craft.item == TABLE for craft in late)
    steps += [_craft(craft, have) for craft in early]
    if needs.table and not later:
        steps.append(table)
    if brought:
        want = {
            item: count + min(have.get(item, 0), raw.get(item, 0) + held.get(item, 0))
            for item, count in brought.items()
        }
        names = tuple(dict.fromkeys(who for who, _ in incoming))
        text = f"wait at {spot(place)} for {amounts(brought)} from {listing(names)}"
        steps.append(Subtask(text=text, want=want, await_from=names, at=place))
        have = _plus(have, brought)
    for craft in late:
        steps.append(_craft(craft, have))
        if craft.item == TABLE:
            steps.append(table)
    steps += [
        _gift(work)
        for work in works
        if work.to and work.to != view.agent and work.verb in {"gather", "bring"}
    ]
    steps += [_seek(work, rules) for work in works if work.verb == "seek"]
    return steps


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


def _table_near(view: AssignmentView, place: Position) -> bool:
    table = view.observation.blocks.get(TABLE)
    return table is not None and _apart(table.nearest, place) <= VICINITY


def _apart(a: Position, b: Position) -> float:
    return float(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5)


def _in_two(crafts: list[Craft], pool: Items) -> tuple[list[Craft], list[Craft]]:
    """What can be crafted from what the agent gets itself, and what has to wait for others. Changes
    nothing."""
    pool, early, late = dict(pool), [], []
    for craft in crafts:
        parts = {item: n * craft.times for item, n in craft.recipe.needs.items()}
        by_hand = not craft.recipe.table
        if by_hand and all(pool.get(item, 0) >= n for item, n in parts.items()):
            early.append(craft)
            pool = _plus(pool, {item: -n for item, n in parts.items()}, {craft.item: craft.count})
        else:
            late.append(craft)
    return early, late


def _gather(
    view: AssignmentView, item: str, count: int, rules: Knowledge, seen: Mapping[str, float]
) -> Subtask:
    held = view.observation.inventory
    source = cheapest_source(item, rules, seen)
    how = f" from {source.name.replace('_', ' ')}" if source and source.name != item else ""
    sights = {**view.observation.blocks, **view.observation.mobs}
    at = sights[source.name].nearest if source and source.name in sights else None
    return Subtask(text=f"gather {amount(item, count)}{how}", want={item: held.get(item, 0) + count}, at=at)


def _craft(craft: Craft, have: Items) -> Subtask:
    """Changes `have` to what is held after the craft."""
    for item, n in craft.recipe.needs.items():
        have[item] = have.get(item, 0) - n * craft.times
    have[craft.item] = have.get(craft.item, 0) + craft.count
    return Subtask(text=f"craft {amount(craft.item, craft.count)}", want={craft.item: have[craft.item]})


def _gift(work: Work) -> Subtask:
    count = work.count or 1
    gift = Gift(to=work.to or "", item=work.thing, count=count, at=work.at)
    return Subtask(text=f"hand {amount(work.thing, count)} to {work.to}", gift=gift)


def _seek(work: Work, rules: Knowledge) -> Subtask:
    names = tuple(source.name for source in rules.sources.get(work.thing, ())) or (work.thing,)
    heading = work.heading or HEADINGS[0]
    return Subtask(text=f"look for {work.thing.replace('_', ' ')} to the {heading}", seek=names)
