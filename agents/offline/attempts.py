"""Chooses the next program for a sub-task, given the results of earlier attempts.

A program is a skill of the library, or a short program in `programs/` that calls skills.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from minecrew.agents.answers import HEADINGS, Action, Gift, Heading, Refusal
from minecrew.agents.facts import received
from minecrew.agents.knowledge import Knowledge, Recipe
from minecrew.agents.offline.speech import amounts, listing
from minecrew.agents.planning import cheapest_source
from minecrew.agents.views import SubtaskView
from minecrew.bridge import Program
from minecrew.game import DISTANCES
from minecrew.language import plain
from minecrew.runlog import TICKS

PROGRAMS = Path(__file__).with_name("programs")
VECTORS: dict[Heading, tuple[int, int, int]] = {
    "north": (0, 0, -1),
    "east": (1, 0, 0),
    "south": (0, 0, 1),
    "west": (-1, 0, 0),
}
SEARCH = 15
"""Game seconds for which an agent that searches walks away from its starting point. Together with a sight of
48 blocks, this covers more than 100 blocks.
"""
BRIEF = 12
"""Game seconds to wait for items if nobody who brings them is at work any more: what a third member picked up
is handed on within ten.
"""
RETURN = 60
"""Game seconds for the way back to a station."""
LOST = frozenset({"NOT_FOUND", "NO_PATH", "FORBIDDEN"})
"""The codes after which the agent searches for the item elsewhere."""


def next_attempt(view: SubtaskView, knowledge: Knowledge, seen: Mapping[str, float]) -> Action | Refusal:
    """Returns an action with a deadline, or an honest refusal."""
    subtask = view.subtask
    held = view.observation.inventory
    if subtask.gift is not None:
        return _hand_over(view, subtask.gift)
    missing = {
        item: count - held.get(item, 0) for item, count in subtask.want.items() if held.get(item, 0) < count
    }
    if subtask.await_from and _should_wait(view):
        brief = () if _givers_work(view) else (BRIEF,)
        place = list(subtask.at or view.observation.position)
        return Action(program=written("receive", dict(subtask.want), place, *brief), seconds=75)
    if subtask.await_from and not _can_gather(missing, held, knowledge, seen):
        return Refusal(agent=view.agent, reason="nobody is at work who could bring more")
    if subtask.station is not None:
        at = subtask.at or view.observation.position
        return Action(program=written("setUp", subtask.station, *(math.floor(c) for c in at)), seconds=60)
    if subtask.seek and view.outcomes and view.outcomes[-1].code == "NOT_FOUND":
        return Refusal(agent=view.agent, reason=f"I went to {subtask.text} and found none")
    if subtask.seek:
        heading = subtask.heading or HEADINGS[view.attempt % 4]
        return Action(
            program=written("seek", list(subtask.seek), list(VECTORS[heading]), SEARCH), seconds=4 * SEARCH
        )
    for item, count in missing.items():
        recipe, times = _best_recipe(item, count, knowledge, held, smelt=bool(subtask.fuel))
        if recipe is not None:
            return _at_station(view, recipe, _make(item, count, recipe, times, subtask.fuel))
        if item in knowledge.sources:
            return _gather(view, item, subtask.want[item], count, knowledge, seen)
        if view.outcomes and view.outcomes[-1].code == "MISSING_ITEM":
            return Refusal(agent=view.agent, reason=f"I lack what this needs: {view.outcomes[-1].message}")
        return Action(program=Program(call="craftItem", args=(item, 1)), seconds=30)
    return Refusal(agent=view.agent, reason=f"there is nothing that I can do about {subtask.text!r}")


def _should_wait(view: SubtaskView) -> bool:
    """Returns whether an agent that brings something is at work, or the agent has not waited yet."""
    waited = any(outcome.code == "NOT_RECEIVED" for outcome in view.outcomes)
    return not waited or _givers_work(view)


def _givers_work(view: SubtaskView) -> bool:
    return not set(view.subtask.await_from).isdisjoint(view.at_work)


def _can_gather(
    missing: Iterable[str], held: Mapping[str, int], knowledge: Knowledge, seen: Mapping[str, float]
) -> bool:
    """Returns whether a missing item is in sight and the agent holds the tool for it."""
    sources = [source for item in missing if (source := cheapest_source(item, knowledge, seen))]
    return any(not source.tools or any(held.get(tool) for tool in source.tools) for source in sources)


def _best_recipe(
    item: str, count: int, knowledge: Knowledge, held: Mapping[str, int], *, smelt: bool
) -> tuple[Recipe | None, int]:
    """Returns the recipe that makes the most of `count` from what the agent holds, and how often it is
    carried out.

    An item that can also be gathered is only made if the whole amount can be made.
    """
    best: Recipe | None = None
    most = 0
    for recipe in (knowledge.all_recipes if smelt else knowledge.recipes).get(item, ()):
        wanted = math.ceil(count / recipe.count)
        times = min([wanted, *(held.get(part, 0) // n for part, n in recipe.needs.items())])
        if times == wanted:
            return recipe, times
        if times * recipe.count > most and item not in knowledge.sources:
            best, most = recipe, times * recipe.count
    return best, most // best.count if best else 0


def _make(item: str, count: int, recipe: Recipe, times: int, fuel: str | None) -> Action:
    if not recipe.ticks:
        return Action(program=Program(call="craftItem", args=(item, times)), seconds=30 + count)
    ore = next(iter(recipe.needs))
    return Action(
        program=Program(call="smeltItem", args=(ore, fuel, times)),
        seconds=60 + 1.5 * times * recipe.ticks / TICKS,
    )


def _at_station(view: SubtaskView, recipe: Recipe, action: Action) -> Action:
    """Returns the action. If no station is near, the agent first goes back to the one that it has set up."""
    if view.outcomes and view.outcomes[-1].code in LOST | {"NEEDS_TABLE"}:
        return action  # the way back did not help
    sight = view.observation.blocks.get(recipe.station or "")
    if sight and math.dist(sight.nearest, view.observation.position) <= DISTANCES["stations"]:
        return action
    own = [r.subtask.at for r in view.earlier if r.subtask.station == recipe.station and r.state == "done"]
    if recipe.station is None or not own or own[-1] is None:
        return action
    program = written("returnTo", list(own[-1]), action.program.call, *action.program.args)
    return Action(program=program, seconds=action.seconds + RETURN)


def _gather(
    view: SubtaskView, item: str, total: int, count: int, knowledge: Knowledge, seen: Mapping[str, float]
) -> Action:
    ready = cheapest_source(item, knowledge, _allowed(view, item, knowledge, seen))
    source = ready or knowledge.sources[item][0]
    seconds = 45.0 + count * (source.seconds + 12)
    start: dict[str, object] | None = None
    code = view.outcomes[-1].code if view.outcomes else None
    if code in LOST and not (ready and code == "FORBIDDEN"):
        turn = (view.attempt + view.team.index(view.agent)) % 4
        start = {"towards": list(VECTORS[HEADINGS[turn]])}
    elif source.name not in seen:
        start = {"to": list(view.subtask.at)} if view.subtask.at else {"towards": list(VECTORS[HEADINGS[0]])}
    seconds += 40 if start else 0
    name = "hunt" if source.kind == "mob" else "gather"
    return Action(program=written(name, source.name, item, total, start), seconds=seconds)


def _allowed(
    view: SubtaskView, item: str, knowledge: Knowledge, seen: Mapping[str, float]
) -> dict[str, float]:
    """Returns the cheapest source in sight, except sources that the guard denied in earlier attempts."""
    left = dict(seen)
    for outcome in view.outcomes:
        if outcome.code == "FORBIDDEN" and (denied := cheapest_source(item, knowledge, left)):
            del left[denied.name]
    return left


def _hand_over(view: SubtaskView, gift: Gift) -> Action | Refusal:
    held = view.observation.inventory
    left = {
        item: min(held.get(item, 0), count - received(view.outcomes, item))
        for item, count in gift.items.items()
    }
    due = [(item, count) for item, count in left.items() if count > 0]
    if not due:
        things = listing(list(map(plain, gift.items)), "or")
        return Refusal(agent=view.agent, reason=f"I hold no {things} to give, not {amounts(gift.items)}")
    (item, count), *others = due
    place = list(gift.at) if gift.at else None
    also = (dict(others),) if others else ()
    return Action(program=written("deliver", gift.to, item, count, place, *also), seconds=75)


def written(name: str, *args: object) -> Program:
    """Returns a program of `programs/` that is called with `args`."""
    return Program(call=name, args=args, code=_text(name))


@cache
def _text(name: str) -> str:
    return (PROGRAMS / f"{name}.js").read_text(encoding="utf-8")
