"""Execution: all agents at once, until one of the stop rules holds.

Paper: appendix D (one Voyager agent per member in a shared world; the stage ends when agents are through or
have used up their attempts). Both readings of its stop rule are here: `all` and `first`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal

from agents.hand import Hand
from agents.mind import Mind
from agents.task import Task
from agents.views import Feedback, Plan, SubtaskResult
from agents.world import World
from runlog import Log

Rule = Literal["all", "first", "time", "nothing_assigned"]
HALT = 10.0
"""Seconds of real time a stopped agent has to come to an end."""
GLANCE = 1.0
"""Seconds of real time between two looks at the world's clock."""


async def execute(
    plan: Plan,
    task: Task,
    minds: Mapping[str, Mind],
    world: World,
    *,
    number: int,
    feedback: tuple[Feedback, ...] = (),
    log: Log,
) -> tuple[Rule, list[SubtaskResult]]:
    """Runs every assignment of round `number` at the same time; which rule ended it, and all results."""
    hands = [
        Hand(a, task, minds[a.agent], world, number=number, feedback=feedback, log=log)
        for a in plan.assignments
    ]
    if not hands:
        return "nothing_assigned", []
    async with asyncio.TaskGroup() as group:
        work = {group.create_task(hand.work(), name=hand.agent): hand for hand in hands}
        rule = await _until(work, world, seconds=task.limits.round_seconds, stop=task.team.stop)
        await _halt(work)
    return rule, [result for hand in hands for result in hand.results]


async def _until(
    work: Mapping[asyncio.Task[None], Hand], world: World, *, seconds: float, stop: Literal["all", "first"]
) -> Rule:
    """Waits until a stop rule holds. `seconds` are game seconds of the whole round."""
    end = await world.clock() + seconds
    left = set(work)
    while left:
        done, left = await asyncio.wait(left, timeout=GLANCE, return_when=asyncio.FIRST_COMPLETED)
        if left and stop == "first" and any(work[task].accomplished for task in done):
            return "first"
        if left and await world.clock() >= end:
            return "time"
    return "all"


async def _halt(work: Mapping[asyncio.Task[None], Hand]) -> None:
    left = {task for task in work if not task.done()}
    if not left:
        return
    for task in left:
        await work[task].halt()
    _, left = await asyncio.wait(left, timeout=HALT)
    for task in left:
        task.cancel()
